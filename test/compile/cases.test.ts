import { test } from "uvu";
import * as assert from "uvu/assert";
import { compileSkill, findings, fixture } from "./compile_text.ts";

test("08-misspelt-step-keys: three errors in one run, each with the near name", () => {
  const { workflow, diagnostics } = compileSkill(fixture("compile/08-misspelt-step-keys.md"));
  assert.equal(findings(diagnostics), ["unknown-key 7:3", "unknown-key 12:7", "unknown-key 18:7"]);
  assert.match(diagnostics[0].message, /"initial_setp".*did you mean "initial_step"\?/);
  assert.match(diagnostics[1].message, /"mandatd_tools" in step "fold".*did you mean "mandated_tools"\?/);
  assert.match(diagnostics[2].message, /"constrains" in step "stack".*did you mean "constraints"\?/);
  // The right key stands there already: renaming would make it stand twice.
  assert.is(diagnostics[0].repair, undefined);
  assert.is(diagnostics[1].repair!.edits[0].text, "mandated_tools");
  assert.equal(workflow!.order, ["fold", "stack"]);
});

test("11-section-number-prefix: 3.1 isn't 3.10, and a fenced heading is none", () => {
  const { workflow, diagnostics } = compileSkill(fixture("compile/11-pack-order.md"));
  assert.equal(findings(diagnostics), []);
  const { weigh, close } = workflow!.steps;
  assert.is(weigh.instructions, "Write the weight on the lid.");
  assert.is(close.instructions, "Tape the lid twice.");
  assert.is(weigh.source.file, "SKILL.md");
  assert.is(weigh.source.range.start.line, 30);
});

test("11-section-number-prefix: a missing section is an error at its place that lists the headings", () => {
  const { diagnostics } = compileSkill(fixture("compile/11-pack-nothing.md"));
  assert.equal(findings(diagnostics), ["section-missing 9:24"]);
  const [{ message, related }] = diagnostics;
  assert.match(message, /"### 4\.2" for step "weigh"/);
  for (const heading of ["# Pack nothing", "### 3.10 Close the box", "### 3.1 Weigh the box"]) {
    assert.ok(message.includes(JSON.stringify(heading)), heading);
  }
  assert.equal(related.map((place) => place.range.start.line), [13, 15, 19]);
});

test("13-lost-targets: every target that doesn't exist is kept with its place", () => {
  const { workflow, diagnostics } = compileSkill(fixture("compile/13-lost-targets.md"));
  assert.equal(findings(diagnostics), []);
  const { steps } = workflow!;
  const place = (id: string, target: string) => {
    const exit = steps[id].exits.find((one) => one.target === target)!;
    return `${exit.kind} ${exit.range.start.line}:${exit.range.start.column}`;
  };
  assert.is(place("open", "reads"), "condition 18:19");
  assert.is(place("open", "binn"), "default 21:20");
  assert.is(place("pay", "parkk"), "branch 27:17");
  assert.is(place("park", "opens"), "next 41:13");
  const wax = steps.both.children!.find((child) => child.id === "wax")!;
  assert.equal(wax.range.start, { line: 36, column: 25, offset: wax.range.start.offset });
  assert.equal(steps.attic.range.start, { line: 50, column: 7, offset: steps.attic.range.start.offset });
  assert.is(steps.stamp.kind, "child");
});

test.run();
