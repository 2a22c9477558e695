/**
 * One walk of a real client through a workflow, with a refused write and an early stop on the way.
 * @module
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { encode } from "gpt-tokenizer";
import type { ToolClass } from "../../lib/fence/tool_class.ts";
import { type LiveClient, offeredMove, WRITTEN } from "../../lib/host/live/live_client.ts";
import { OWN_TOOLS } from "../../lib/host/live/live_clients.ts";
import { type LiveProgram, type LiveSandbox, makeLiveSandbox } from "../../lib/host/live/live_sandbox.ts";
import { type ModelRequest, newResult } from "../../lib/host/live/model_wire.ts";
import { type ModelMove, type ScriptedModel, startScriptedModel } from "../../lib/host/live/scripted_model.ts";
import { ourProgram } from "./our_program.ts";
import type { Report } from "./report.ts";

/** A step that only reads, one that writes, and an end. */
const SKILL = `---
name: fenced
description: Reads the notes, then writes what came of them.
workflow:
  enforce: hard
  steps:
    - { id: look, title: Look around, prompt: "Read notes.txt and tell what it says.", require: { non_empty: true } }
    - { id: change, title: Change it, prompt: "Write result.txt.", allowed_tools: [write, edit, shell], require: { non_empty: true } }
    - { id: report, title: Report, prompt: "Say what was done.", end: true }
---
Call start_workflow with the skill's name and follow each step that comes back.
`;

/** How each client lists its servers; the pattern is there where the list itself makes the connection. */
const LISTS: Readonly<Record<string, RegExp>> = {
  "claude-code": /skill-workflow.*Connected/,
  gemini: /skill-workflow.*Connected/,
  opencode: /skill-workflow[^]*connected/,
};

/** How often the model wants to stop; it's held back half as often. */
const STOPS = 6;

/** Requests without our tools before the walk begins all the same. */
export const MAX_PATIENCE = 12;

/** A client with its model, in a sandbox with the skill, installed by `install`. */
export interface Stage {
  model: ScriptedModel;
  sandbox: LiveSandbox;
  has(file: string): string;
  end(): Promise<void>;
}

/** Makes one; `decide` gives the model's call at the n-th request. When they are over it says that it's done. */
export async function setStage(
  client: LiveClient,
  program: LiveProgram,
  decide: (n: number, workspace: string, request: ModelRequest) => ModelMove | undefined,
): Promise<Stage> {
  let workspace = "";
  const model = await startScriptedModel((request, n) => decide(n, workspace, request) ?? { say: "I'm done." });
  const sandbox = makeLiveSandbox(client, program, model.url);
  workspace = sandbox.workspace;
  sandbox.write("notes.txt", "The notes say heron.\n");
  sandbox.write(".agents/skills/fenced/SKILL.md", SKILL);
  return {
    model,
    sandbox,
    has(file) {
      const path = join(workspace, file);
      return existsSync(path) ? readFileSync(path, "utf8").trim() : "";
    },
    async end() {
      await model.stop();
      sandbox.remove();
    },
  };
}

/** Runs our own command line. */
export async function ours(sandbox: LiveSandbox, ...args: string[]): ReturnType<LiveSandbox["run"]> {
  return await sandbox.run(process.execPath, [await ourProgram(), ...args]);
}

/** Walks, and reports what was seen. */
export async function walk(client: LiveClient, program: LiveProgram, report: Report): Promise<void> {
  let began = -1;
  let stops = 0;
  const stage = await setStage(client, program, (n, workspace, request) => {
    const before = client.before ?? [];
    const move = (classes: readonly ToolClass[], name: string) =>
      offeredMove(client, classes, { workspace, file: join(workspace, name) }, request);
    if (n < before.length) return before[n];
    // Some clients begin before their servers are there: the model looks around until it's offered our tools.
    const offered = request.tools.some(({ name }) => name.endsWith(OWN_TOOLS[0]));
    if (began < 0 && !offered && n < MAX_PATIENCE) return move(["shell_read", "read"], "notes.txt");
    if (began < 0) began = n;
    const moves = [
      { tool: "start_workflow", args: { skill_name: "fenced", workspace_dir: workspace } },
      move(["write", "shell"], "early.txt"),
      move(["read", "shell_read"], "notes.txt"),
      { tool: "next_step", args: { step_output: "The notes say heron." } },
      move(["write", "shell"], "late.txt"),
    ];
    const after = n - began - moves.length;
    if (after < 0) return moves[n - began];
    // Held back, it hands in nothing, which the step refuses: the turn goes up, and it wants to stop again.
    if (after % 2 === 1 && stops < STOPS) return { tool: "next_step", args: { step_output: "" } };
    stops++;
    return undefined;
  });
  const { model, sandbox } = stage;
  try {
    await install(client, sandbox, report);
    const { args, input } = client.run;
    const ran = await sandbox.client(args, input === undefined ? {} : { input });
    report.note(`exit code ${ran.exitCode}${ran.timedOut ? ", out of time" : ""}, ${model.requests.length} requests`);
    if (model.requests.length === 0) report.note(`${ran.stderr.slice(-600)} ${ran.stdout.slice(-600)}`);
    const requests = model.requests.slice(Math.max(0, began));
    checkWalk(requests, stage, report);
    // The last stop is the one with which the client ended.
    const held = ran.timedOut || stops === 0 ? stops : stops - 1;
    const told = (requests.at(-1)?.body ?? "").includes('is still at step \\"change');
    report.check("is stopped from ending early", held > 0 && told, `held back ${held} times`);
    report.check("three times a step, then it may", !ran.timedOut && held === 3, `held back ${held} times`);
  } finally {
    await stage.end();
  }
}

async function install(client: LiveClient, sandbox: LiveSandbox, report: Report): Promise<void> {
  const first = await ours(sandbox, "install", client.id);
  report.check("installed by `install`", first.exitCode === 0, first.stderr);
  const again = await ours(sandbox, "install", client.id);
  const unchanged = again.exitCode === 0 && !/^(?:Wrote|Ran) /m.test(again.stdout);
  report.check("a second `install` changes nothing", unchanged, again.stdout + again.stderr);
  const list = await sandbox.client(["mcp", "list"]);
  const listed = list.stdout + list.stderr;
  report.check("lists our server", (LISTS[client.id] ?? /skill-workflow/).test(listed), listed.slice(-400));
}

function checkWalk(requests: readonly ModelRequest[], { has }: Stage, report: Report): void {
  const [first] = requests;
  const missing = OWN_TOOLS.filter((name) => !first?.tools.some((tool) => tool.name.endsWith(name)));
  report.check("offers the five tools", first !== undefined && missing.length === 0, `missing: ${missing.join(", ")}`);
  const result = (n: number) => newResult(requests, n);
  report.check("starts a workflow", /Look around/.test(result(1)) && /next_step/.test(result(1)), result(1));
  report.envelope(result(1), encode(result(1)).length);
  report.check("is refused a write", requests.length > 2 && has("early.txt") === "", result(2));
  report.check("the reason reaches the model", /Step "look" of fenced doesn't allow/.test(result(2)), result(2));
  report.check("may read", /heron/.test(result(3)), result(3));
  report.check("advances", /Change it/.test(result(4)), result(4));
  report.check("may write where the step allows it", has("late.txt") === WRITTEN, result(5));
}
