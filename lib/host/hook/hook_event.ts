/**
 * A hook's input, the same for every host. Which host calls is decided by the input: a hook that is registered for one
 * client is run by others as well. Source: spec "Fence and hooks".
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../../json.ts";

/** What the host wants of the hook. */
export type HookPurpose = "tool" | "start" | "prompt" | "stop" | "subagent_stop" | "other";

/** A host, as far as its hooks are concerned; `copilot-pascal` is Copilot CLI with an event of Claude's name. */
export type HookHost =
  | "claude-code"
  | "devin"
  | "codex"
  | "gemini"
  | "copilot"
  | "copilot-pascal"
  | "vscode"
  | "cursor"
  | "antigravity"
  | "windsurf"
  | "opencode";

/** A hook's input. */
export interface HookEvent {
  host: HookHost;
  purpose: HookPurpose;
  /** The event's name as the host has it; empty where it names none. */
  event: string;
  /** The host's session; empty where it names none, and then it owns nothing. */
  session: string;
  /** The subagent that calls. */
  agent?: string;
  cwd: string;
  /** Where the workspace may be. */
  folders: string[];
  tool?: { name: string; server?: string; input: Json; useId?: string };
  /** The agent is going on because a stop hook kept it. */
  stopActive: boolean;
  /** Asks whether a stop would be blocked, and doesn't count as one. */
  peek?: true;
  /** Something of the agent's still runs. */
  background: boolean;
  /** What a subagent has said, and where its transcript is. */
  lastMessage: string;
  transcript?: string;
  /** Number of the model's call in this turn, where the event comes with each. */
  invocation?: number;
}

const HOSTS: ReadonlySet<string> = new Set<HookHost>([
  "claude-code",
  "devin",
  "codex",
  "gemini",
  "copilot",
  "vscode",
  "cursor",
  "antigravity",
  "windsurf",
  "opencode",
]);

const PURPOSES: ReadonlyMap<string, HookPurpose> = new Map<string, HookPurpose>([
  ...["PreToolUse", "preToolUse", "BeforeTool", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile"].map(
    (name): [string, HookPurpose] => [name, "tool"],
  ),
  ...["SessionStart", "sessionStart"].map((name): [string, HookPurpose] => [name, "start"]),
  ...["UserPromptSubmit", "BeforeAgent", "userPromptSubmitted", "PreInvocation"].map(
    (name): [string, HookPurpose] => [name, "prompt"],
  ),
  ...["Stop", "AfterAgent", "agentStop", "stop"].map((name): [string, HookPurpose] => [name, "stop"]),
  ...["SubagentStop", "subagentStop"].map((name): [string, HookPurpose] => [name, "subagent_stop"]),
]);

/**
 * Which host's input it is. `registered` is the client that the hook was registered for: it decides only where the input
 * has no mark of its own.
 *
 * @example
 * ```ts
 * import { recogniseHost } from "./hook_event.ts";
 * console.assert(recogniseHost({ toolCall: { name: "view_file", args: {} } }, "claude-code") === "antigravity");
 * ```
 */
export function recogniseHost(payload: JsonObject, registered: string): HookHost {
  const has = (key: string) => Object.hasOwn(payload, key);
  const event = text(payload.hook_event_name);
  if (has("toolCall") || has("conversationId")) return "antigravity";
  if (has("conversation_id")) return "cursor";
  if (has("agent_action_name")) return "windsurf";
  if (has("opencode")) return "opencode";
  if (has("hookEventName")) return "vscode";
  if (event === "" && (has("toolName") || has("sessionId") || registered === "copilot")) return "copilot";
  if (has("turn_id")) return "codex";
  if (has("prompt_id")) return "claude-code";
  if (/^(?:Before|After)(?:Tool|Agent|Model)/.test(event) || (has("timestamp") && has("transcript_path"))) {
    return "gemini";
  }
  if (typeof payload.timestamp === "string" && !has("tool_use_id")) return "copilot-pascal";
  if (registered === "copilot") return "copilot-pascal";
  return HOSTS.has(registered) ? registered as HookHost : "claude-code";
}

