/**
 * A hook's answer in the form that each host understands. Source: spec "Fence and hooks".
 * @module
 */

import type { Json } from "../../json.ts";
import type { HookHost, HookPurpose } from "./hook_event.ts";

/** What the hook has to say. */
export type HookAnswer =
  | { kind: "allow"; context?: string }
  | { kind: "deny"; reason: string }
  /** Text for the model, put in at a session's start or beside a prompt. */
  | { kind: "context"; text: string }
  /** The agent mustn't stop yet. */
  | { kind: "block"; reason: string }
  | { kind: "nothing" };

/** What the hook's process does. JSON is printed whole or not at all. */
export interface HookResult {
  /** What is printed to stdout. */
  stdout: string;
  /** What is printed to stderr. */
  stderr: string;
  /** The exit code. */
  exitCode: 0 | 2;
}

const SILENT: HookResult = Object.freeze({ stdout: "", stderr: "", exitCode: 0 });

/**
 * Encodes an answer. `event` is the host's own name of the event. Never answers "ask": a host without a person would run
 * the tool, or wait for ever.
 */
export function encodeAnswer(host: HookHost, event: string, purpose: HookPurpose, answer: HookAnswer): HookResult {
  switch (answer.kind) {
    case "deny":
      return encodeDeny(host, event, answer.reason);
    case "allow":
      return encodeAllow(host, event, answer.context);
    case "context":
      return encodeContext(host, event, purpose, answer.text);
    case "block":
      return encodeBlock(host, event, answer.reason);
    case "nothing":
      return purpose === "tool" ? encodeAllow(host, event, undefined) : SILENT;
  }
}

/** Exit code 2 with text on stderr stops the tool wherever it's known; the others have a form of their own. */
function encodeDeny(host: HookHost, event: string, reason: string): HookResult {
  switch (host) {
    case "copilot":
    case "copilot-pascal":
      // What stands on stderr beside exit code 2 is lost there.
      return json({ permissionDecision: "deny", permissionDecisionReason: reason });
    case "vscode":
      return json({
        hookSpecificOutput: { hookEventName: event, permissionDecision: "deny", permissionDecisionReason: reason },
      });
    case "cursor":
      return json({ permission: "deny", user_message: reason, agent_message: reason });
    case "antigravity":
      return json({ decision: "deny", reason });
    case "opencode":
      return json({ allow: false, reason });
    default:
      return { stdout: "", stderr: `${reason}\n`, exitCode: 2 };
  }
}

function encodeAllow(host: HookHost, event: string, context: string | undefined): HookResult {
  switch (host) {
    case "claude-code":
    case "devin":
    case "vscode":
      // Without a decision of ours the host's own permissions go on to count.
      if (context === undefined) return SILENT;
      return json({ hookSpecificOutput: { hookEventName: event || "PreToolUse", additionalContext: context } });
    case "gemini":
      return json({});
    case "cursor":
      return json({ permission: "allow" });
    case "antigravity":
      return json({ decision: "allow" });
    case "opencode":
      return json({ allow: true });
    default:
      return SILENT;
  }
}

function encodeContext(host: HookHost, event: string, purpose: HookPurpose, text: string): HookResult {
  switch (host) {
    case "codex":
    case "windsurf":
      return { stdout: `${text}\n`, stderr: "", exitCode: 0 };
    case "copilot":
    case "copilot-pascal":
      return json({ additionalContext: text });
    case "cursor":
      return json({ additional_context: text });
    case "antigravity":
      return json({ injectSteps: [{ ephemeralMessage: text }] });
    case "opencode":
      return json({ context: text });
    default: {
      const name = event || (purpose === "start" ? "SessionStart" : "UserPromptSubmit");
      return json({ hookSpecificOutput: { hookEventName: name, additionalContext: text } });
    }
  }
}

function encodeBlock(host: HookHost, event: string, reason: string): HookResult {
  switch (host) {
    case "gemini":
      return json({ decision: "deny", reason });
    case "vscode":
      return json({ hookSpecificOutput: { hookEventName: event, decision: "block", reason } });
    case "cursor":
      return json({ followup_message: reason });
    case "antigravity":
      return json({ decision: "continue", reason });
    case "opencode":
      return json({ followup: reason });
    default:
      return json({ decision: "block", reason });
  }
}

function json(value: Json): HookResult {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: "", exitCode: 0 };
}
