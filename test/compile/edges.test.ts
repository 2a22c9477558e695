import { test } from "uvu";
import * as assert from "uvu/assert";
import { FILE_START, type Range } from "../../lib/diagnostic.ts";
import { LIMITS } from "../../lib/limits.ts";
import { openReport } from "../../lib/workflow/compile/report.ts";
import { compileText } from "./compile_text.ts";

test("a bound that isn't allowed is reported, and the workflow has one that is", () => {
  const timeout = (written: string) => {
    const { workflow, diagnostics } = compileText(`steps: [{id: a, command: make, timeout: ${written}}]\n`);
    return [workflow?.steps.a.command?.timeout, diagnostics.length > 0];
  };
  const [usual] = timeout("3600");
  assert.is(usual, 3600);
  assert.equal(timeout("0.5"), [0.5, false]);
  assert.equal(timeout(`${LIMITS.timeoutSeconds}`), [LIMITS.timeoutSeconds, false]);
  for (const wrong of ["0", "-1", `${LIMITS.timeoutSeconds + 1}`]) {
    const [made, isReported] = timeout(wrong);
    assert.ok(isReported && typeof made === "number" && made > 0 && made <= LIMITS.timeoutSeconds, wrong);
  }
  const times = (written: string) => {
    const { workflow, diagnostics } = compileText(`steps: [{id: a, prompt: A., loop: {until: X, max: ${written}}}]\n`);
    return [workflow?.steps.a.loop?.max, diagnostics.length > 0];
  };
  assert.equal(times("1"), [1, false]);
  assert.equal(times(`${LIMITS.loopMax}`), [LIMITS.loopMax, false]);
  for (const wrong of ["0", "1.5", `${LIMITS.loopMax + 1}`]) {
    const [made, isReported] = times(wrong);
    assert.ok(isReported && Number.isInteger(made) && Number(made) >= 1 && Number(made) <= LIMITS.loopMax, wrong);
  }
});

test("braces that a command begins with are found", () => {
  const codes = (command: string) =>
    compileText(`steps: [{id: a, command: ${JSON.stringify(command)}}]\n`).diagnostics.map(({ code }) => code);
  assert.equal(["{{x}}", "a {{x}}", "a {x}"].map(codes), [["command-interpolation"], ["command-interpolation"], []]);
});

test("a default that is near a value of the enum is repaired with the nearest", () => {
  const [found] = compileText(
    "context_schema: {v: {type: str, enum: [slow, fast, faster], default: fsat}}\nsteps: [{id: a, prompt: A.}]\n",
  ).diagnostics;
  assert.is(found!.help, 'Did you mean "fast"?');
  assert.is(found!.repair!.edits[0]!.text, '"fast"');
});

test("a report ends, keeps places apart, and knows its file", () => {
  const at = (offset: number): Range => {
    const position = { ...FILE_START.start, offset };
    return { start: position, end: position };
  };
  const report = openReport("a.yaml");
  report.add("bad-default", at(2), "Second");
  report.add("bad-default", at(1), "First");
  report.add("bad-default", at(1), "First again");
  report.add("bad-default", at(1), "Elsewhere", { file: "b.yaml" });
  assert.equal(report.diagnostics().map(({ message, file }) => `${file} ${message}`), [
    "a.yaml First",
    "a.yaml Second",
    "b.yaml Elsewhere",
  ]);
  assert.is(openReport(undefined).full, false);

  for (const file of ["a.yaml", undefined]) {
    const full = openReport(file);
    let n = 0;
    while (!full.full) full.add("bad-default", at(n), `Number ${n++}`);
    full.add("bad-default", at(n), "Too late");
    const last = full.diagnostics().find(({ code }) => code === "too-large")!;
    assert.is(last.message, `More than ${n} findings; the rest isn't shown`);
    assert.is(last.file, file);
    assert.is(Object.hasOwn(last, "file"), file !== undefined);
    assert.is(full.diagnostics().length, n + 1);
  }
});

test("a map of no usable step compiles to no workflow", () => {
  const { workflow, diagnostics } = compileText("steps: []\n");
  assert.is(workflow, undefined);
  assert.ok(diagnostics.length > 0);
});

test.run();
