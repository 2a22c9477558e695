import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { findSkills, type SkillListing } from "../../lib/host/find_skills.ts";
import { loadSkill } from "../../lib/host/load_skill.ts";
import { resolveSkill } from "../../lib/host/resolve_skill.ts";
import { root } from "../gate/runtimes.ts";
import { posix } from "./processes.ts";
import { put, scratch } from "./scratch.ts";

function skill(name: string, more = ""): string {
  return `---\nname: ${name}\ndescription: About ${name}.\n${more}---\nText. Call start_workflow.\n`;
}

const workflow = "workflow:\n  steps:\n    - {id: a, prompt: Go.}\n";

function machine(workspace: Record<string, string>, home: Record<string, string> = {}) {
  return { workspace: scratch(workspace), home: scratch(home) };
}

const byName = (skills: SkillListing[]) => Object.fromEntries(skills.map((one) => [one.qualified, one]));

test("each skill with what it is", () => {
  const place = machine({
    "skills/prose/SKILL.md": skill("prose"),
    "skills/steps/SKILL.md": skill("steps", workflow),
    "skills/whole/SKILL.md": skill("whole", "metadata: {kind: workflow, workflow: workflow.yaml}\n"),
    "skills/whole/workflow.yaml": workflow,
    "workflows/build.yaml": "description: Builds.\nsteps:\n  - {id: a, prompt: Go.}\n",
  });
  const { skills, warnings } = findSkills(place);
  assert.equal(warnings, []);
  assert.equal(skills.map(({ name, status, kind, form, description }) => [name, status, kind, form, description]), [
    ["prose", "ok", "reference", undefined, "About prose."],
    ["steps", "ok", "workflow", "inline", "About steps."],
    ["whole", "ok", "workflow", "portable", "About whole."],
    ["build", "ok", "workflow", "flat", "Builds."],
  ]);
  assert.is(skills[0].path, join(place.workspace, "skills", "prose", "SKILL.md"));
  assert.equal([skills[0].scope, skills[0].root, skills[0].qualified], ["workspace", "skills", "workspace:prose"]);
});

test("a broken skill is listed as broken, with its first error and its line", () => {
  const place = machine({
    "skills/empty/SKILL.md": "",
    "skills/key/SKILL.md": skill("key", "workflow:\n  steps:\n    - {id: a, prompt: Go., nxt: b}\n"),
    "skills/graph/SKILL.md": skill("graph", "workflow:\n  steps:\n    - {id: a, prompt: Go., next: nowhere}\n"),
    "skills/gone/SKILL.md": skill("gone", "metadata: {kind: workflow, workflow: workflow.yaml}\n"),
    "skills/binary/SKILL.md": "\0\0",
    "skills/link/SKILL.md": "../../lib/link/SKILL.md",
    "workflows/odd.yaml": "a: [",
  });
  const { skills } = findSkills(place);
  assert.equal(skills.map(({ name, status }) => [name, status]), [
    ...["binary", "empty", "gone", "graph", "key", "link"].map((name) => [name, "broken"]),
    ["odd", "broken"],
  ]);
  const found = byName(skills);
  assert.match(found["workspace:key"].reason!, /"nxt".*\(line 6\)$/);
  assert.match(found["workspace:graph"].reason!, /nowhere.*\(line 6\)$/);
  assert.match(found["workspace:gone"].reason!, /workflow\.yaml.*doesn't exist.*\(line 4\)$/);
  assert.match(found["workspace:link"].reason!, "looks like a link checked out as text");
  for (const one of skills) assert.is(one.reason!.includes("\n"), false, one.name);
});

test("a shadowed one is listed with what it is and who wins", () => {
  const place = machine({ "skills/work/SKILL.md": skill("work") }, {
    ".claude/skills/work/SKILL.md": skill("work", workflow),
  });
  const found = byName(findSkills(place).skills);
  assert.is(found["user:work"].status, "shadowed");
  assert.is(found["user:work"].shadowedBy, found["workspace:work"].path);
  assert.is(found["user:work"].reason, `shadowed by ${found["workspace:work"].path}`);
  assert.is(found["user:work"].kind, "workflow");
});

if (posix) {
  test("a refused one is listed with the reason and never read", () => {
    const place = machine({ "skills/a/SKILL.md": skill("a") });
    symlinkSync(scratch({ "SKILL.md": skill("secret") }), join(place.workspace, "skills/b"));
    const [, refused] = findSkills(place).skills;
    assert.equal([refused.name, refused.status, refused.description], ["b", "refused", undefined]);
    assert.match(refused.reason!, "leads out of the workspace");
  });
}

test("a change is seen, in the skill's own file and in those that it names, also when one comes or goes", () => {
  const place = machine({
    "skills/whole/SKILL.md": skill("whole", "metadata: {kind: workflow, workflow: workflow.yaml}\n"),
  });
  const status = () => findSkills(place).skills[0].status;
  const file = join(place.workspace, "skills/whole/workflow.yaml");
  assert.is(status(), "broken");
  put(place.workspace, { "skills/whole/workflow.yaml": workflow });
  assert.is(status(), "ok");
  assert.is(status(), "ok");
  put(place.workspace, { "skills/whole/workflow.yaml": workflow.replace("prompt", "prmopt") });
  assert.is(status(), "broken");
  rmSync(file);
  assert.is(status(), "broken");
  put(place.workspace, { "elsewhere.yaml": workflow });
  renameSync(join(place.workspace, "elsewhere.yaml"), file);
  assert.is(status(), "ok");
  put(place.workspace, { "skills/whole/SKILL.md": "" });
  assert.is(status(), "broken");
});

test("what hasn't changed isn't read again", () => {
  const place = machine(Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`skills/s${i}/SKILL.md`, skill(`s${i}`, workflow)]),
  ));
  const then = new Date(Date.now() - 60_000);
  for (let i = 0; i < 100; i++) utimesSync(join(place.workspace, `skills/s${i}/SKILL.md`), then, then);
  const timed = () => {
    const started = performance.now();
    const found = findSkills(place);
    return { found, took: performance.now() - started };
  };
  const first = timed();
  const second = timed();
  assert.equal(second.found, first.found);
  assert.is(first.found.skills.filter((one) => one.status === "ok").length, 100);
  assert.ok(second.took < first.took / 2, `first ${first.took} ms, second ${second.took} ms`);
});

