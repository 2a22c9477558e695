import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Diagnostic } from "../../lib/diagnostic.ts";
import { readSkill } from "../../lib/skill/read_skill.ts";
import { buildGraph } from "../../lib/workflow/graph.ts";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";
import type { Workflow } from "../../lib/workflow/workflow.ts";

function load(path: string): { workflow: Workflow; found: Diagnostic[] } {
  const text = readFileSync(new URL(`../fixtures/cases/${path}/SKILL.md`, import.meta.url));
  const { skill } = readSkill(text, { path: `${path.split("/").at(-1)}/SKILL.md` });
  return { workflow: skill!.workflow!, found: validateGraph(skill!.workflow!) };
}

const shown = ({ severity, code, range }: Diagnostic) =>
  `${range.start.line}:${range.start.column} ${severity} ${code}`;
const REPAIRS = "12-falls-past-the-report/workspace/.agents/skills";

test("12-falls-past-the-report: the way that comes from the declared order alone is warned of, and named on both sides", () => {
  const { workflow, found } = load(`${REPAIRS}/repair-open`);
  assert.equal(found.map(shown), ["16:7 warning falls-into-jump-target"]);
  assert.match(found[0].message, '"report"');
  assert.match(found[0].message, '"quick"');
  const [edge] = buildGraph(workflow).out.get("report")!;
  assert.equal([edge.to, edge.kind, edge.exit?.implied], ["quick", "successor", true]);
});

test("12-falls-past-the-report: an end there is no finding, and the graph shows it", () => {
  const { workflow, found } = load(`${REPAIRS}/repair-closed`);
  assert.equal(found, []);
  const graph = buildGraph(workflow);
  assert.ok(graph.ends.has("report"));
  assert.equal(graph.out.get("report"), []);
});

test("13-lost-targets: every lost target at its place, one step that can't be reached, and nothing that follows", () => {
  const { found } = load("13-lost-targets/sort-post");
  assert.equal(found.filter((one) => one.severity === "error").map(shown), [
    "18:19 error unknown-target",
    "21:20 error unknown-target",
    "27:17 error unknown-target",
    "36:25 error unknown-target",
    "41:13 error unknown-target",
    "50:7 error unreachable-step",
  ]);
  const expected: [step: string, unknown: string, near?: string][] = [
    ["open", "reads", "read"],
    ["open", "binn", "bin"],
    ["pay", "parkk", "park"],
    ["both", "wax"],
    ["park", "opens", "open"],
  ];
  expected.forEach(([step, unknown, near], i) => {
    assert.match(found[i].message, `"${step}"`);
    assert.match(found[i].message, `"${unknown}"`);
    if (near === undefined) assert.not.match(found[i].message, "did you mean");
    else assert.match(found[i].message, `did you mean "${near}"?`);
    assert.is(found[i].repair?.edits[0].text, near);
  });
  assert.match(found[5].message, 'Step "attic" can\'t be reached from "open"');
});

test.run();
