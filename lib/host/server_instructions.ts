/**
 * What the MCP server says of itself at the start.
 * @module
 */

import { type GlanceOptions, glanceWorkflows } from "./glance_workflows.ts";

/** Bounds of the list of skills in the instructions. */
const MAX_SKILLS = 30;
const MAX_LINE = 160;

/**
 * The instructions: why the user has this server, and the workflow skills of the workspace, a line each.
 */
export async function serverInstructions(options: GlanceOptions): Promise<string> {
  const skills = await glanceWorkflows(options);
  const lines = skills.slice(0, MAX_SKILLS).map(({ name, description }) => line(name, description));
  if (skills.length > MAX_SKILLS) lines.push(`- and ${skills.length - MAX_SKILLS} more`);
  return [
    "The user has installed this server so that you follow the step that its tools return: do just that step, then hand in " +
    "its result with next_step. Don't guess later steps. After a compaction call current_step.",
    ...(lines.length > 0 ? ["Workflow skills here, each begun with start_workflow:", ...lines] : []),
  ].join("\n");
}

function line(name: string, description: string): string {
  const text = `- ${name}: ${description.replace(/\s+/g, " ")}`;
  return text.length > MAX_LINE ? `${text.slice(0, MAX_LINE - 1)}…` : text;
}
