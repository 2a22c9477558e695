/**
 * Variables that coding agents set for the programs they start. Exact names: a user's own settings (`CODEX_HOME`,
 * `GEMINI_CLI_TRUST_WORKSPACE`, `CLAUDE_CODE_USE_BEDROCK`) begin alike and are left alone. Source: spec "A person's
 * commands" and the clients' own documentation.
 * @module
 */

/** What one client sets. */
export interface AgentMarkers {
  client: string;
  /** Set in an agent's shell and in no other: there, a person's command is refused. */
  telling: readonly string[];
  /** Also set in a person's terminal inside the editor, or by hooks: taken away from commands, but they prove nothing. */
  others: readonly string[];
}

/** The clients that are known to mark their children, in the order in which they're asked. */
export const AGENT_MARKERS: readonly AgentMarkers[] = [
  {
    client: "Claude Code",
    telling: ["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_CHILD_SESSION"],
    others: [
      "CLAUDE_CODE_EXECPATH",
      "CLAUDE_CODE_SSE_PORT",
      "CLAUDE_CODE_IS_COWORK",
      "CLAUDE_EFFORT",
      "CLAUDE_ENV_FILE",
      "CLAUDE_PID",
      "CLAUDE_PLUGIN_DATA",
      "CLAUDE_PLUGIN_ROOT",
      "CLAUDE_PROJECT_DIR",
    ],
  },
  {
    client: "Codex",
    telling: ["CODEX_THREAD_ID", "CODEX_CI", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED"],
    others: [],
  },
  { client: "Gemini CLI", telling: ["GEMINI_CLI"], others: [] },
  { client: "Qwen Code", telling: ["QWEN_CODE"], others: [] },
  { client: "Antigravity", telling: ["ANTIGRAVITY_AGENT"], others: [] },
  { client: "Copilot CLI", telling: ["COPILOT_CLI", "COPILOT_AGENT_SESSION_ID"], others: [] },
  { client: "opencode", telling: ["OPENCODE"], others: ["OPENCODE_PID"] },
  { client: "Cursor", telling: ["CURSOR_AGENT"], others: [] },
  { client: "Auggie", telling: ["AUGMENT_AGENT"], others: [] },
  { client: "Cline", telling: ["CLINE_ACTIVE"], others: [] },
  { client: "an agent", telling: ["AI_AGENT"], others: [] },
];

/** The first variable that says that an agent's shell is around us, and whose it is. An empty value says nothing. */
export function findAgentMarker(
  env: Readonly<Record<string, string | undefined>>,
): { client: string; name: string } | undefined {
  for (const { client, telling } of AGENT_MARKERS) {
    const name = telling.find((name) => env[name] !== undefined && env[name] !== "");
    if (name !== undefined) return { client, name };
  }
  return undefined;
}

const ALL: ReadonlySet<string> = new Set(AGENT_MARKERS.flatMap(({ telling, others }) => [...telling, ...others]));

/** The environment without any agent's marks, for programs that shall not take themselves for an agent's. */
export function withoutAgentMarkers(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const rest: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && !ALL.has(name)) rest[name] = value;
  return rest;
}
