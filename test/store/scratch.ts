/**
 * A workspace to keep sessions in for the length of a test, in memory where the machine has such a place: a test that
 * waits for a disk thousands of times is a slow one, and none of them tests the disk.
 * @module
 */

import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFileStoreOn, type FileStore } from "../../lib/host/file_store.ts";
import type { StoreMachine } from "../../lib/host/store/store_machine.ts";
import { deliverTo, sampleStart, sampleWorkflow } from "../../lib/host/store/suite_tools.ts";
import { start, step } from "../../lib/session/mod.ts";
import type { Json } from "../../lib/json.ts";
import type { SessionState } from "../../lib/session/state.ts";

export interface Scratch {
  folder: string;
  workspace: string;
  /** Of `workspace`. */
  sessions: string;
  index: string;
  /** A new store, as a new process would have it. */
  open(machine?: Partial<StoreMachine>, lockWaitMs?: number): FileStore;
  dispose(): void;
}

export function scratch(): Scratch {
  const folder = mkdtempSync(join(memoryFolder(), "skill-workflow-"));
  const workspace = join(folder, "work");
  mkdirSync(workspace);
  const index = join(folder, "config", "skill-workflow", "workspaces");
  return {
    folder,
    workspace,
    sessions: join(workspace, ".skill-workflow", "sessions"),
    index,
    open: (machine, lockWaitMs) =>
      createFileStoreOn(machine ?? {}, { reducer: { start, step }, indexDir: index, lockWaitMs }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs a test in a scratch of its own. */
export function withScratch(test: (scratch: Scratch) => Promise<void>): () => Promise<void> {
  return async () => {
    const made = scratch();
    try {
      await test(made);
    } finally {
      made.dispose();
    }
  };
}

/** Creates a session and delivers outputs; the states from the first on. */
export async function makeSession(
  store: FileStore,
  workspace: string,
  id: string,
  outputs: Json[],
): Promise<SessionState[]> {
  const first = sampleStart(id);
  const states = [start(sampleWorkflow, first)];
  await store.create(workspace, first, states[0]);
  for (const output of outputs) states.push(await deliverTo(store, id, output));
  return states;
}

/** Every file below a folder with its bytes, by relative path. */
export function filesBelow(folder: string, prefix = ""): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) {
      for (const [below, bytes] of filesBelow(path, `${prefix}${name}/`)) files.set(below, bytes);
    } else files.set(prefix + name, new Uint8Array(readFileSync(path)));
  }
  return files;
}

/** Puts a folder's files back as they were. */
export function restore(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, bytes] of files) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
}

function memoryFolder(): string {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return "/dev/shm";
  } catch {
    return tmpdir();
  }
}
