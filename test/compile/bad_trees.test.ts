import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { compareDiagnostics, FILE_START } from "../../lib/diagnostic.ts";
import type { SourceNode } from "../../lib/skill/source_node.ts";
import { compileWorkflow } from "../../lib/workflow/compile/mod.ts";
import { stepSchema, workflowSchema } from "../../lib/workflow/schema/mod.ts";
import type { WorkflowForm } from "../../lib/workflow/workflow.ts";

const keysOf = (schema: unknown) => Object.keys((schema as { entries: object }).entries);
const KEYS = [
  ...new Set([...keysOf(workflowSchema), ...keysOf(stepSchema)]),
  ...["max", "until", "gate", "when", "goto", "condition", "target", "default", "choices", "contains", "type", "enum"],
  ...["__proto__", "constructor", "toString", "x"],
];
const WORDS = [
  "a",
  "b",
  "",
  " ",
  "{{a}}",
  "{{",
  "true",
  "hard",
  "terminal",
  "loop_decision",
  "../x",
  "__proto__",
  "steps.0",
];
const range = FILE_START;

const scalar: fc.Arbitrary<SourceNode> = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string(),
  fc.integer({ min: -2, max: 12 }),
  fc.constantFrom(null, true, false, 0.5, Infinity, NaN),
).map((value) => ({ kind: "scalar", value, text: String(value), style: "plain", range }));

const { node } = fc.letrec<{ node: SourceNode; list: SourceNode; map: SourceNode }>((tie) => ({
  node: fc.oneof({ maxDepth: 5, depthSize: "medium" }, scalar, tie("map"), tie("list")),
  list: fc.array(tie("node"), { maxLength: 4 }).map((items) => ({ kind: "list", items, range })),
  map: fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), tie("node")), { selector: ([key]) => key, maxLength: 8 }).map(
    (entries) => ({ kind: "map", entries: entries.map(([key, value]) => ({ key, keyRange: range, value })), range }),
  ),
}));

/** A workflow that is right at the top, so that the steps are reached. */
const steps: fc.Arbitrary<SourceNode> = fc.array(node, { maxLength: 5 }).map((items) => ({
  kind: "list",
  items,
  range,
}));
const form = fc.constantFrom<WorkflowForm>("flat", "inline", "portable");

test("no tree makes the compiler throw, and what comes out is plain JSON in order", () => {
  fc.assert(
    fc.property(fc.oneof(node, steps), fc.boolean(), form, (tree, below, form) => {
      const source: SourceNode = tree.kind === "map" && !below
        ? tree
        : { kind: "map", entries: [{ key: "steps", keyRange: range, value: tree }], range };
      const options = { form, name: "n", description: "d", sections: [], files: {} };
      const { workflow, diagnostics, needs } = compileWorkflow(source, options);
      assert.equal(diagnostics, [...diagnostics].sort(compareDiagnostics));
      assert.ok(needs.every((path) => !path.includes("..")));
      if (workflow === undefined) return;
      const text = JSON.stringify(workflow);
      assert.is(JSON.stringify(JSON.parse(text)), text);
      assert.equal(Object.keys(workflow.steps), JSON.parse(text).order);
      assert.is(Object.getPrototypeOf(workflow.steps), null);
      assert.is(compileWorkflow(source, options).workflow!.digest, workflow.digest);
      for (const id of workflow.order) assert.is(workflow.steps[id].id, id);
    }),
    { numRuns: 1_000 },
  );
});

test.run();
