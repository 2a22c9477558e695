/**
 * The call through any client that runs headless and takes a server for one run.
 * @module
 */

import { join } from "node:path";
import { findProfile } from "../../../lib/host/profile/mod.ts";
import type { JsonObject } from "../../../lib/json.ts";
import { checkAgent } from "./agent_check.ts";
import type { Method, MethodContext } from "./method.ts";
import { PROXY_NAME } from "./recording.ts";
import { type AgentRun, instructionsFor, runAgent } from "./run_agent.ts";

/** How a client is told of the one server and of the one tool that it may use, beyond its profile. */
interface Subagent {
  id: string;
  args(context: MethodContext): string[];
  /** For clients whose configuration comes through a variable or a file of their own. */
  config?(entry: { command: string; args: string[] }, context: MethodContext): JsonObject;
}

/** In the order in which they're tried. */
const SUBAGENTS: readonly Subagent[] = [
  {
    id: "claude-code",
    args: (
      { tool },
    ) => ["--strict-mcp-config", "--permission-mode", "dontAsk", "--allowedTools", `mcp__${PROXY_NAME}__${tool}`],
  },
  {
    id: "opencode",
    args: () => [],
    config: (entry, { tool }) => ({
      mcp: { [PROXY_NAME]: { type: "local", command: [entry.command, ...entry.args], enabled: true } },
      permission: { "*": "deny", [`${PROXY_NAME}_${tool}`]: "allow" },
    }),
  },
];

/** The method. */
export const subagent: Method = {
  id: "subagent",
  check: (context) => {
    const reasons = SUBAGENTS.map((one) => choose(one, context)).map((found) =>
      "reason" in found ? found.reason : undefined
    );
    if (reasons.includes(undefined)) return undefined;
    return { code: "ERR_METHOD_UNAVAILABLE", reason: [...new Set(reasons)].join("; ") };
  },
  run: (context) => {
    const chosen = SUBAGENTS.find((one) => "program" in choose(one, context))!;
    const { program } = choose(chosen, context) as { program: string };
    return runAgent(context, (folder, entry) => plan(chosen, program, folder, entry, context));
  },
};

function choose(one: Subagent, context: MethodContext): ReturnType<typeof checkAgent> {
  return checkAgent(one.id, findProfile(one.id).headless!.argv[0], context);
}

function plan(
  one: Subagent,
  program: string,
  folder: string,
  entry: { command: string; args: string[] },
  context: MethodContext,
): AgentRun {
  const { headless, server, title } = findProfile(one.id);
  const prompt = instructionsFor(context);
  const words = headless!.argv.slice(1).map((word) => word === "{prompt}" ? prompt : word);
  const config = one.config?.(entry, context) ?? { mcpServers: { [PROXY_NAME]: { type: "stdio", ...entry } } };
  const flag = server.flag?.value === "path" ? [server.flag.flag, join(folder, "servers.json")] : [];
  return {
    title,
    program,
    files: server.flag?.value === "path" ? { "servers.json": config } : {},
    args: [...words, ...flag, ...one.args(context)],
    input: null,
    env: server.env === undefined ? {} : { [server.env.variable]: JSON.stringify(config) },
  };
}
