import { chmodSync, mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { USER_ROOTS, WORKSPACE_ROOTS } from "../../lib/host/roots.ts";
import { scanSkills, type SkillScan } from "../../lib/host/scan_skills.ts";
import { posix } from "./processes.ts";
import { put, scratch } from "./scratch.ts";

const text = "---\nname: a\ndescription: b\n---\n";

function machine(workspace: Record<string, string> = {}, home: Record<string, string> = {}) {
  return { workspace: scratch(workspace), home: scratch(home) };
}

/** `status qualified path`, the path below the workspace or home. */
function lines(scan: SkillScan, { workspace, home }: { workspace: string; home: string }): string[] {
  const short = (path: string) =>
    path.replace(workspace, "").replace(home, "~").replaceAll("\\", "/").replace(/^\//, "");
  return scan.entries.map((entry) => `${entry.status} ${entry.qualified} ${short(entry.path)}`);
}

test("nothing anywhere is no skill and no complaint", () => {
  const nowhere = { workspace: join(scratch(), "nowhere"), home: join(scratch(), "nowhere") };
  assert.equal(scanSkills(nowhere), { entries: [], warnings: [] });
  assert.equal(scanSkills(machine()), { entries: [], warnings: [] });
});

for (const [i, root] of WORKSPACE_ROOTS.entries()) {
  test(`${root} is a root of the workspace`, () => {
    const place = machine({ [`${root}/work/SKILL.md`]: text });
    const [entry] = scanSkills(place).entries;
    assert.equal([entry.scope, entry.root, entry.qualified], ["workspace", root, "workspace:work"]);
    assert.is(entry.path, join(place.workspace, root, "work", "SKILL.md"));
  });
  if (i === 0) continue;
  test(`${WORKSPACE_ROOTS[i - 1]} wins over ${root}`, () => {
    const place = machine({ [`${WORKSPACE_ROOTS[i - 1]}/work/SKILL.md`]: text, [`${root}/work/SKILL.md`]: text });
    assert.equal(scanSkills(place).entries.map((entry) => [entry.root, entry.status]), [
      [WORKSPACE_ROOTS[i - 1], "found"],
      [root, "shadowed"],
    ]);
  });
}
for (const root of USER_ROOTS) {
  test(`~/${root} is a root of the user's, and any of the workspace's wins over it`, () => {
    const place = machine({ ".devkit/workflows/work.yaml": "steps: []" }, { [`${root}/work/SKILL.md`]: text });
    assert.equal(lines(scanSkills(place), place), [
      "found workspace:work .devkit/workflows/work.yaml",
      `shadowed user:work ~/${root}/work/SKILL.md`,
    ]);
  });
}

test("in a folder the first file of a fixed order is the skill's, and its others are its own business", () => {
  const order = ["SKILL.md", "skill.md", "workflow.md", "workflow.yaml", "workflow.yml"];
  for (let i = 0; i < order.length; i++) {
    // SKILL.md and skill.md are one file on a system that ignores case.
    const names = order.slice(i).filter((name) => i > 0 || name !== "skill.md");
    const place = machine(Object.fromEntries(names.map((name) => [`skills/work/${name}`, text])));
    assert.equal(lines(scanSkills(place), place), [`found workspace:work skills/work/${order[i]}`]);
  }
});

test("then files that stand by themselves, by ending", () => {
  const place = machine({
    "skills/a.yml": "",
    "skills/a.yaml": "",
    "skills/a.md": "",
    "skills/a/SKILL.md": "",
    "skills/a-b.md": "",
    "workflows/build.yml": "",
  });
  assert.equal(lines(scanSkills(place), place), [
    "found workspace:a skills/a/SKILL.md",
    "shadowed workspace:a skills/a.md",
    "shadowed workspace:a skills/a.yaml",
    "shadowed workspace:a skills/a.yml",
    "found workspace:a-b skills/a-b.md",
    "found workspace:build workflows/build.yml",
  ]);
});

test("what isn't a skill is no entry and no complaint", () => {
  const place = machine({
    "skills/README.md": "# Skills",
    "skills/readme.md": "# Skills",
    "skills/AGENTS.md": "",
    "skills/notes.txt": "text",
    "skills/LICENSE": "MIT",
    "skills/.hidden/SKILL.md": text,
    "skills/.hidden.md": text,
    "skills/empty/other.md": text,
    "skills/group/deeper/SKILL.md": text,
    "skills/x.json": "{}",
    "other/work/SKILL.md": text,
  });
  mkdirSync(join(place.workspace, "skills/bare"));
  mkdirSync(join(place.workspace, "skills/odd/SKILL.md"), { recursive: true });
  assert.equal(scanSkills(place), { entries: [], warnings: [] });
});

test("two files of one name: a warning names both paths", () => {
  const place = machine({ ".agents/skills/work/SKILL.md": text }, { ".agents/skills/work/SKILL.md": text });
  const { entries, warnings } = scanSkills(place);
  const [winner, loser] = entries.map((entry) => entry.path);
  assert.is(entries[1].shadowedBy, winner);
  assert.equal(warnings.map((warning) => warning.code), ["shadowed-skill"]);
  assert.match(warnings[0].message, JSON.stringify(winner));
  assert.match(warnings[0].message, JSON.stringify(loser));
});

test("a broken skill wins by its place, not by what it holds", () => {
  const place = machine({ "skills/work/SKILL.md": "\0" }, { ".claude/skills/work/SKILL.md": text });
  assert.equal(lines(scanSkills(place), place), [
    "found workspace:work skills/work/SKILL.md",
    "shadowed user:work ~/.claude/skills/work/SKILL.md",
  ]);
});

test("the order is that of the roots, then of the names, whatever the file system's is", () => {
  const names = ["b", "a", "C", "ä", "a-1", "a.b", "10", "9"];
  const place = machine(Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, text])));
  const found = scanSkills(place).entries.map((entry) => entry.name);
  assert.equal(found, [...names].sort());
  for (let i = 0; i < 5; i++) assert.equal(scanSkills(place).entries.map((entry) => entry.name), found);
});

