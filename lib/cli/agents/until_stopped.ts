/**
 * Keeps a launched agent's process, which is this one.
 * @module
 */

import type { AgentsApi } from "../../host/agent/agents_type.ts";

const LOOK_MS = 500;

/** Resolves once the agent isn't live any more: it was stopped from elsewhere, or has ended. */
export async function untilStopped(
  agents: AgentsApi,
  { target }: { target: string },
  workspace: string,
): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (!(await agents.isLive(target, workspace))) return;
  }
}
