import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { WorkflowResolutionError } from "../../lib/error.ts";
import { resolveSkill } from "../../lib/host/resolve_skill.ts";
import { posix } from "./processes.ts";
import { scratch } from "./scratch.ts";

const text = "---\nname: a\ndescription: b\n---\n";
const workspace = scratch({
  ".agents/skills/work/SKILL.md": text,
  ".claude/skills/work/SKILL.md": text,
  ".agents/skills/plan/SKILL.md": text,
  "workflows/build.yaml": "steps: []",
  "other/tidy/workflow.md": text,
  "other/notes.txt": "x",
  "other/empty/x.md": text,
  "local/SKILL.md": text,
});
const home = scratch({ ".agents/skills/work/SKILL.md": text, ".agents/skills/mine/SKILL.md": text });
const options = { workspace, home };

const found: Record<string, [file: string, scope: string, name: string]> = {
  "work": [join(workspace, ".agents/skills/work/SKILL.md"), "workspace", "work"],
  "workspace:work": [join(workspace, ".agents/skills/work/SKILL.md"), "workspace", "work"],
  "user:work": [join(home, ".agents/skills/work/SKILL.md"), "user", "work"],
  "mine": [join(home, ".agents/skills/mine/SKILL.md"), "user", "mine"],
  "build": [join(workspace, "workflows/build.yaml"), "workspace", "build"],
  "./other/tidy": [join(workspace, "other/tidy/workflow.md"), "path", "tidy"],
  "other/tidy/": [join(workspace, "other/tidy/workflow.md"), "path", "tidy"],
  "other/tidy/workflow.md": [join(workspace, "other/tidy/workflow.md"), "path", "tidy"],
  ".claude/skills/work": [join(workspace, ".claude/skills/work/SKILL.md"), "path", "work"],
  "workflows/build.yaml": [join(workspace, "workflows/build.yaml"), "path", "build"],
  "~/.agents/skills/work": [join(home, ".agents/skills/work/SKILL.md"), "path", "work"],
  [join(workspace, "other/tidy")]: [join(workspace, "other/tidy/workflow.md"), "path", "tidy"],
  [join(home, ".agents/skills/mine/SKILL.md")]: [join(home, ".agents/skills/mine/SKILL.md"), "path", "mine"],
};
for (const [written, [file, scope, name]] of Object.entries(found)) {
  test(`${written.replace(workspace, "<workspace>").replace(home, "<home>")} is found`, () => {
    const resolved = resolveSkill(written, options);
    assert.equal([resolved.file, resolved.scope, resolved.name], [file, scope, name]);
    assert.is(resolved.folder, join(file, ".."));
  });
}

test("what lost against it is told", () => {
  assert.equal(resolveSkill("work", options).shadows, [
    join(workspace, ".claude/skills/work/SKILL.md"),
    join(home, ".agents/skills/work/SKILL.md"),
  ]);
  assert.equal(resolveSkill("plan", options).shadows, []);
});

test("a file is shown relative to the workspace, or whole", () => {
  assert.is(resolveSkill("work", options).shown, ".agents/skills/work/SKILL.md");
  assert.is(
    resolveSkill("mine", options).shown.replaceAll("\\", "/"),
    join(home, ".agents/skills/mine/SKILL.md").replaceAll("\\", "/"),
  );
  assert.is(resolveSkill("SKILL.md", { workspace: join(workspace, "local"), home }).shown, "SKILL.md");
});

/** The error of a name or path that isn't found. */
function refusal(written: string, place = options): { message: string; data: Record<string, unknown> } {
  try {
    resolveSkill(written, place);
  } catch (error) {
    assert.instance(error, WorkflowResolutionError);
    return error as WorkflowResolutionError;
  }
  return assert.unreachable(`${written} was found`) as never;
}

test("a near name is suggested, and every folder that was searched is named", () => {
  const { message, data } = refusal("wrok");
  assert.match(message, /^No skill "wrok": did you mean "work"\?\n/);
  assert.equal(data.suggestions, ["work"]);
  assert.is((data.searched as string[]).length, 16);
  assert.is((data.searched as string[])[0], join(workspace, ".agents", "skills"));
  assert.match(message, "Known skills: plan, work, build, mine");
});

test("one that only the other scope has is suggested with its whole name", () => {
  assert.equal(refusal("workspace:mine").data.suggestions, ["user:mine"]);
  const { data } = refusal("user:plan");
  assert.equal(data.suggestions, ["workspace:plan"]);
  assert.ok((data.searched as string[]).every((path) => path.startsWith(home)));
});

test("a folder of that name is suggested as a path", () => {
  assert.equal(refusal("local").data.suggestions, ["./local"]);
});

test("where there are no skills at all, that's said", () => {
  assert.match(refusal("x", { workspace: scratch(), home: scratch() }).message, "There are no skills at all");
});

const refused: Record<string, RegExp> = {
  "": /A name or a path is wanted/,
  "  ": /A name or a path is wanted/,
  "a\0b": /A name or a path is wanted/,
  "user:../x": /can't hold a path/,
  "workspace:a\\b": /can't hold a path/,
  "user:..": /can't hold a path/,
  "./nowhere": /There is no such file or folder/,
  "other/tidy/workflow.md/x": /There is no such file or folder/,
  "other/empty": /The folder has none of SKILL\.md, skill\.md, workflow\.md/,
  "other/notes.txt": /A skill's file ends in \.md, \.yaml, \.yml/,
  "..": /The folder has none of|There is no such/,
  "nowhere.md": /There is no such file or folder/,
  "other:work": /^No skill "other:work"/,
};
for (const [written, reason] of Object.entries(refused)) {
  test(`${JSON.stringify(written)} is refused`, () => assert.match(refusal(written).message, reason));
}

for (const name of ["../../.agents/skills/work", "..\\work", "skills/../../x"]) {
  test(`${JSON.stringify(name)} as a name never climbs out of a root`, () => {
    const inner = join(workspace, "other");
    const { message } = refusal(`workspace:${name}`, { workspace: inner, home });
    assert.match(message, "can't hold a path");
  });
}

if (posix) {
  test("a name whose only bearer leads out is refused with the reason", () => {
    const place = { workspace: scratch({ "skills/x/SKILL.md": text }), home };
    symlinkSync(join(home, ".agents/skills/mine"), join(place.workspace, "skills/borrowed"));
    const { message } = refusal("borrowed", place);
    assert.match(message, "It's refused");
    assert.match(message, "is a link that leads out of the workspace");
  });

  test("a path that isn't a regular file is refused without opening it", () => {
    const place = { workspace: scratch(), home };
    symlinkSync("/dev/zero", join(place.workspace, "x.md"));
    assert.match(refusal("./x.md", place).message, "no regular file");
  });

  test("what a skill may read is bounded by its real folder", () => {
    const place = scratch({ "real/SKILL.md": text });
    mkdirSync(join(place, "skills"));
    symlinkSync("../real", join(place, "skills/alias"));
    assert.is(resolveSkill("alias", { workspace: place, home }).folder, join(place, "real"));
  });
}

test("a skill's file that is a link checked out as text says so", () => {
  const place = { workspace: scratch({ "skills/work/SKILL.md": "../../lib/work/SKILL.md" }), home: scratch() };
  for (const written of ["work", "skills/work", "skills/work/SKILL.md"]) {
    assert.match(
      refusal(written, place).message,
      /looks like a link checked out as text, to "\.\.\/\.\.\/lib\/work\/SKILL\.md"/,
    );
  }
});

test.run();
