import { test } from "uvu";
import * as assert from "uvu/assert";
import {
  CAPABILITY_BOUNDS,
  type CapabilitySource,
  checkAssignments,
  MAIN_AGENT,
  parseSkill,
  renderCapabilities,
  resolveCapabilities,
  type SkillAssignment,
} from "../../mod.ts";

const SKILLS: CapabilitySource[] = [
  { name: "release", description: "Publishes", kind: "workflow" },
  { name: "tone", description: "How we write", scope: "project" },
  { name: "torn", scope: "project", state: "broken", reason: "Unquoted colon (line 2)" },
  { name: "bench", description: "Measures", kind: "workflow", scope: "global" },
  {
    name: "release",
    description: "Mine",
    kind: "workflow",
    scope: "global",
    state: "shadowed",
    reason: "shadowed by x",
  },
];

const agent = (skills: SkillAssignment[]) => ({ name: "tester", description: "Tests", skills, file: "tester.md" });
const names = (skills: SkillAssignment[]) => resolveCapabilities(agent(skills), SKILLS).map((one) => one.name);

test("the main agent has everything; broken and shadowed ones say so, and an older skill is a reference", () => {
  assert.equal(resolveCapabilities(MAIN_AGENT, SKILLS), [
    { name: "release", description: "Publishes", kind: "workflow" },
    { name: "tone", description: "How we write", kind: "reference" },
    { name: "torn", description: "", kind: "reference", state: "broken", reason: "Unquoted colon (line 2)" },
    { name: "bench", description: "Measures", kind: "workflow" },
    { name: "user:release", description: "Mine", kind: "workflow", state: "shadowed", reason: "shadowed by x" },
  ]);
});

const assignments: [string, SkillAssignment[], string[]][] = [
  ["nothing", [], []],
  ["in the order of the assignment", [{ name: "tone" }, { name: "release" }], ["tone", "release"]],
  ["the one that wins", [{ name: "release" }], ["release"]],
  ["the user's own, though it's shadowed", [{ name: "release", scope: "global" }], ["user:release"]],
  ["the project's", [{ name: "release", scope: "project" }], ["release"]],
  ["not the project's, which has none", [{ name: "bench", scope: "project" }], []],
  ["twice is once", [{ name: "tone" }, { name: "tone", scope: "project" }], ["tone"]],
  ["what nobody has", [{ name: "relaese" }, { name: "__proto__" }], []],
];
for (const [what, given, wanted] of assignments) {
  test(`an assignment gives ${what}`, () => assert.equal(names(given), wanted));
}

test("a parsed skill is a source", () => {
  const skill = parseSkill("---\nname: tone\ndescription: How we write\n---\nShort.\n");
  assert.equal(resolveCapabilities(agent([{ name: "tone" }]), [skill]), [
    { name: "tone", description: "How we write", kind: "reference" },
  ]);
});

test("names that no skill has are errors with the nearest names and the other scope", () => {
  const range = { start: { line: 4, column: 3, offset: 30 }, end: { line: 4, column: 9, offset: 36 } };
  const found = checkAssignments(
    agent([{ name: "tone" }, { name: "relaese", range }, { name: "bench", scope: "project" }, { name: "quite-other" }]),
    SKILLS,
  );
  assert.equal(found.map(({ code, severity, help }) => [code, severity, help]), [
    ["unknown-skill", "error", 'did you mean "release"?'],
    ["unknown-skill", "error", 'There is one with scope "global"'],
    ["unknown-skill", "error", undefined],
  ]);
  assert.is(found[0].range, range);
  assert.is(found[0].file, "tester.md");
  assert.match(found[0].message, 'Agent "tester" is given the skill "relaese"');
  assert.equal(checkAssignments(MAIN_AGENT, []), []);
});

test("the block shows kind and state, a line each", () => {
  assert.is(
    renderCapabilities(resolveCapabilities(MAIN_AGENT, [SKILLS[0], SKILLS[2], { name: "a", description: "b\n- c" }])),
    "- release (workflow): Publishes\n- torn (reference, broken): Unquoted colon (line 2)\n- a (reference): b - c",
  );
  assert.is(renderCapabilities([]), "");
});

test("the block stays within its bounds, and counts what it leaves out", () => {
  for (const length of [0, 10, 5_000]) {
    for (const count of [1, 25, 30, 31, 500]) {
      const many = Array.from({ length: count }, (_, i) => ({ name: `skill-${i}`, description: "d".repeat(length) }));
      const lines = renderCapabilities(resolveCapabilities(MAIN_AGENT, many)).split("\n");
      const rest = /^- and (\d+) more$/.exec(lines[lines.length - 1]);
      const shown = lines.length - (rest ? 1 : 0);
      assert.ok(lines.join("\n").length <= CAPABILITY_BOUNDS.block);
      assert.ok(shown <= CAPABILITY_BOUNDS.skills);
      assert.ok(lines.every((line) => line.length <= CAPABILITY_BOUNDS.line));
      assert.is(shown + Number(rest?.[1] ?? 0), count);
    }
  }
});

test.run();