/** Reads a hook's input. `expected` is what the hook was registered for, for hosts that name no event. */
export function readHookEvent(payload: JsonObject, registered: string, expected: HookPurpose): HookEvent {
  const host = recogniseHost(payload, registered);
  const event = text(payload.hook_event_name) || text(payload.hookEventName) || text(payload.agent_action_name) ||
    text(payload.event);
  const roots = [payload.workspace_roots, payload.workspacePaths, payload.directory].flatMap(texts);
  const cwd = text(payload.cwd) || text(object(payload.tool_info).cwd) || roots[0] || "";
  const agent = text(payload.agent_id);
  return {
    host,
    purpose: purposeOf(host, event, payload, expected),
    event,
    session: text(payload.session_id) || text(payload.sessionId) || text(payload.conversation_id) ||
      text(payload.conversationId) || text(payload.trajectory_id),
    ...(agent === "" ? {} : { agent }),
    cwd,
    folders: [cwd, ...roots].filter((folder) => folder !== ""),
    ...toolOf(host, event, payload),
    stopActive: payload.stop_hook_active === true || payload.stopHookActive === true,
    ...(host === "opencode" && payload.peek === true ? { peek: true } : {}),
    background: (Array.isArray(payload.background_tasks) && payload.background_tasks.length > 0) ||
      payload.fullyIdle === false,
    lastMessage: text(payload.last_assistant_message),
    ...(text(payload.agent_transcript_path) === "" ? {} : { transcript: text(payload.agent_transcript_path) }),
    ...(typeof payload.invocationNum === "number" ? { invocation: payload.invocationNum } : {}),
  };
}

function purposeOf(host: HookHost, event: string, payload: JsonObject, expected: HookPurpose): HookPurpose {
  const named = PURPOSES.get(event);
  if (named !== undefined) return named;
  if (host === "windsurf") return event.startsWith("pre_") && event !== "pre_user_prompt" ? "tool" : "other";
  if (host === "antigravity") {
    if (Object.hasOwn(payload, "toolCall")) return "tool";
    return Object.hasOwn(payload, "invocationNum") ? "prompt" : expected;
  }
  if (host === "copilot" && Object.hasOwn(payload, "toolName")) return "tool";
  if (host === "opencode") return expected;
  return event === "" ? expected : "other";
}

function toolOf(host: HookHost, event: string, payload: JsonObject): Pick<HookEvent, "tool"> {
  const useId = text(payload.tool_use_id);
  const tool = (name: string, input: Json, server?: string): Pick<HookEvent, "tool"> => ({
    tool: { name, input, ...(server ? { server } : {}), ...(useId ? { useId } : {}) },
  });
  switch (host) {
    case "antigravity": {
      const call = object(payload.toolCall);
      return tool(text(call.name), call.args ?? {});
    }
    case "windsurf": {
      const info = object(payload.tool_info);
      if (event === "pre_mcp_tool_use") {
        const server = text(info.mcp_server_name);
        const name = text(info.mcp_tool_name);
        return tool(`mcp__${server}__${name}`, info.mcp_tool_arguments ?? {}, server);
      }
      const name = { pre_run_command: "run_command", pre_write_code: "write_code", pre_read_code: "read_code" }[event];
      return tool(name ?? "", event === "pre_run_command" ? { command: info.command_line ?? "" } : info);
    }
    case "cursor":
      if (event === "beforeShellExecution") return tool("Shell", { command: payload.command ?? "" });
      if (event === "beforeReadFile") return tool("Read", { path: payload.file_path ?? "" });
      if (event === "beforeMCPExecution") return tool(`MCP:${text(payload.tool_name)}`, parsed(payload.tool_input));
      return tool(text(payload.tool_name), parsed(payload.tool_input));
    case "copilot":
      return tool(text(payload.toolName), parsed(payload.toolArgs));
    case "gemini":
      return tool(text(payload.tool_name), parsed(payload.tool_input), text(object(payload.mcp_context).server_name));
    default:
      return tool(text(payload.tool_name), parsed(payload.tool_input), text(object(payload.mcp_server).name));
  }
}

/** Some hosts hand a tool's input over as JSON in a text. */
function parsed(input: Json | undefined): Json {
  if (typeof input !== "string") return input ?? {};
  try {
    return JSON.parse(input) as Json;
  } catch {
    return input;
  }
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function texts(value: Json | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).map(text).filter((one) => one !== "");
}

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
