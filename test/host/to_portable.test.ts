/** An inline skill that is made portable says the same, and everything that isn't moved keeps its bytes. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { NotMovableError, portableText } from "../../lib/host/portable_text.ts";
import { toPortable, writePortable } from "../../lib/host/to_portable.ts";
import { fixSkill } from "../../lib/host/fix_skill.ts";
import { resolveSkill } from "../../lib/host/resolve_skill.ts";
import { loadSkill } from "../../lib/host/load_skill.ts";
import { readAnswers } from "../../lib/cli/answers.ts";
import { nextCommand } from "../../lib/host/engine/arguments.ts";
import { parseSkill } from "../../lib/skill/parse_skill.ts";
import { envelope } from "../../lib/session/envelope.ts";
import { renderEnvelope } from "../../lib/session/render_envelope.ts";
import { start } from "../../lib/session/start.ts";
import { step } from "../../lib/session/step.ts";
import type { Workflow } from "../../lib/workflow/workflow.ts";

const at = "2026-01-01T00:00:00Z";
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

function scratch(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "skill-workflow-portable-"));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every envelope that an agent would see. */
function walk(workflow: Workflow, answers: string): string[] {
  let state = start(workflow, { id: "wf_x_00000000", at, input: "2.1" });
  const seen = [renderEnvelope(envelope(state))];
  for (const answer of readAnswers(answers, "answers.yaml")) {
    state = step(state, { type: "deliver", at, door: "library", turn: state.turn, ...nextCommand(answer) });
    seen.push(renderEnvelope(envelope(state)));
  }
  assert.is(state.status, "completed");
  return seen;
}

for (const name of ["work-cycle", "sort-faults"]) {
  test(`the example ${name} walks the same`, () =>
    scratch((folder) => {
      cpSync(join(examples, name), join(folder, name), { recursive: true });
      const answers = readFileSync(join(folder, name, "answers.yaml"), "utf8");
      const target = () => resolveSkill(`./${name}`, { workspace: folder, home: folder });
      const before = loadSkill(target()).skill!;
      const portable = toPortable(target(), fixSkill(target()).files);
      assert.is(portable.why, undefined);
      writePortable(portable);
      const after = loadSkill(target()).skill!;
      assert.is(after.workflow!.form, "portable");
      assert.equal(after.diagnostics, []);
      assert.equal(walk(after.workflow!, answers), walk(before.workflow!, answers));
      assert.equal(toPortable(target()), { files: [], moved: 0 }, "a second time there is nothing to move");
    }));
}

test("the rest keeps its bytes, comments, line ends and order", () => {
  const text = [
    "---",
    "# the head",
    "name: a   # the name",
    "description: >-",
    "  What it",
    "  does",
    "workflow:   # all of it",
    "  # first",
    "  steps:",
    "    - id: one # its title is a heading",
    "      title: First step # here",
    "      require: { non_empty: true }",
    "# between",
    "    - {id: two, title: 'Second'} # flow",
    "    - id: three",
    "      section_matcher: '## 3.'   # named",
    "      end: true",
    "  # last",
    "# of the next key",
    "license: MIT",
    "metadata:",
    "    author: me # kept",
    "---",
    "",
    "Before.",
    "",
    "## First step",
    "",
    "Do one.",
    "",
    "## Reference",
    "",
    "Stays.",
    "",
    "## Second",
    "Do two.",
    "### Deeper",
    "Goes along.",
    "## 3. Third",
    "Do three.",
    "",
  ].join("\r\n");
  const { main, files } = portableText(text, "a/SKILL.md");
  assert.equal(
    main.split("\r\n"),
    [
      "---",
      "# the head",
      "name: a   # the name",
      "description: >-",
      "  What it",
      "  does",
      "# of the next key",
      "license: MIT",
      "metadata:",
      "    kind: workflow",
      "    workflow: workflow.yaml",
      "    author: me # kept",
      "---",
      "",
      "Before.",
      "",
      "## Reference",
      "",
      "Stays.",
      "",
      "Call `start_workflow` with `a`, then follow the step that it gives.",
      "",
    ],
  );
  assert.equal(
    files["workflow.yaml"].split("\r\n"),
    [
      "workflow:   # all of it",
      "  # first",
      "  steps:",
      "    - id: one # its title is a heading",
      "      title: First step # here",
      "      file: steps/one.md",
      "      require: { non_empty: true }",
      "# between",
      "    - {id: two, title: 'Second', file: steps/two.md} # flow",
      "    - id: three",
      "      file: steps/three.md   # named",
      "      end: true",
      "  # last",
      "",
    ],
  );
  assert.is(files["steps/two.md"], "Do two.\n### Deeper\nGoes along.\n");
  assert.is(files["steps/three.md"], "Do three.\n");
});

test("steps that share a section share its file", () => {
  const text =
    "---\nname: a\ndescription: b\nmetadata: {x: y}\nworkflow:\n  steps:\n    - {id: one, section_matcher: '## S'}\n    - {id: two, section_matcher: S}\n---\nCall start_workflow.\n\n## S\n\nGo.\n";
  const { main, files } = portableText(text, "a/SKILL.md");
  assert.equal(Object.keys(files), ["workflow.yaml", "steps/one.md"]);
  assert.match(files["workflow.yaml"], "{id: two, file: steps/one.md}");
  assert.match(main, "metadata: {kind: workflow, workflow: workflow.yaml, x: y}");
  assert.is(parseSkill(main, { path: "a/SKILL.md", files }).workflow!.steps.two.instructions, "Go.\n");
});

const REFUSED: [what: string, text: string, why: RegExp][] = [
  ["a reference", "---\nname: a\ndescription: b\n---\nText.\n", /no inline workflow/],
  [
    "errors",
    "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, promt: Go.}\n---\nstart_workflow\n",
    /errors/,
  ],
  [
    "a flow mapping",
    "---\n{name: a, description: b, workflow: {steps: [{id: one, prompt: Go.}]}}\n---\nstart_workflow\n",
    /key by key/,
  ],
  [
    "an anchor from outside",
    "---\nname: a\ndescription: &d Go on.\nworkflow:\n  steps:\n    - {id: one, prompt: *d}\n---\nstart_workflow\n",
    /anchors/,
  ],
  [
    "an anchored matcher",
    "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, section_matcher: &m S}\n---\nstart_workflow\n\n## S\n\nGo.\n",
    /anchor/,
  ],
  [
    "empty metadata",
    "---\nname: a\ndescription: b\nmetadata:\nworkflow:\n  steps:\n    - {id: one, prompt: Go.}\n---\nstart_workflow\n",
    /metadata is empty/,
  ],
];

for (const [what, text, why] of REFUSED) {
  test(`${what} stays as it is`, () => {
    assert.throws(() => portableText(text, "a/SKILL.md"), (error: Error) => {
      assert.instance(error, NotMovableError);
      assert.match(error.message, why);
      return true;
    });
  });
}

test("a file that is already there is never overwritten", () =>
  scratch((folder) => {
    const file = join(folder, "work-cycle", "steps", "agir.md");
    cpSync(join(examples, "work-cycle"), join(folder, "work-cycle"), { recursive: true });
    mkdirSync(dirname(file));
    writeFileSync(file, "mine\n");
    const portable = toPortable(resolveSkill("./work-cycle", { workspace: folder, home: folder }));
    assert.is(portable.why, "work-cycle/steps/agir.md is already there: rename or delete it");
    writePortable(portable);
    assert.is(readFileSync(file, "utf8"), "mine\n");
    assert.not(existsSync(join(folder, "work-cycle", "workflow.yaml")));
  }));

test.run();
