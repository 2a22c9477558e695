import { test } from "uvu";
import * as assert from "uvu/assert";
import { applyPlan } from "../../lib/host/install/apply_plan.ts";
import { hooksFile, inspectClient, overallEnforcement } from "../../lib/host/install/inspect_client.ts";
import { planInstall } from "../../lib/host/install/plan_install.ts";
import { findProfile } from "../../lib/host/profile/mod.ts";
import type { Scope } from "../../lib/host/profile/profile_type.ts";
import { makeInstallScratch } from "./install_scratch.ts";

/** A file of the client's own, with `@` for the workspace and `^` for the folder above it. */
type Written = [path: string, text: string];

/** Client, scope, what the client keeps, and then: server, its trust, hooks, their trust, enforcement. */
const ROWS: [string, Scope, Written | undefined, string][] = [
  ["claude-code", "user", undefined, "absent unknown installed trusted enforced"],
  ["claude-code", "workspace", undefined, "registered unknown installed untrusted advisory"],
  [
    "claude-code",
    "workspace",
    ["~/.claude.json", '{"projects":{"^":{"hasTrustDialogAccepted":true}}}'],
    "registered unknown installed trusted enforced",
  ],
  [
    "claude-code",
    "workspace",
    ["~/.claude.json", '{"projects":{"@":{"hasTrustDialogAccepted":"yes"},"/x":{"hasTrustDialogAccepted":true}}}'],
    "registered unknown installed untrusted advisory",
  ],
  ["codex", "user", undefined, "registered trusted installed unknown unknown"],
  ["codex", "workspace", undefined, "registered untrusted installed unknown unknown"],
  [
    "codex",
    "workspace",
    ["~/.codex/config.toml", '[projects."@"]\ntrust_level = "trusted"\n'],
    "registered trusted installed unknown unknown",
  ],
  [
    "codex",
    "workspace",
    ["~/.codex/config.toml", '[projects."^"]\ntrust_level = "trusted"\n'],
    "registered untrusted installed unknown unknown",
  ],
  ["gemini", "user", undefined, "registered untrusted installed trusted enforced"],
  [
    "gemini",
    "workspace",
    ["~/.gemini/trustedFolders.json", '{"^":"TRUST_FOLDER"}'],
    "registered trusted installed trusted enforced",
  ],
  [
    "gemini",
    "workspace",
    ["~/.gemini/trustedFolders.json", '{"@":"DO_NOT_TRUST"}'],
    "registered untrusted installed untrusted advisory",
  ],
  ["copilot", "workspace", undefined, "registered untrusted installed untrusted advisory"],
  [
    "copilot",
    "workspace",
    ["~/.copilot/config.json", '// its own\n{"trustedFolders":["@"]}'],
    "registered trusted installed trusted enforced",
  ],
  ["opencode", "user", undefined, "registered trusted installed trusted enforced"],
  ["qwen", "user", undefined, "registered unknown none unknown advisory"],
  ["cursor", "user", undefined, "registered unknown installed unknown unknown"],
  ["zed", "user", undefined, "registered unknown none unknown advisory"],
];

for (const [client, scope, written, wanted] of ROWS) {
  test(`${client} for ${scope}${written === undefined ? "" : ` with ${written[1]}`}: ${wanted}`, async () => {
    const at = makeInstallScratch();
    if (written !== undefined) {
      const above = at.workspace.replace(/\/[^/]+$/, "");
      at.write(written[0], written[1].replace("@", at.workspace).replace("^", above));
    }
    await applyPlan(planInstall(at.request(client, scope)), () => Promise.resolve({ exitCode: 0, output: "" }));
    const { machine } = at.request(client, scope);
    const found = inspectClient(findProfile(client), machine).find((one) => one.scope === scope)!;
    assert.equal(found.problems, []);
    const { server, serverTrust, hooks, hooksTrust, enforcement } = found;
    assert.is([server, serverTrust, hooks, hooksTrust, enforcement].join(" "), wanted);
  });
}

test("what isn't installed is advice, and one scope that holds is enough", async () => {
  const at = makeInstallScratch();
  const { profile, machine } = at.request("gemini", "user");
  assert.is(overallEnforcement(inspectClient(profile, machine)), "advisory");
  await applyPlan(planInstall(at.request("gemini", "user")), () => Promise.reject(new Error("none")));
  assert.is(overallEnforcement(inspectClient(profile, machine)), "enforced");
});

test("a variable that trusts the folder counts", () => {
  const at = makeInstallScratch();
  const { profile, machine } = at.request("gemini", "workspace");
  at.write(".gemini/settings.json", '{"mcpServers":{"skill-workflow":{}}}');
  const trusts = (env: Record<string, string>) => inspectClient(profile, { ...machine, env })[1].serverTrust;
  assert.is(trusts({ GEMINI_CLI_TRUST_WORKSPACE: "true" }), "trusted");
  assert.is(trusts({ GEMINI_CLI_TRUST_WORKSPACE: "false" }), "untrusted");
});

test("Codex' hooks are trusted where it says so itself", async () => {
  const at = makeInstallScratch();
  const { profile, machine } = at.request("codex", "user");
  await applyPlan(planInstall(at.request("codex", "user")), () => Promise.reject(new Error("none")));
  const file = hooksFile(profile, "user", machine)!;
  for (const [trusted, enforcement] of [[true, "enforced"], [false, "advisory"]] as const) {
    assert.is(inspectClient(profile, machine, new Map([[file, trusted]]))[0].enforcement, enforcement);
  }
});

test("a record that can't be read is a problem, and nothing is known then", () => {
  const at = makeInstallScratch();
  const { profile, machine } = at.request("copilot", "workspace");
  at.write(".github/mcp.json", '{"mcpServers":{"skill-workflow":{}}}');
  at.write("~/.copilot/config.json", "{");
  const [, found] = inspectClient(profile, machine);
  assert.is(found.serverTrust, "unknown");
  assert.match(found.problems[0], /config\.json.*can't be read/);
});

test.run();
