/**
 * What the MCP server says of itself at the start.
 * @module
 */

import { type Capability, MAIN_AGENT, renderCapabilities, resolveCapabilities } from "../capability.ts";
import { type GlanceOptions, glanceWorkflows } from "./glance_workflows.ts";

/**
 * The instructions: why the user has this server, and the caller's skills, a line each. Those of the main agent are its
 * workflow skills (its client lists the others itself); a launched agent's are given.
 */
export async function serverInstructions(options: GlanceOptions & { has?: readonly Capability[] }): Promise<string> {
  const block = renderCapabilities(options.has ?? await ofMainAgent(options));
  return [
    "The user has installed this server so that you follow the step that its tools return: do just that step, then hand in " +
    "its result with next_step. Don't guess later steps. After a compaction call current_step.",
    ...(block === ""
      ? []
      : ["Skills here; a workflow is begun with start_workflow, a reference is read with read_skill:", block]),
  ].join("\n");
}

async function ofMainAgent(options: GlanceOptions): Promise<Capability[]> {
  const glances = await glanceWorkflows(options);
  return resolveCapabilities(MAIN_AGENT, glances.map((glance) => ({ ...glance, kind: "workflow" })));
}
