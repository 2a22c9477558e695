// Runs uvu files one after another and reports what each really ran: `child.ts <token> <file>…` prints a line
// `<token> <counts>` after each. uvu's printed summary isn't enough: a file may print one of its own, and uvu exits 0
// when a `before` hook threw.
import process from "node:process";
import { pathToFileURL } from "node:url";

type Run = () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>;
const shared = globalThis as unknown as { UVU_DEFER?: boolean; UVU_QUEUE: [null, ...Run[]][] };

const [token, ...files] = process.argv.slice(2) as [string, ...string[]];

shared.UVU_DEFER = true; // has to be there before uvu is first loaded
shared.UVU_QUEUE = [];
const { exec } = await import("uvu");

let exitCode: typeof process.exitCode = 0;
for (const file of files) {
  process.argv = [process.argv[0]!, file];
  shared.UVU_QUEUE[0] = [null];
  await import(pathToFileURL(file).href);

  const counts = { total: 0, passed: 0, skipped: 0 };
  shared.UVU_QUEUE[0] = [
    null,
    ...(shared.UVU_QUEUE[0].slice(1) as Run[]).map((run): Run => async () => {
      const result = await run();
      counts.passed += result[1];
      counts.skipped += result[2];
      counts.total += result[3];
      return result;
    }),
  ];
  await exec(); // sets the exit code anew, also back to 0
  exitCode ||= process.exitCode;
  process.stdout.write(`\n${token} ${JSON.stringify(counts)}\n`);
}
process.exitCode = exitCode;
