/**
 * A tool call as a client's hook reports it, and what the fence answers.
 * @module
 */

import type { Json } from "../json.ts";

/** One call of a tool, before it runs. */
export interface ToolCall {
  /** The client's name in the tool table, such as `claude-code`. An unknown one has no tools of its own. */
  client: string;
  /** The tool's name exactly as the client gives it. */
  tool: string;
  /** The MCP server, where the client names it apart from the tool. */
  server?: string;
  /** The tool's input as the client gives it. */
  input: Json;
  /** Absolute. */
  cwd: string;
  /** Absolute; where the session's files are. */
  workspace: string;
  /** The folder of the session's skill, absolute. Without it the workflow's name stands for the folder's. */
  skillFolder?: string;
  /** Made by a subagent of the session's owner. */
  subagent?: boolean;
  /** The command line isn't one of a POSIX shell (PowerShell, cmd). */
  foreignShell?: boolean;
  /** The name under which this package's server is registered; `skill-workflow` by default. */
  ownServer?: string;
}

/** The fence's answer. */
export interface Decision {
  /** Whether the call may be made. */
  allow: boolean;
  /** Why not: names the step and what is allowed. Always there when `allow` is false. */
  reason?: string;
  /** Advice beside an allowed call; the host gives it once a step. */
  nudge?: string;
  /** What is allowed now, one line. */
  allowed: string;
}
