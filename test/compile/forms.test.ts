import { test } from "uvu";
import * as assert from "uvu/assert";
import { hasErrors } from "../../lib/diagnostic.ts";
import { readYaml } from "../../lib/skill/read_yaml.ts";
import { findSections } from "../../lib/skill/sections.ts";
import type { SourceMap } from "../../lib/skill/source_node.ts";
import { type Compiled, compileWorkflow } from "../../lib/workflow/compile/mod.ts";
import type { Range } from "../../lib/diagnostic.ts";
import type { Workflow } from "../../lib/workflow/workflow.ts";
import { exitsOf } from "../notation.ts";
import { compileSkill, compileText, findings, fixture } from "./compile_text.ts";

/** A compiled workflow for comparing: each place as `line:column`, no digest, and of a pattern's program that it's there. */
function printed(workflow: Workflow): unknown {
  return JSON.parse(JSON.stringify({ ...workflow, digest: undefined, diagnostics: undefined }), (key, value) => {
    if (key === "lastLineProgram") return "compiled";
    const range = value as Partial<Range> | null;
    return range?.start && range.end
      ? `${range.start.line}:${range.start.column}-${range.end.line}:${range.end.column}`
      : value;
  });
}

function portable(files: Record<string, string>): Compiled {
  const { root } = readYaml(fixture("compile/portable.yaml"), { line: 1, column: 1, offset: 0 });
  const source = (root as SourceMap).entries[0].value as SourceMap;
  const sections = findSections("# Bread\n\n## Taste\n\nTake a slice.\n");
  return compileWorkflow(source, {
    form: "portable",
    file: "workflow.yaml",
    skillFile: "SKILL.md",
    name: "bread",
    description: "Bakes.",
    sections,
    files,
  });
}

const GOLDEN: [form: string, compile: () => Compiled][] = [
  ["flat", () => compileText(fixture("compile/flat.yaml"), { name: "tidy-up", file: "tidy-up.yaml" })],
  ["inline", () => compileSkill(fixture("compile/inline.md"), { name: "plant-tree", description: "Plants one tree." })],
  ["portable", () => portable({ "steps/mix.md": "Mix {{input}}.\n\nUse {{context.flour}}.\n" })],
];

for (const [form, compile] of GOLDEN) {
  test(`the ${form} form compiles to what is written down`, () => {
    const { workflow, diagnostics } = compile();
    assert.not(hasErrors(diagnostics), JSON.stringify(diagnostics, null, 1));
    assert.equal(printed(workflow!), JSON.parse(fixture(`compile/${form}.golden.json`)));
  });
}

test("flat: defaults, display title, keys of older files", () => {
  const { workflow, diagnostics } = compileText(fixture("compile/flat.yaml"), { name: "tidy-up" });
  assert.equal(findings(diagnostics, true), ["not-acted-on 3:1", "not-acted-on 6:1"]);
  assert.is(workflow!.name, "tidy-up");
  assert.is(workflow!.title, "Tidy Up");
  assert.is(workflow!.description, "Tidies a folder and says what was done");
  assert.is(workflow!.enforce, "hard");
  assert.is(workflow!.type, "sequential");
  assert.is(workflow!.form, "flat");
  assert.is(
    exitsOf(workflow!),
    "look>triage(successor) triage>report(branch) triage>tidy(successor) tidy>dispatch(successor) " +
      "dispatch>report(successor) report>.(end)",
  );
});

test("inline: the skill's name, a section by title, what nobody is bound to", () => {
  const { workflow, diagnostics } = compileSkill(fixture("compile/inline.md"), { name: "plant-tree" });
  assert.equal(findings(diagnostics, true), []);
  assert.is(workflow!.name, "plant-tree");
  assert.is(workflow!.enforce, "soft");
  assert.is(workflow!.steps.dig.instructions, "As deep as the pot.");
  assert.is(workflow!.steps.plant.instructions, "Put the tree in, {{dig}}.\n\n### Stake\n\nOnly where it's windy.");
  assert.equal(workflow!.steps.plant.references, []);
});

test("portable: what is missing is asked for, and what comes is used", () => {
  const first = portable({});
  assert.equal(first.needs, ["steps/mix.md"]);
  assert.not(hasErrors(first.diagnostics));
  assert.is(first.workflow!.steps.mix.instructions, "");
  const second = portable({ "steps/mix.md": "Mix {{input}}.\n\nUse {{context.flour}}.\n" });
  assert.equal(second.needs, []);
  assert.is(second.workflow!.version, "1.10");
  assert.is(second.workflow!.skillFile, "SKILL.md");
  assert.equal(second.workflow!.steps.mix.references.map(({ kind, name, range }) => [kind, name, range.start]), [
    ["input", "", { line: 1, column: 5, offset: 4 }],
    ["context", "flour", { line: 3, column: 5, offset: 20 }],
  ]);
});

test.run();
