// Runs one uvu file and reports what it really ran: `child.ts <file> <token>` prints a last line `<token> <counts>`.
// uvu's printed summary isn't enough: a file may print one of its own, and uvu exits 0 when a `before` hook threw.
import process from "node:process";
import { pathToFileURL } from "node:url";

type Run = () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>;
const shared = globalThis as unknown as { UVU_DEFER?: boolean; UVU_QUEUE: [null, ...Run[]][] };

const [file, token] = process.argv.slice(2) as [string, string];
process.argv = [process.argv[0]!, file];

shared.UVU_DEFER = true; // has to be there before uvu is first loaded
shared.UVU_QUEUE = [[null]];
const { exec } = await import("uvu");
await import(pathToFileURL(file).href);

const counts = { total: 0, passed: 0, skipped: 0 };
const group = shared.UVU_QUEUE[0]!;
shared.UVU_QUEUE[0] = [
  null,
  ...(group.slice(1) as Run[]).map((run): Run => async () => {
    const result = await run();
    counts.passed += result[1];
    counts.skipped += result[2];
    counts.total += result[3];
    return result;
  }),
];
await exec();
process.stdout.write(`\n${token} ${JSON.stringify(counts)}\n`);