test("a name that a file system keeps in parts is the same name", () => {
  const place = machine({ "skills/cafe\u0301/SKILL.md": text });
  assert.equal(scanSkills(place).entries.map((entry) => entry.name), ["caf\u00e9"]);
});

test("the number of entries is bounded, and what is left out is said", () => {
  const place = machine(
    Object.fromEntries(Array.from({ length: 2_010 }, (_, i) => [`skills/s${10_000 + i}.yaml`, ""])),
  );
  const { entries, warnings } = scanSkills(place);
  assert.is(entries.length, 2_000);
  assert.is(entries[1_999].name, "s11999");
  assert.equal(warnings.map((warning) => warning.code), ["too-many-skills"]);
  assert.match(warnings[0].message, "skills has 2010 entries");
});

test("150 skills are named at once", () => {
  const place = machine(
    Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`skills/s${i}/SKILL.md`, text.repeat(100)])),
  );
  scanSkills(place);
  const started = performance.now();
  assert.is(scanSkills(place).entries.length, 150);
  assert.ok(performance.now() - started < 1_000, `took ${performance.now() - started} ms`);
});

test("a link that was checked out as text is named, and not followed", () => {
  const place = machine({
    "skills/work": "../elsewhere/work",
    "elsewhere/work/SKILL.md": text,
    ".claude": "../agents",
  });
  const { entries, warnings } = scanSkills(place);
  assert.equal(entries, []);
  assert.equal(warnings.map(({ code, path }) => [code, path]), [
    ["link-as-text", join(place.workspace, ".claude")],
    ["link-as-text", join(place.workspace, "skills", "work")],
  ]);
});

