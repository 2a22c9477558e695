/**
 * The laws on generated workflows of all kinds, walked by generated inputs.
 */

import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { WorkflowError } from "../../lib/error.ts";
import { options } from "../../lib/session/options.ts";
import { hasErrors } from "../../lib/diagnostic.ts";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";
import type { Workflow } from "../../lib/workflow/workflow.ts";
import { type Loose, Walk } from "../laws.ts";
import { workflowOf } from "../notation.ts";

const IDS = ["a", "b", "c", "d", "e"];
const id = fc.constantFrom(...IDS);

/** What a step is, in the notation's attributes. */
const attributes = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  fc.constantFrom(
    "max=2, until=DONE",
    "max=2, gate=check",
    "max=3, until=DONE, gate=check",
    "max=1, gate=check, on_exhausted=continue",
    "verify=check, attempts=2",
    'files="out.txt"',
    'files="out.txt", max=2, gate=check',
    "require.non_empty",
    'require.contains="ok"',
    "interactive",
    "loop_decision",
    "command=make",
    "command=make, expect=success",
    'schema={"type": "object", "properties": {"n": {"type": "integer"}}}',
  ),
);

/** Where a step leads. */
const ways = fc.oneof(
  { weight: 3, arbitrary: id.map((to) => ` -> ${to}`) },
  fc.constant(""),
  fc.constant(" -> end"),
  fc.tuple(id, id).map(([x, y]) => ` -> ${x} [context.n > 1], ${y} default`),
  fc.tuple(id, id).map(([x, y]) => ` -> ${x} "AGAIN", ${y}`),
  fc.tuple(id, id).filter(([x, y]) => x !== y).map(([x, y]) => ` -> ${x} ?, ${y} ?`),
  fc.tuple(id, id).map(([x, y]) => ` -> ${x} :yes, ${y} :no`),
);

const step = fc.tuple(attributes, ways).filter(fits).map(([attribute, way]) => {
  const list = [attribute, way.includes(":yes") ? 'question="Sure?", assurance=reported' : ""].filter((part) =>
    part !== ""
  );
  return `${list.length > 0 ? `(${list.join(", ")})` : ""}${way}`;
});

/** Only an agent's step has an approval; the compiler refuses the rest as `misplaced-key`. */
function fits([attribute, way]: [string, string]): boolean {
  return !(attribute.startsWith("command") && way.includes(":yes"));
}

const dispatcher = fc.tuple(fc.constantFrom("", "(verify=check, attempts=2)"), id).map(([attribute, to]) =>
  `${attribute} => x & y(require.non_empty) -> ${to}`
);

const compiled = (notation: string): Workflow => workflowOf(notation, { maxTransitions: 20 });

/** A workflow that has no error, in notation. */
const workflow: fc.Arbitrary<string> = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 4 }), fc.option(dispatcher))
  .map(([steps, extra]) => [...steps, ...(extra === null ? [] : [extra])])
  .map((steps) => `$n: integer = 0; ${steps.map((text, i) => `${IDS[i]}${text}`).join("; ")}`)
  .filter((notation) => !hasErrors(validateGraph(compiled(notation))));

/** One thing that somebody does; what doesn't fit the moment must be refused without a trace. */
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("right" as const),
      text: fc.constantFrom("x", "ok DONE", "AGAIN ok", ""),
      n: fc.integer({ min: 0, max: 3 }),
      pick: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("verdict" as const),
      verdict: fc.constantFrom("pass", "pass", "fail", "unevaluable"),
    }),
  },
  fc.record({
    kind: fc.constant("wild" as const),
    input: fc.constantFrom<Loose>(
      { type: "deliver", output: "x", turn: 0 },
      { type: "deliver", choice: "nowhere" },
      { type: "deliver", outputs: { x: "1" } },
      { type: "deliver", variables: { __proto__: null, m: 1 } },
      { type: "effect_result", effect: "e0", verdict: "pass" },
      { type: "approve", step: "a", visit: 1, choice: "yes", by: "p", assurance: "out_of_band" },
      { type: "complete", summary: "s" },
      { type: "pause" },
      { type: "resume" },
      { type: "retry" },
      { type: "back", step: "a" },
      { type: "claim", owner: { session: "s" } },
    ),
  }),
);

function act(walk: Walk, done: { kind: string } & Record<string, unknown>): void {
  const { waiting, status } = walk.state;
  if (done.kind === "wild") return attempt(walk, done.input as Loose);
  if (status !== "running") return attempt(walk, { type: status === "paused" ? "resume" : "retry" });
  if (waiting?.for === "effect") return void walk.answer((done.verdict ?? "pass") as "pass");
  if (done.kind === "verdict") return;
  const { text, n, pick } = done as unknown as { text: string; n: number; pick: number };
  switch (waiting!.for) {
    case "approval":
      return attempt(walk, { type: "deliver", choice: pick % 2 === 0 ? "yes" : "no" });
    case "choice":
      return attempt(walk, { type: "deliver", choice: waiting.targets[pick % waiting.targets.length] });
    case "children":
      if (pick === 0) {
        return attempt(walk, { type: "deliver", child: Object.keys(walk.state.tickets)[n % 2], output: text });
      }
      return attempt(walk, {
        type: "deliver",
        outputs: Object.fromEntries(waiting.missing.map((child) => [child, text])),
      });
    default:
      return attempt(walk, { type: "deliver", output: text, variables: { n } });
  }
}

/** Applies an input; a refusal is a typed error and leaves everything as it was (`Walk` checks that). */
function attempt(walk: Walk, input: Loose): void {
  try {
    walk.apply(input);
  } catch (error) {
    if (!(error instanceof WorkflowError)) throw error;
  }
}

test("every law holds on every walk of every workflow", () => {
  let moved = 0;
  fc.assert(
    fc.property(workflow, fc.array(action, { minLength: 5, maxLength: 40 }), (one, actions) => {
      const walk = new Walk(compiled(one));
      for (const done of actions) act(walk, done as never);
      walk.done();
      moved += walk.inputs.length;
    }),
    { numRuns: 150 },
  );
  assert.ok(moved > 500, `the generated inputs moved the sessions only ${moved} times`);
});

test("what options names is taken, what it doesn't name is refused", () => {
  fc.assert(
    fc.property(workflow, fc.array(action, { maxLength: 20 }), (one, actions) => {
      const walk = new Walk(compiled(one));
      for (const done of actions) act(walk, done as never);
      const open = new Set(options(walk.state).map((option) => option.type));
      for (const type of ["pause", "resume", "retry", "abort"] as const) {
        const copy = new Walk(compiled(one));
        for (const input of walk.inputs) copy.apply(input as never);
        let taken = true;
        try {
          copy.apply({ type });
        } catch {
          taken = false;
        }
        assert.is(taken, open.has(type), `${type} in ${walk.state.status}`);
      }
    }),
    { numRuns: 40 },
  );
});

test.run();
