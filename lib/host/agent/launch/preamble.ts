/**
 * What an agent is told before its first task: who it is, what it has, and how it hands work on. Source: spec "Agents and
 * the one dispatch".
 * @module
 */

import { type Agent, type Capability, renderCapabilities } from "../../../capability.ts";

/** The text's parts. */
export interface PreambleParts {
  agent: Agent;
  /** The body of its file. */
  instructions: string;
  /** Its own context. */
  context: string;
  has: readonly Capability[];
  /** The folder of requests, for an agent without our server. */
  requests?: string;
}

/** The longest instructions that are passed on, in UTF-16 units. */
export const INSTRUCTIONS_MAX = 32_768;

/** The text. */
export function preamble({ agent, instructions, context, has, requests }: PreambleParts): string {
  const block = renderCapabilities(has);
  return [
    `You are the agent "${agent.name}"${agent.description === "" ? "" : `: ${agent.description}`}`,
    instructions.trim().slice(0, INSTRUCTIONS_MAX),
    context.trim() === "" ? "" : `What you know of your work so far:\n\n${context.trim()}`,
    block === ""
      ? ""
      : `Your skills; a workflow is begun with start_workflow, a reference is read with read_skill:\n${block}`,
    requests === undefined ? "" : howToRequest(requests),
    "To hand work to another agent use ask_agent (list_agents names them), not subagents of your own: their work can't be " +
    "seen. Your answer to a task is the last text of your turn.",
  ].filter((part) => part !== "").join("\n\n");
}

function howToRequest(folder: string): string {
  return `You reach these tools by files. Write a request such as {"action": "read_skill", "name": "…"} as JSON into
${folder}
under a name that doesn't end in .json, rename it to NAME.json, and wait for NAME.json.response.json: its "reply" is the answer.`;
}
