/**
 * Whether a client holds its agent to a step: it's driven through a step that denies every class of tools, one call each.
 * @module
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { TOOL_CLASSES, type ToolClass } from "../../fence/tool_class.ts";
import { applyPlan, planInstall, type Program } from "../install/mod.ts";
import { findProfile, osOf } from "../profile/mod.ts";
import { type LiveClient, offeredMove, WRITTEN } from "./live_client.ts";
import { OWN_TOOLS } from "./live_clients.ts";
import { type LiveProgram, makeLiveSandbox } from "./live_sandbox.ts";
import { newResult } from "./model_wire.ts";
import { type ModelMove, startScriptedModel } from "./scripted_model.ts";

/** `advisory`: the tool ran although the step denies it. */
export type Enforcement = "enforced" | "advisory" | "unknown";

/** What became of one class. */
export interface ClassReport {
  class: ToolClass;
  enforcement: Enforcement;
  /** Why it's unknown, or what the model was told. */
  seen: string;
}

/** What to check, and with what. */
export interface LiveRequest {
  client: LiveClient;
  program: LiveProgram;
  /** Starts our MCP server. */
  server: Program;
  /** Starts our hooks. */
  hook: Program;
  /** `process.platform`. */
  platform: string;
}

const WORD = "heron";
const SKILL = `---
name: live-check
description: Denies every tool, to see who keeps to it.
workflow:
  enforce: hard
  steps:
    - { id: look, prompt: "Look.", denied_tools: [${TOOL_CLASSES.join(", ")}] }
    - { id: done, prompt: "Say so.", end: true }
---
Call start_workflow.
`;
/** Requests without our tools before the check begins all the same: some clients don't wait for their servers. */
const MAX_PATIENCE = 12;

/**
 * Drives the client and reports each class that it has a tool for.
 *
 * @returns the classes in the order of `TOOL_CLASSES`
 * @throws {StorageError} our server or hooks can't be installed into the client's scratch home
 */
export async function checkLive({ client, program, server, hook, platform }: LiveRequest): Promise<ClassReport[]> {
  const classes = TOOL_CLASSES.filter((one) => client.moves[one] !== undefined);
  const asked = new Map<ToolClass, number>();
  let workspace = "";
  let began = -1;
  const model = await startScriptedModel((request, n): ModelMove => {
    const before = client.before ?? [];
    if (n < before.length) return before[n];
    const offered = request.tools.some(({ name }) => name.endsWith(OWN_TOOLS[0]));
    const target = (name: string) => ({ workspace, file: join(workspace, name) });
    if (began < 0 && !offered && n < MAX_PATIENCE) {
      return offeredMove(client, ["shell_read", "read"], target("read.txt"), request) ?? { say: "Waiting." };
    }
    if (began < 0) {
      began = n;
      return { tool: OWN_TOOLS[0], args: { skill_name: "live-check", workspace_dir: workspace } };
    }
    for (const one of classes) {
      const move = asked.has(one) ? undefined : offeredMove(client, [one], target(fileOf(one)), request);
      if (move === undefined) continue;
      asked.set(one, n);
      return move;
    }
    return { say: "Done." };
  });
  const sandbox = makeLiveSandbox(client, program, model.url);
  workspace = sandbox.workspace;
  try {
    for (const one of ["read", "shell_read", "edit"] as const) sandbox.write(fileOf(one), `before ${WORD}\n`);
    sandbox.write(".agents/skills/live-check/SKILL.md", SKILL);
    const machine = { os: osOf(platform), home: sandbox.home, workspace, env: sandbox.env };
    const plan = planInstall({ profile: findProfile(client.id), scope: "user", machine, server, hook });
    await applyPlan(plan, async ([command, ...args]) => {
      const { exitCode, stdout, stderr } = await sandbox.run(command, args);
      return { exitCode: exitCode ?? 1, output: stdout + stderr };
    });
    const { args, input } = client.run;
    const ran = await sandbox.client(args, input === undefined ? {} : { input });
    const started = began >= 0 && newResult(model.requests, began + 1).includes("next_step");
    const problem = started ? "" : `no workflow was started: ${(ran.stderr || ran.stdout).trim().slice(-300)}`;
    return classes.map((one) => {
      const n = asked.get(one);
      if (problem !== "" || n === undefined) {
        return { class: one, enforcement: "unknown", seen: problem || "the client offered no such tool" };
      }
      return judge(one, newResult(model.requests, n + 1), join(workspace, fileOf(one)));
    });
  } finally {
    await model.stop();
    sandbox.remove();
  }
}

function judge(one: ToolClass, result: string, file: string): ClassReport {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const ran = text.includes(WRITTEN) || (one !== "edit" && result.includes(WORD)) ||
    (one === "search" && result.includes("read.txt"));
  const told = result.includes("live-check");
  return {
    class: one,
    enforcement: ran ? "advisory" : told ? "enforced" : "unknown",
    seen: result.trim().slice(0, 300),
  };
}

function fileOf(one: ToolClass): string {
  return `${one}.txt`;
}
