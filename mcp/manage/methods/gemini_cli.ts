/**
 * The call through Gemini CLI, the prompt on its stdin, where no process list shows it.
 * @module
 */

import { checkAgent } from "./agent_check.ts";
import type { Method } from "./method.ts";
import { PROXY_NAME } from "./recording.ts";
import { instructionsFor, runAgent } from "./run_agent.ts";

/** The method. */
export const geminiCli: Method = {
  id: "gemini-cli",
  check: (context) => {
    const found = checkAgent("gemini", "gemini", context);
    if ("program" in found) return undefined;
    return { code: found.missing ? "ERR_GEMINI_CLI_MISSING" : "ERR_METHOD_UNAVAILABLE", reason: found.reason };
  },
  run: (context) => {
    const found = checkAgent("gemini", "gemini", context) as { program: string };
    return runAgent(context, (_, entry) => ({
      title: "Gemini CLI",
      program: found.program,
      files: {
        ".gemini/settings.json": {
          // Only our tool is offered. The list holds for tools of servers too, by the names that the model gets.
          mcpServers: { [PROXY_NAME]: { ...entry, trust: true, includeTools: [context.tool] } },
          tools: { core: [`mcp_${PROXY_NAME}_*`] },
        },
      },
      args: ["-o", "stream-json", "--allowed-mcp-server-names", PROXY_NAME],
      input: instructionsFor(context),
      // The folder is ours and holds nothing but the file above.
      env: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
    }));
  },
};
