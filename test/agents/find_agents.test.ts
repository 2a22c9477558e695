import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { findAgents } from "../../lib/host/agent/find_agents.ts";
import { scratch } from "../host/scratch.ts";
import { posix } from "../host/processes.ts";

const md = (fields: string) => `---\n${fields}\n---\nYou review.\n`;
const given = (files: Record<string, string>) => {
  const { agents, diagnostics } = findAgents(scratch(files));
  return {
    agents: agents.map(({ name, skills }) => [
      name,
      ...(skills === "all" ? ["all"] : skills.map(({ name, scope }) => scope ? `${name}@${scope}` : name)),
    ]),
    found: diagnostics.map(({ code, file, range, message }) => `${code} ${file}:${range.start.line} ${message}`),
  };
};

test("agents come from both folders and the list, by name; the first of a name wins", () => {
  const { agents, found } = given({
    ".claude/agents/reviewer.md": md("name: reviewer\ndescription: Reviews\nskills: tone, user:bench"),
    ".claude/agents/notes.txt": "not an agent",
    ".agents/agents/writer.md": md("description: Writes\nskills: [tone, {name: release, scope: global}]"),
    ".agents/agents/reviewer.md": md("description: Another"),
    "skill-workflow.yaml": "agents:\n  tester:\n    description: Tests\n    skills: [workspace:bench]\n",
  });
  assert.equal(agents, [
    ["reviewer", "tone", "bench@global"],
    ["tester", "bench@project"],
    ["writer", "tone", "release@global"],
  ]);
  assert.equal(found, [
    'shadowed-agent .agents/agents/reviewer.md:1 Two agents are called "reviewer": that of .claude/agents/reviewer.md is used',
  ]);
});

test("nothing there is nothing wrong", () => {
  assert.equal(given({}), { agents: [], found: [] });
  assert.equal(given({ "skill-workflow.yaml": "" }), { agents: [], found: [] });
  assert.equal(given({ "skill-workflow.yaml": "other: 1\nagents:\n" }), { agents: [], found: [] });
});

const wrong: [string, string, string, RegExp][] = [
  ["a name that climbs", ".claude/agents/a.md", md("name: ../x"), /^bad-agent .*:2 Agent name "\.\.\/x" isn't one/],
  [
    "skills as a mapping",
    ".claude/agents/a.md",
    md("skills: {tone: 1}"),
    /:2 Field "skills" is a mapping, wanted a list/,
  ],
  [
    "an unknown scope",
    ".claude/agents/a.md",
    md("skills: [{name: a, scope: all}]"),
    /:2 Scope "all" .* wanted "project"/,
  ],
  ["an entry without a name", ".claude/agents/a.md", md("skills: [{scope: global}]"), /:2 .*wanted a name, or/],
  ["no front matter", ".claude/agents/a.md", "You review.\n", /^no-front-matter .claude\/agents\/a\.md:1/],
  [
    "a list instead of a mapping",
    "skill-workflow.yaml",
    "agents: [a]\n",
    /^bad-agent skill-workflow\.yaml:1 .*is a list/,
  ],
  ["an agent that is a text", "skill-workflow.yaml", "agents:\n  a: b\n", /:2 Field "a" is "b", wanted a mapping/],
  ["broken YAML", "skill-workflow.yaml", "agents: {a\n", /^yaml-syntax skill-workflow\.yaml/],
];
for (const [what, file, text, expected] of wrong) {
  test(`${what} is reported with its place, and gives no agent`, () => {
    const { agents, found } = given({ [file]: text });
    assert.equal(agents, []);
    assert.ok(found.some((line) => expected.test(line)), found.join("\n"));
  });
}

test("a link that leads out of the workspace isn't followed", () => {
  if (!posix) return;
  const outside = scratch({ "secret.md": md("name: spy") });
  const workspace = scratch({ ".claude/agents/other.md": md("description: Fine") });
  symlinkSync(join(outside, "secret.md"), join(workspace, ".claude/agents/spy.md"));
  const { agents, diagnostics } = findAgents(workspace);
  assert.equal(agents.map(({ name }) => name), ["other"]);
  assert.match(diagnostics[0].message, "leads out of the workspace");
});

test.run();
