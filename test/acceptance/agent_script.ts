/** What the model of a launched agent does for each task. */

import { join } from "node:path";
import type { ToolClass } from "../../lib/fence/tool_class.ts";
import { type LiveClient, offeredMove, WRITTEN } from "../../lib/host/live/live_client.ts";
import { type ModelRequest, newResult } from "../../lib/host/live/model_wire.ts";
import { type ModelMove, type ScriptedModel, startScriptedModel } from "../../lib/host/live/scripted_model.ts";
import { MAX_PATIENCE } from "./walk.ts";

/** The tasks: with our tools, with a call that is refused, with an agent of its own in the background, and after a stop. */
export const TASKS = {
  tools: "Tidy the attic",
  refused: "Tidy the cellar",
  background: "Tidy the roof",
  again: "Tidy the garden",
} as const;
type Task = typeof TASKS[keyof typeof TASKS];

/** What the agent's workspace holds. */
export function agentFiles(profile: string): Readonly<Record<string, string>> {
  const skill = (name: string, description: string, more = "") =>
    `---\nname: ${name}\ndescription: ${description}\n${more}---\n`;
  const steps = [
    { id: "look", title: "Look around", prompt: "Look at the notes." },
    { id: "done", prompt: "Say so.", end: true },
  ];
  const workflow = `workflow: ${JSON.stringify({ enforce: "soft", steps })}\n`;
  return {
    ".agents/agents/worker.md":
      `---\ndescription: Works\nprofile: ${profile}\nskills: [guide, tidy]\n---\nYou tidy up.\n`,
    ".agents/skills/guide/SKILL.md": `${skill("guide", "How we tidy.")}The guide says heron.\n`,
    ".agents/skills/secrets/SKILL.md": `${skill("secrets", "Not for all.")}The secret is kestrel.\n`,
    ".agents/skills/tidy/SKILL.md": skill("tidy", "Tidies.", workflow),
  };
}

/** A file that an agent may write. */
export const ALLOWED = "allowed.txt";
/** One that it may not. */
export const REFUSED = ".git/refused.txt";

/** The model, and what came of its calls. */
export interface AgentModel {
  model: ScriptedModel;
  /** Where the agent works; known only once the model's address is. */
  workspace: string;
  /** Whether it was shown the first task beside this one. */
  remembers(task: Task): boolean;
  /** What it said last to a task: a helper may hand back before or after the first end of the turn. */
  lastSaid(task: Task): string | undefined;
  /** What each call of a task came to, in order. */
  results(task: Task): string[];
}

/** Starts the model of one agent. */
export async function startAgentModel(client: LiveClient): Promise<AgentModel> {
  const { before = [] } = client;
  /** The request at which a task's first call was made. */
  const began = new Map<Task, number>();
  const said = new Map<Task, string>();
  const decide = (request: ModelRequest, n: number): ModelMove => {
    const task = [TASKS.again, TASKS.background, TASKS.refused, TASKS.tools].find((one) => request.body.includes(one));
    // An agent's own agents know nothing of its task.
    if (task === undefined) return { say: "The helper is done" };
    if (!began.has(task)) {
      const offered = request.tools.some(({ name }) => name.endsWith("read_skill"));
      const target = { workspace: agent.workspace, file: join(agent.workspace, "notes.txt") };
      const look = n < before.length ? before[n] : offeredMove(client, ["shell_read", "read"], target, request);
      if (!offered && n < MAX_PATIENCE && look !== undefined) return look;
      began.set(task, n);
    }
    const move = movesOf(client, task, agent.workspace, request)[n - began.get(task)!] ?? { say: `Done: ${task}` };
    if ("say" in move) said.set(task, move.say);
    return move;
  };
  const model = await startScriptedModel(decide);
  const agent: AgentModel = {
    model,
    workspace: "",
    remembers: (task) => model.requests.some(({ body }) => body.includes(task) && body.includes(TASKS.tools)),
    lastSaid: (task) => said.get(task),
    results: (task) => [1, 2, 3, 4, 5].map((n) => newResult(model.requests, (began.get(task) ?? Infinity) + n)),
  };
  return agent;
}

function movesOf(
  client: LiveClient,
  task: Task,
  workspace: string,
  request: ModelRequest,
): readonly (ModelMove | undefined)[] {
  const move = (classes: readonly ToolClass[], name: string) =>
    offeredMove(client, classes, { workspace, file: join(workspace, name) }, request);
  switch (task) {
    case TASKS.tools:
      return [
        { tool: "read_skill", args: { name: "guide" } },
        { tool: "read_skill", args: { name: "secrets" } },
        { tool: "start_workflow", args: { skill_name: "tidy", workspace_dir: workspace } },
        { tool: "end_workflow", args: { status: "aborted", final_summary: "Looked" } },
        move(["write", "shell"], ALLOWED),
      ];
    case TASKS.refused:
      return [client.id === "codex" ? escalated(join(workspace, REFUSED)) : move(["shell"], REFUSED)];
    case TASKS.background: {
      const helper = {
        description: "Help",
        prompt: "Help.",
        subagent_type: "general-purpose",
        run_in_background: true,
      };
      return [{ tool: "Agent", args: helper }, { say: "The helper works" }];
    }
    default:
      return [];
  }
}

/** Codex keeps a shell in its sandbox, and asks only about leaving it. */
function escalated(file: string): ModelMove {
  const args = { cmd: `echo ${WRITTEN} > ${file}`, sandbox_permissions: "require_escalated", justification: "To tidy" };
  return { tool: "exec_command", args };
}