const cases = join(root, "test/fixtures/cases");

/** A case's workspace and home, copied. */
function copyOf(name: string): { workspace: string; home: string } {
  const folder = scratch();
  cpSync(join(cases, name), folder, { recursive: true });
  return { workspace: join(folder, "workspace"), home: join(folder, "home") };
}

test("09-same-name-in-two-roots: the project wins, both are listed, and the other stays reachable", () => {
  const place = copyOf("09-same-name-in-two-roots");
  const file = ".agents/skills/label-parcels/SKILL.md";
  const [own, users] = [join(place.workspace, file), join(place.home, file)];
  const before = [own, users].map((path) => readFileSync(path, "utf8"));
  const read = (name: string) => loadSkill(resolveSkill(name, place)).skill!.body;

  assert.match(read("label-parcels"), "This is the project copy.");
  const { skills, warnings } = findSkills(place);
  assert.equal(skills.map(({ path, status, shadowedBy }) => ({ path, status, shadowedBy })), [
    { path: own, status: "ok", shadowedBy: undefined },
    { path: users, status: "shadowed", shadowedBy: own },
  ]);
  assert.is(warnings.length, 1);
  assert.ok(warnings[0].message.includes(JSON.stringify(own)) && warnings[0].message.includes(JSON.stringify(users)));
  assert.match(read("user:label-parcels"), "This is the user copy.");
  assert.match(read(users), "This is the user copy.");
  assert.match(read("workspace:label-parcels"), "This is the project copy.");
  assert.equal([own, users].map((path) => readFileSync(path, "utf8")), before);
});

test("10-link-checked-out-as-text: it's named with its target, not followed, and the other roots are read", () => {
  const place = copyOf("10-link-checked-out-as-text");
  const file = join(place.workspace, ".agents", "skills");
  assert.is(readFileSync(file, "utf8"), "../team-skills");
  const { skills, warnings } = findSkills(place);
  assert.equal(skills.map(({ name, status }) => [name, status]), [["feed-cat", "ok"]]);
  assert.equal(warnings.map(({ code, path }) => [code, path]), [["link-as-text", file]]);
  assert.match(warnings[0].message, "looks like a link checked out as text");
  assert.match(warnings[0].message, '"../team-skills"');
  assert.match(warnings[0].message, "core.symlinks");
  assert.not.match(warnings[0].message, /ENOTDIR|not a directory/i);
});

test.run();
