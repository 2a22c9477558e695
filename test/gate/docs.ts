// Runs the shell blocks of every document.
import process from "node:process";
import { checkDocument } from "./check_document.ts";
import { findDocuments } from "./find_blocks.ts";
import { root } from "./runtimes.ts";

if (process.platform === "win32") {
  console.log("the blocks are for a POSIX shell");
  process.exit(77);
}
let ran = 0;
const faults: string[] = [];
for (const path of findDocuments(root)) {
  const document = await checkDocument(path);
  ran += document.ran;
  faults.push(...document.faults);
}
for (const fault of faults) console.error(fault);
console.log(`${ran} shell blocks, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
