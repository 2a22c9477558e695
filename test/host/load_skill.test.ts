import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type LoadedSkill, loadSkill } from "../../lib/host/load_skill.ts";
import { resolveSkill } from "../../lib/host/resolve_skill.ts";
import { LIMITS } from "../../lib/limits.ts";
import { posix } from "./processes.ts";
import { put, scratch } from "./scratch.ts";

const portable = {
  "skills/tidy/SKILL.md": `---
name: tidy
description: Tidies up.
metadata:
  kind: workflow
  workflow: workflow.yaml
---
Call start_workflow with skill_name "tidy".
`,
  "skills/tidy/workflow.yaml": `workflow:
  steps:
    - id: look
      file: steps/look.md
    - id: act
      file: steps/act.md
`,
  "skills/tidy/steps/look.md": "Look around.\n",
  "skills/tidy/steps/act.md": "\uFEFFPut things away.\n",
};

function load(files: Record<string, string | Uint8Array>, change: (workspace: string) => void = () => {}): LoadedSkill {
  const workspace = scratch(files);
  change(workspace);
  return loadSkill(resolveSkill("tidy", { workspace, home: scratch() }));
}

const errors = ({ diagnostics }: LoadedSkill) =>
  diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code}: ${message}`);

test("the portable form is read whole, through its workflow to its step files", () => {
  const loaded = load(portable);
  assert.equal(errors(loaded), []);
  assert.equal(Object.keys(loaded.files).sort(), ["steps/act.md", "steps/look.md", "workflow.yaml"]);
  assert.is(loaded.skill!.workflow!.steps.look.instructions.trim(), "Look around.");
  assert.is(loaded.skill!.workflow!.steps.act.instructions.trim(), "Put things away.");
  assert.equal(loaded.skill!.needs, []);
  assert.is(loaded.missing.size, 0);
  assert.is(loaded.looked.length, 4);
});

test("a skill in one file needs no other", () => {
  const loaded = load({
    "skills/tidy/SKILL.md": "---\nname: tidy\ndescription: Tidies up.\n---\nText.\n",
    "skills/tidy/x.md": "",
  });
  assert.is(loaded.skill!.kind, "reference");
  assert.equal(Object.keys(loaded.files), []);
});

test("a flat file is read by its own name", () => {
  const workspace = scratch({ "workflows/tidy.yaml": "steps:\n  - {id: a, prompt: Go.}\n" });
  const loaded = loadSkill(resolveSkill("tidy", { workspace, home: scratch() }));
  assert.is(loaded.skill!.name, "tidy");
  assert.is(loaded.skill!.workflow!.form, "flat");
});

const missing: Record<string, [change: (workspace: string) => void, reason: RegExp]> = {
  "isn't there": [() => {}, /step "gone" can't be read: it doesn't exist/],
  "is a folder": [(w) => put(w, { "skills/tidy/steps/gone.md/x": "" }), /it is no regular file/],
  "isn't UTF-8": [(w) => put(w, { "skills/tidy/steps/gone.md": Uint8Array.of(0x61, 0xff) }), /it isn't UTF-8/],
  ...(posix && {
    "is a link that leads out": [
      (w: string) =>
        symlinkSync(join(scratch({ "secret.md": "secret" }), "secret.md"), join(w, "skills/tidy/steps/gone.md")),
      /it is a link that leads out of the skill's folder/,
    ] as [(workspace: string) => void, RegExp],
    "is a link to a neighbour": [
      (w: string) => {
        put(w, { "skills/other/a.md": "a" });
        symlinkSync("../../other/a.md", join(w, "skills/tidy/steps/gone.md"));
      },
      /leads out of the skill's folder/,
    ] as [(workspace: string) => void, RegExp],
  }),
};
for (const [name, [change, reason]] of Object.entries(missing)) {
  test(`a step file that ${name} is an error at the place that names it`, () => {
    const workflow = `${portable["skills/tidy/workflow.yaml"]}    - id: gone\n      file: steps/gone.md\n`;
    const loaded = load({ ...portable, "skills/tidy/workflow.yaml": workflow }, change);
    const found = loaded.diagnostics.find(({ code }) => code === "file-missing");
    assert.match(found!.message, reason);
    assert.is(found!.range.start.line, 8);
    assert.is(loaded.missing.size, 1);
    assert.not.match(JSON.stringify(loaded.diagnostics), "secret");
  });
}

test("a workflow file that isn't there is an error at the place that names it", () => {
  const loaded = load({ "skills/tidy/SKILL.md": portable["skills/tidy/SKILL.md"] });
  assert.match(errors(loaded)[0], /^file-missing: .*"workflow\.yaml".*doesn't exist/);
});

test("paths that climb out are never opened", () => {
  for (const path of ["../other/x.yaml", "/etc/passwd", "..\\x.yaml", "~/x.yaml"]) {
    const text = portable["skills/tidy/SKILL.md"].replace("workflow.yaml", JSON.stringify(path));
    const loaded = load({ "skills/tidy/SKILL.md": text, "skills/other/x.yaml": "workflow: {}" });
    assert.match(errors(loaded)[0], "path-escape", path);
    assert.equal(Object.keys(loaded.files), []);
    assert.is(loaded.looked.length, 1);
  }
});

test("files that are too large are named and not read on", () => {
  const large = load({
    ...portable,
    "skills/tidy/SKILL.md": `${portable["skills/tidy/SKILL.md"]}${"x\n".repeat(600_000)}`,
  });
  assert.is(large.bytes.length, LIMITS.fileBytes + 1);
  assert.match(errors(large)[0], "too-large");
  const step = load({ ...portable, "skills/tidy/steps/look.md": "x\n".repeat(600_000) });
  assert.match(errors(step)[0], "too-large");
});

test("step files together are bounded", () => {
  const steps = Array.from({ length: 20 }, (_, i) => i);
  const loaded = load({
    ...portable,
    "skills/tidy/workflow.yaml": `workflow:\n  steps:\n${
      steps.map((i) => `    - {id: s${i}, file: s${i}.md}\n`).join("")
    }`,
    ...Object.fromEntries(steps.map((i) => [`skills/tidy/s${i}.md`, "x".repeat(1_000_000)])),
  });
  assert.is(loaded.missing.size, 4);
  assert.match([...loaded.missing.values()][0], "larger than 16777216 bytes together");
});

test("a file that vanished is the system's error", () => {
  const workspace = scratch({ "skills/tidy/SKILL.md": "x" });
  const resolved = resolveSkill("tidy", { workspace, home: workspace });
  assert.throws(() => loadSkill({ ...resolved, file: `${resolved.file}.gone` }), (error: unknown) => {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  });
});

test.run();
