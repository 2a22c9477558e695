// A process that writes sessions, for tests that let several run at the same time or kill them. Its argument is a
// `WorkerTask` as JSON; every confirmed revision goes to stdout at once, as a line.
import { writeSync } from "node:fs";
import process from "node:process";
import { SessionBusyError, StaleInputError } from "../../lib/error.ts";
import { createFileStoreOn } from "../../lib/host/file_store.ts";
import { nodeFiles } from "../../lib/host/store/file_ops.ts";
import { delivery } from "../../lib/host/store/suite_tools.ts";
import { start, step } from "../../lib/session/mod.ts";
import { crashingFiles, type CrashPoint } from "./crashing_files.ts";
import { walk } from "./walk.ts";

/** What a worker is to do. */
export interface WorkerTask {
  workspace: string;
  index: string;
  /** Walk up to a revision … */
  walk?: number;
  /** … or deliver `<name>-0`, `<name>-1` and so on to each of these sessions, each answering the turn it has just seen. */
  deliver?: { name: string; sessions: string[]; count: number };
  /** Where to be killed. */
  point?: CrashPoint;
}

const task = JSON.parse(process.argv[2]!) as WorkerTask;
const { files } = crashingFiles(nodeFiles, task.point, () => {
  process.kill(process.pid, "SIGKILL");
  for (;;);
});
const store = createFileStoreOn({ files }, { reducer: { start, step }, indexDir: task.index, lockWaitMs: 30_000 });

function confirmed(text: string | number): void {
  writeSync(1, `${text}\n`);
}

async function deliverAll({ name, sessions, count }: NonNullable<WorkerTask["deliver"]>): Promise<void> {
  let refused = 0;
  for (let n = 0; n < count; n++) {
    for (const id of sessions) {
      for (let taken = false; !taken;) {
        const { turn } = (await store.load(id)).state;
        try {
          const input = { ...delivery(`${name}-${n}`), turn };
          await store.update(id, ({ state }) => ({ input, state: step(state, input) }));
          taken = true;
        } catch (error) {
          if (!(error instanceof StaleInputError || error instanceof SessionBusyError)) throw error;
          refused++;
        }
      }
      confirmed(`${id} ${name}-${n}`);
    }
  }
  confirmed(`refused ${refused}`);
}

if (task.walk !== undefined) await walk(store, task.workspace, task.walk, confirmed);
if (task.deliver) await deliverAll(task.deliver);
