/**
 * The ways to walk a golden run: the bare reducer with the machine's verdicts as a script, and every door, which runs the
 * commands for real.
 * @module
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nextCommand } from "../../lib/host/engine/arguments.ts";
import { loadSkill } from "../../lib/host/load_skill.ts";
import { resolveSkill } from "../../lib/host/resolve_skill.ts";
import { WorkflowError } from "../../lib/error.ts";
import { envelope } from "../../lib/session/envelope.ts";
import type { Envelope } from "../../lib/session/envelope_type.ts";
import { report } from "../../lib/session/report.ts";
import type { Input } from "../../lib/session/input.ts";
import { runByCli } from "../doors/cli.ts";
import { type Door, engineDoor } from "../doors/door.ts";
import { type Loose, Walk } from "../laws.ts";
import type { Place } from "../mcp/connect.ts";
import type { GoldenRun } from "./golden_file.ts";
import { endOf, type Trace, traceOf } from "./trace.ts";

/** What a walk came to; `shown` is empty where a door shows nothing on the way. */
export interface Walked {
  trace: Trace;
  shown: { [step: string]: string };
}

/** Walks a run of a skill in a workspace of its own. */
export type Walker = (skill: string, run: GoldenRun, place: Place) => Promise<Walked>;

/** Puts down what must lie in the workspace. */
export function prepare(run: GoldenRun, place: Place): void {
  for (const [path, text] of Object.entries(run.files)) {
    const file = join(place.workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** The reducer, under the laws; the machine's answers come from the golden file. */
export const byReducer: Walker = (skill, run, place) => {
  const { workspace, home } = place;
  const { workflow } = loadSkill(resolveSkill(skill, { workspace, home })).skill!;
  const walk = new Walk(workflow!, {
    ...(run.input === undefined ? {} : { input: run.input }),
    ...(run.context === undefined ? {} : { context: run.context }),
  });
  const script = [...run.verdicts];
  const shown: Walked["shown"] = {};
  const settle = () => {
    while (walk.state.waiting?.for === "effect") {
      const said = script.shift();
      if (!said) break;
      // The runner says how the program ended; whether that was wanted is the reducer's to judge.
      const verdict = said.verdict === "unevaluable" || said.exit === null
        ? said.verdict
        : said.exit === 0
        ? "pass"
        : "fail";
      walk.answer(verdict, { exit_code: said.exit, output: said.output });
    }
    show(shown, envelope(walk.state));
  };
  let refused = "";
  settle();
  for (const answer of run.answers) {
    try {
      walk.apply({ type: "deliver", ...nextCommand(answer) } as Loose);
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      refused = error.code;
      break;
    }
    settle();
  }
  walk.done();
  const done = report(walk.workflow, walk.first, walk.inputs as Input[]);
  return Promise.resolve({ trace: traceOf(done, endOf(walk.state), refused), shown });
};

/** The engine in this process. */
export const byEngine: Walker = async (skill, run, place) => {
  const door = await engineDoor(place);
  try {
    return await byDoor(door, skill, run, place);
  } finally {
    await door.close();
  }
};

/** A door that is already open; an MCP server serves many workspaces. */
export async function byDoor(door: Door, skill: string, run: GoldenRun, place: Place): Promise<Walked> {
  const shown: Walked["shown"] = {};
  let reply = await door.call("start_workflow", {
    skill_name: skill,
    workspace_dir: place.workspace,
    ...(run.input === undefined ? {} : { input: run.input }),
    ...(run.context === undefined ? {} : { initial_context: run.context }),
  });
  let last = reply.envelope!;
  let refused = "";
  show(shown, last);
  for (const answer of run.answers) {
    reply = await door.call("next_step", { ...answer });
    refused = reply.code;
    if (refused !== "") break;
    last = reply.envelope!;
    show(shown, last);
  }
  const status = last.status === "completed" ? "completed" : "aborted";
  const closed = await door.call("end_workflow", { status, session_id: last.session_id });
  return { trace: traceOf(closed.report!, endOf(last), refused), shown };
}

/** The command line, in this process. */
export const byCli: Walker = async (skill, run, place) => {
  const { report: done, code } = await runByCli(place, skill, run);
  return { trace: traceOf(done, endOf(done), code), shown: {} };
};

function show(shown: Walked["shown"], { step }: Envelope): void {
  if (step) shown[step.id] ??= step.instructions.trimEnd();
}
