import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { answerPermission, type AskedCall } from "../../lib/host/agent/live/permission.ts";
import { findProfile } from "../../lib/host/profile/mod.ts";
import { scratch } from "../host/scratch.ts";

const options = ["allow_always", "allow_once", "reject_once"].map((kind) => ({ optionId: kind, kind }));
const workspace = "/nowhere/at/all";
const decide = (client: string, toolCall: AskedCall) => {
  const { acpAsks } = findProfile(client);
  return answerPermission({ toolCall, options }, { workspace, ...(acpAsks ? { asks: acpAsks } : {}) });
};

const CASES: [client: string, kind: string | undefined, title: string, allowed: boolean][] = [
  ["claude-code", "other", "mcp__skill-workflow__read_skill", true],
  ["codex", "execute", "mcp.skill-workflow.ask_agent", true],
  ["gemini", "other", "start_workflow (skill-workflow MCP Server)", true],
  ["qwen", "other", "start_workflow (skill-workflow MCP Server)", true],
  ["opencode", "other", "skill-workflow_next_step", true],
  // Other servers' tools, also through us, and look-alikes.
  ["claude-code", "other", "mcp__skill-workflow__mcp_execute", false],
  ["claude-code", "other", "mcp__skill-workflow2__read_skill", false],
  ["gemini", "other", "delete (files MCP Server)", false],
  ["opencode", "other", "skill-workflow_next_step2", false],
  // The title of a shell command may be what the model calls it.
  ["copilot", "execute", "mcp.skill-workflow.read_skill", false],
  ["copilot", "execute", "skill-workflow/read_skill", false],
  ["claude-code", "execute", "mcp__skill-workflow__read_skill", false],
  ["gemini", "execute", "read_skill (skill-workflow MCP Server)", false],
  ["opencode", undefined, "skill-workflow_next_step", false],
];

for (const [client, kind, title, allowed] of CASES) {
  test(`${client} may${allowed ? "" : "n't"} use ${kind} "${title}"`, () => {
    const { outcome, allowed: told } = decide(client, { kind, title });
    assert.is(told, allowed);
    assert.equal(outcome, { outcome: "selected", optionId: allowed ? "allow_once" : "reject_once" });
  });
}

test("an agent without our server may write requests, and nothing beside them", () => {
  const rules = { workspace: scratch({ "a.txt": "" }), requests: join(scratch({ "in/x": "" }), "in") };
  const cases: [path: string, allowed: boolean][] = [
    [join(rules.requests, "one.json"), true],
    ["a.txt", true],
    [join(rules.requests, ".one.json.claim"), false],
    [join(rules.requests, "..", "servers.json"), false],
    [join(rules.workspace, ".claude", "settings.json"), false],
  ];
  for (const [path, allowed] of cases) {
    const toolCall = { kind: "edit", locations: [{ path }] };
    assert.is(answerPermission({ toolCall, options }, rules).allowed, allowed, path);
  }
});

test("without a fitting option nothing is allowed", () => {
  const always = [{ optionId: "x", kind: "allow_always" }];
  const { outcome, allowed } = answerPermission({ toolCall: { kind: "read" }, options: always }, { workspace });
  assert.equal([outcome, allowed], [{ outcome: "cancelled" }, false]);
});

test.run();
