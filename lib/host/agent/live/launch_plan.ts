/**
 * How an agent is started, as data: whoever makes one knows profiles, tokens and folders; the drivers know none of that.
 * Source: spec "Agents and the one dispatch".
 * @module
 */

/** The server of ours that an agent is given. */
export interface PlannedServer {
  name: string;
  command: string;
  args: readonly string[];
  /** Holds the agent's token, so it's never put on a command line. */
  env: Readonly<Record<string, string>>;
}

interface PlanBase {
  /** The agent's name. */
  agent: string;
  /** The client's title, for messages. */
  client: string;
  /** Absolute path of the program. */
  program: string;
  /** All of its environment: without other agents' marks, with the depth counted. */
  env: Readonly<Record<string, string>>;
  /** The workspace. */
  cwd: string;
  /** Stands before the first task of a session: who it is, what it has, how it delegates. */
  preamble: string;
  /** Takes away what was made for this run (token, folder); called once, after the client has ended. */
  dispose?(): void;
}

/** The Agent Client Protocol on stdin and stdout. */
export interface AcpPlan extends PlanBase {
  mode: "acp";
  args: readonly string[];
  servers: readonly PlannedServer[];
  /** The mode in which every decision is brought to us, where the client doesn't begin in it. */
  sessionMode?: string;
  /** The folder of its requests, where it has no server of ours. */
  requests?: string;
  /** How it writes a tool of a server when it asks for it. */
  asks?: { kind: string; title: string };
}

/** One process, a line of JSON each way for every turn, as Claude Code has it. */
export interface StreamJsonPlan extends PlanBase {
  mode: "stream-json";
  args: readonly string[];
  /** What is added to go on with a session; the item `{session}` is filled in. */
  resume: readonly string[];
}

/** A process for every turn, which prints JSON lines, as `codex exec --json` has it. */
export interface ExecJsonPlan extends PlanBase {
  mode: "exec-json";
  /** The first turn; the item `{prompt}` is filled in. */
  args: readonly string[];
  /** A further turn; the items `{prompt}` and `{session}` are filled in. */
  resume: readonly string[];
}

/** How an agent is started. */
export type LaunchPlan = AcpPlan | StreamJsonPlan | ExecJsonPlan;
