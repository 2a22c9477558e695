/**
 * The command line as a door: `run --answers FILE --json` takes all answers at once and gives the report.
 * @module
 */

import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { Doors } from "../../lib/cli/io.ts";
import { main } from "../../lib/cli/main.ts";
import type { NextArguments } from "../../lib/host/engine/arguments.ts";
import type { JsonObject } from "../../lib/json.ts";
import type { Report } from "../../lib/session/report.ts";
import type { Place } from "../mcp/connect.ts";

/** What is handed in. */
export interface CliRun {
  input?: string;
  context?: JsonObject;
  answers: NextArguments[];
}

/** How a command line ended. */
export interface CliResult {
  exit: number;
  out: string;
  err: string;
}

/** The commands that are walked here reach for no other door. */
const NOTHING_BESIDE = {} as Doors;

/** Runs a command line in this process, in a place, without a terminal. */
export async function cli(
  place: Place,
  argv: string[],
  more: { env?: Record<string, string>; input?: string } = {},
): Promise<CliResult> {
  let [out, err] = ["", ""];
  const exit = await main(argv, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    ask: () => Promise.resolve(null),
    input: () => Promise.resolve(more.input ?? ""),
    cwd: place.workspace,
    env: { PATH: process.env.PATH, HOME: place.home, USERPROFILE: place.home, ...more.env },
    interactive: false,
    terminal: false,
    width: 80,
    colour: false,
  }, NOTHING_BESIDE);
  return { exit, out, err };
}

/** Walks a skill to the end of the answers; `code` is that of the error which ended it, else empty. */
export async function runByCli(place: Place, skill: string, run: CliRun): Promise<{ report: Report; code: string }> {
  const file = join(dirname(place.workspace), "answers.yaml");
  writeFileSync(file, JSON.stringify(run.answers));
  const argv = ["run", skill, "--answers", file, "--json", "--trust"];
  if (run.input !== undefined) argv.push("--input", run.input);
  if (run.context !== undefined) argv.push("--context", JSON.stringify(run.context));
  const ran = JSON.parse((await cli(place, argv)).out) as Report & { error?: { code: string } };
  if (!ran.error) return { report: ran, code: "" };
  const shown = await cli(place, ["sessions", "show", "--json"]);
  return { report: JSON.parse(shown.out) as Report, code: ran.error.code };
}
