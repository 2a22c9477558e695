/**
 * Runs the benches one after the other and writes the table of `bench/README.md`.
 *
 * Run: `npm run bench`, or `npm run bench -- hook context` for some of them, which are printed and not written down.
 * @module
 */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { measureContext } from "./context.ts";
import { measureHook } from "./hook.ts";
import { printRows, renderRow, type Row } from "./measure.ts";
import { measureParsing } from "./parse.ts";
import { SERVERS } from "./peers.ts";
import { measureReducer } from "./reducer.ts";

const FOLDER = fileURLToPath(new URL("./", import.meta.url));
const README = `${FOLDER}README.md`;
const TABLE = /(?<=<!-- table -->\n)[\s\S]*(?=<!-- \/table -->)/;

const BENCHES: Record<string, () => Promise<Row[]> | Row[]> = {
  cold_start: () => [
    found("cold_start.ts", /^empty .*?([\d.]+) of/m, {
      what: "start until `tools/list` is answered, no skill",
      against: "a bare bundled SDK server",
      bound: 1.25,
    }),
    found("cold_start.ts", /^100 skills .*?([\d.]+) of/m, {
      what: "the same with 100 skills",
      against: "a bare bundled SDK server",
      bound: 1.25,
    }),
    found("cold_start.ts", /^empty .*?([\d.]+) of its processor/m, {
      what: "processor time until then, no skill",
      against: "a bare bundled SDK server",
      bound: 1.25,
    }),
    found("cold_start.ts", /^100 skills .*?([\d.]+) of its processor/m, {
      what: "the same with 100 skills",
      against: "a bare bundled SDK server",
      bound: 1.25,
    }),
    ...SERVERS.map(({ name, version }) =>
      found("cold_start.ts", new RegExp(`^against ${name}: ([\\d.]+)`, "m"), {
        what: "start until `tools/list` is answered, no skill",
        against: `${name} ${version}`,
        bound: 1,
      })
    ),
  ],
  advance: () => [
    found("advance.ts", /advance \/ floor: ([\d.]+)/, {
      what: "`next_step` over MCP",
      against: "a bare server that echoes, appends with an fsync and renames as often",
      bound: 1.2,
    }),
    found("advance.ts", /advances: ([\d.]+)/, {
      what: "the last tenth of 1,000 such calls",
      against: "the first tenth",
    }),
  ],
  reducer: measureReducer,
  parse: measureParsing,
  hook: measureHook,
  context: measureContext,
};

const printed = new Map<string, string>();

/** A ratio that a bench of its own prints. */
function found(file: string, pattern: RegExp, row: Omit<Row, "ratio">): Row {
  if (!printed.has(file)) {
    printed.set(file, execFileSync(process.execPath, ["--import", "tsx", `${FOLDER}${file}`], { encoding: "utf8" }));
  }
  const ratio = pattern.exec(printed.get(file)!)?.[1];
  if (ratio === undefined) throw new Error(`"${file}" didn't print ${pattern}:\n${printed.get(file)}`);
  return { ...row, ratio: Number(ratio) };
}

const wanted = process.argv.slice(2);
const rows: Row[] = [];
for (const [name, measure] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const measured = await measure();
  printRows(measured);
  rows.push(...measured);
}
if (wanted.length === 0) {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}.`;
  const table = ["| what | against | ratio | wanted |", "| --- | --- | --- | --- |", ...rows.map(renderRow)].join("\n");
  const text = readFileSync(README, "utf8");
  writeFileSync(README, text.replace(TABLE, () => `\n${machine}\n\n${table}\n\n`));
}