if (posix) {
  test("links that stay inside are followed", () => {
    const place = machine({ "lib/work/SKILL.md": text, "lib/loose.md": text, ".agents/skills/own/SKILL.md": text });
    symlinkSync("../../lib/work", join(place.workspace, ".agents/skills/linked"));
    symlinkSync("../../lib/loose.md", join(place.workspace, ".agents/skills/one.md"));
    const { entries, warnings } = scanSkills(place);
    assert.equal(entries.map((entry) => [entry.name, entry.status]), [["linked", "found"], ["one", "found"], [
      "own",
      "found",
    ]]);
    assert.equal(warnings, []);
  });

  test("one root that is a link to another doesn't shadow itself", () => {
    const place = machine({ ".agents/skills/work/SKILL.md": text });
    mkdirSync(join(place.workspace, ".claude"));
    symlinkSync("../.agents/skills", join(place.workspace, ".claude/skills"));
    assert.equal(scanSkills(place).warnings, []);
    assert.equal(lines(scanSkills(place), place), ["found workspace:work .agents/skills/work/SKILL.md"]);
  });

  test("links that lead out are refused with the reason, and shadow nothing", () => {
    const outside = scratch({ "work/SKILL.md": text, "loose.md": text });
    const place = machine({ "skills/half/other.md": "" }, { ".agents/skills/work/SKILL.md": text });
    symlinkSync(join(outside, "work"), join(place.workspace, "skills/work"));
    symlinkSync(join(outside, "loose.md"), join(place.workspace, "skills/loose.md"));
    symlinkSync(join(outside, "loose.md"), join(place.workspace, "skills/half/SKILL.md"));
    symlinkSync(join(outside, "loose.md"), join(place.workspace, "skills/README.md"));
    const scan = scanSkills(place);
    assert.equal(lines(scan, place), [
      "refused workspace:half skills/half/SKILL.md",
      "refused workspace:loose skills/loose.md",
      "refused workspace:work skills/work",
      "found user:work ~/.agents/skills/work/SKILL.md",
    ]);
    for (const entry of scan.entries.slice(0, 3)) {
      assert.match(entry.reason!, `is a link that leads out of the workspace, to "${outside}/`);
    }
    assert.equal(scan.warnings.map((warning) => warning.code), ["link-leads-out", "link-leads-out", "link-leads-out"]);
  });

  test("a root that leads out is refused as a whole", () => {
    const place = machine({}, { ".claude/other.txt": "" });
    symlinkSync(scratch({ "work/SKILL.md": text }), join(place.workspace, "skills"));
    symlinkSync(scratch({ "work/SKILL.md": text }), join(place.home, ".claude/skills"));
    const { entries, warnings } = scanSkills(place);
    assert.equal(entries, []);
    assert.equal(warnings.map((warning) => warning.code), ["link-leads-out", "link-leads-out"]);
    assert.match(warnings[0].message, /^Skills in skills are refused: .* leads out of the workspace, to "/);
    assert.match(
      warnings[1].message,
      /^Skills in ~\/\.claude\/skills are refused: .* leads out of your home folder, to "/,
    );
  });

  test("links in a circle or to nowhere are a warning each, and the rest is read", () => {
    const place = machine({ "skills/work/SKILL.md": text });
    symlinkSync("circle", join(place.workspace, "skills/circle"));
    symlinkSync("nowhere", join(place.workspace, "skills/dangling"));
    const { entries, warnings } = scanSkills(place);
    assert.is(entries.length, 1);
    assert.equal(warnings.map((warning) => warning.message.replace(/^.*skills\//, "")), [
      "circle\" can't be read: links lead in a circle",
      'dangling" is a link that leads nowhere',
    ]);
  });

  test("a folder that may not be read is a warning, and the rest is read", () => {
    if (process.getuid?.() === 0) return;
    const place = machine({ "skills/closed/SKILL.md": text, "skills/work/SKILL.md": text });
    chmodSync(join(place.workspace, "skills/closed"), 0o000);
    const { entries, warnings } = scanSkills(place);
    chmodSync(join(place.workspace, "skills/closed"), 0o700);
    assert.equal(entries.map((entry) => entry.name), ["work"]);
    assert.match(warnings[0].message, "permission denied");
  });

  test("a pipe isn't opened", () => {
    const place = machine({ "skills/work/x.txt": "" });
    // A directory entry that is no regular file: a link to a device.
    symlinkSync("/dev/null", join(place.workspace, "skills/null.md"));
    assert.is(scanSkills(place).entries.filter((entry) => entry.status === "found").length, 0);
    put(place.workspace, {});
    assert.is(realpathSync(place.workspace), place.workspace);
  });
}

test.run();
