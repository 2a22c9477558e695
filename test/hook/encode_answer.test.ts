import { test } from "uvu";
import * as assert from "uvu/assert";
import { encodeAnswer, type HookAnswer } from "../../lib/host/hook/encode_answer.ts";
import type { HookHost, HookPurpose } from "../../lib/host/hook/hook_event.ts";

/** Host, answer and the exact result: stdout (without its line's end), stderr, exit code. */
type Row = [HookHost, string, string, 0 | 2];

function table(event: string, purpose: HookPurpose, answer: HookAnswer, rows: Row[]): void {
  for (const [host, stdout, stderr, exitCode] of rows) {
    test(`${host}: ${answer.kind} at ${event || purpose}`, () => {
      const line = (text: string) => text === "" ? "" : `${text}\n`;
      assert.equal(encodeAnswer(host, event, purpose, answer), {
        stdout: line(stdout),
        stderr: line(stderr),
        exitCode,
      });
    });
  }
}

table("PreToolUse", "tool", { kind: "deny", reason: "no" }, [
  ["claude-code", "", "no", 2],
  ["devin", "", "no", 2],
  ["codex", "", "no", 2],
  ["gemini", "", "no", 2],
  ["windsurf", "", "no", 2],
  ["copilot", '{"permissionDecision":"deny","permissionDecisionReason":"no"}', "", 0],
  ["copilot-pascal", '{"permissionDecision":"deny","permissionDecisionReason":"no"}', "", 0],
  [
    "vscode",
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}',
    "",
    0,
  ],
  ["cursor", '{"permission":"deny","user_message":"no","agent_message":"no"}', "", 0],
  ["antigravity", '{"decision":"deny","reason":"no"}', "", 0],
  ["opencode", '{"allow":false,"reason":"no"}', "", 0],
]);

for (const answer of [{ kind: "allow" }, { kind: "nothing" }] as const) {
  table("PreToolUse", "tool", answer, [
    ["claude-code", "", "", 0],
    ["devin", "", "", 0],
    ["codex", "", "", 0],
    ["gemini", "{}", "", 0],
    ["windsurf", "", "", 0],
    ["copilot", "", "", 0],
    ["copilot-pascal", "", "", 0],
    ["vscode", "", "", 0],
    ["cursor", '{"permission":"allow"}', "", 0],
    ["antigravity", '{"decision":"allow"}', "", 0],
    ["opencode", '{"allow":true}', "", 0],
  ]);
}

table("PreToolUse", "tool", { kind: "allow", context: "hint" }, [
  ["claude-code", '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"hint"}}', "", 0],
  ["vscode", '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"hint"}}', "", 0],
  ["codex", "", "", 0],
  ["gemini", "{}", "", 0],
  ["copilot", "", "", 0],
]);

table("SessionStart", "start", { kind: "context", text: "step" }, [
  ["claude-code", '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"step"}}', "", 0],
  ["vscode", '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"step"}}', "", 0],
  ["gemini", '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"step"}}', "", 0],
  ["codex", "step", "", 0],
  ["copilot", '{"additionalContext":"step"}', "", 0],
  ["cursor", '{"additional_context":"step"}', "", 0],
  ["antigravity", '{"injectSteps":[{"ephemeralMessage":"step"}]}', "", 0],
  ["opencode", '{"context":"step"}', "", 0],
]);

table("", "prompt", { kind: "context", text: "step" }, [
  ["claude-code", '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"step"}}', "", 0],
]);

table("Stop", "stop", { kind: "block", reason: "go on" }, [
  ["claude-code", '{"decision":"block","reason":"go on"}', "", 0],
  ["codex", '{"decision":"block","reason":"go on"}', "", 0],
  ["copilot", '{"decision":"block","reason":"go on"}', "", 0],
  ["gemini", '{"decision":"deny","reason":"go on"}', "", 0],
  ["vscode", '{"hookSpecificOutput":{"hookEventName":"Stop","decision":"block","reason":"go on"}}', "", 0],
  ["cursor", '{"followup_message":"go on"}', "", 0],
  ["antigravity", '{"decision":"continue","reason":"go on"}', "", 0],
  ["opencode", '{"followup":"go on"}', "", 0],
]);

table("Stop", "stop", { kind: "nothing" }, [
  ["claude-code", "", "", 0],
  ["gemini", "", "", 0],
  ["cursor", "", "", 0],
  ["antigravity", "", "", 0],
]);

test("never ask, never exit code 1, never a denial without a reason", () => {
  const hosts: HookHost[] = [
    "claude-code",
    "codex",
    "gemini",
    "copilot",
    "vscode",
    "cursor",
    "antigravity",
    "opencode",
  ];
  const answers: HookAnswer[] = [{ kind: "allow" }, { kind: "deny", reason: "no" }, { kind: "block", reason: "no" }];
  for (const host of hosts) {
    for (const answer of answers) {
      const { stdout, stderr, exitCode } = encodeAnswer(host, "PreToolUse", "tool", answer);
      assert.not.match(stdout, /"ask"/);
      assert.ok(exitCode === 0 || (exitCode === 2 && stderr.trim() !== ""));
      if (stdout !== "") assert.ok(stdout.endsWith("\n") && JSON.parse(stdout));
    }
  }
});

test.run();
