/**
 * Workflows of all kinds, right by construction, and what people and machines do to them.
 *
 * Every step falls through to the next declared one or ends, so that every step is reached and can end; jumps may lead
 * anywhere, but from a command only ahead, so that no cycle runs without anybody being asked.
 * @module
 */

import fc from "fast-check";
import type { Workflow } from "../../lib/workflow/workflow.ts";
import type { Loose } from "../laws.ts";
import { workflowOf } from "../notation.ts";

/** What one step is, before it has an id. */
interface Draft {
  kind: "agent" | "command" | "dispatcher";
  attribute: string;
  way: "plain" | "next" | "branch" | "condition" | "failing" | "choice" | "approval" | "end";
  exhausted: boolean;
  jump: number;
  reference: number;
}

const AGENT = [
  "max=2, until=DONE",
  "max=2, gate=check",
  "max=3, until=DONE, gate=check",
  "max=1, gate=check, on_exhausted=continue",
  "max=1, gate=check, on_exhausted=halt",
  "verify=check, attempts=2",
  'files="out.txt"',
  'files="out.txt", max=2, gate=check',
  "require.non_empty",
  'require.contains="ok"',
  "interactive",
  "barrier",
  "loop_decision",
  'schema={"type": "object", "properties": {"n": {"type": "integer"}}}',
];
const COMMAND = ["", "expect=success", "expect=failure", 'require.contains="ok"'];
const DISPATCHER = ["", "", "verify=check, attempts=2", 'files="out.txt"'];

const way = fc.constantFrom<Draft["way"]>(
  "plain",
  "plain",
  "next",
  "branch",
  "condition",
  "failing",
  "choice",
  "approval",
  "end",
);
const places = { jump: fc.nat(7), reference: fc.nat(7), exhausted: fc.boolean() };

const draft: fc.Arbitrary<Draft> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("agent" as const),
      attribute: fc.constantFrom("", "", "", ...AGENT),
      way,
      ...places,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("command" as const),
      attribute: fc.constantFrom(...COMMAND),
      way,
      ...places,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("dispatcher" as const),
      attribute: fc.constantFrom(...DISPATCHER),
      way,
      ...places,
    }),
  },
);

/** A workflow in notation; `childrenFirst` puts the children of dispatchers before everything else. */
export const workflow: fc.Arbitrary<string> = fc.tuple(fc.array(draft, { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([drafts, childrenFirst]) => {
    const children = drafts.flatMap((one, i) => one.kind === "dispatcher" ? [`s${i}x`, `s${i}y`] : []);
    const steps = drafts.map((one, i) => inNotation(one, i, drafts));
    return [
      "$n: integer = 0; $r: object = {}",
      ...(childrenFirst ? children : []),
      ...steps,
    ].join("; ");
  });

/** The workflow behind a notation; few transitions, so that runaways are met. */
export const compiled = (notation: string): Workflow => workflowOf(notation, { maxTransitions: 20 });

function inNotation(one: Draft, i: number, all: readonly Draft[]): string {
  const count = all.length;
  const isLast = i === count - 1;
  const jump = one.kind === "command" ? i + 1 + one.jump % Math.max(1, count - 1 - i) : one.jump % count;
  const attributes = [one.attribute, ...textOf(one, i, all[i - 1])];
  const arrows = arrowsOf(one, `s${jump}`, `s${i + 1}`, isLast && one.kind === "command", isLast);
  if (arrows.some((arrow) => arrow.includes(":yes"))) attributes.push('question="Sure?", assurance=reported');
  const loops = one.kind === "agent" && /gate=|until=/.test(one.attribute) && !one.attribute.includes("on_exhausted");
  if (loops && one.exhausted) arrows.push(`s${jump} exhausted`);
  const list = attributes.filter((part) => part !== "").join(", ");
  const kids = one.kind === "dispatcher"
    ? ` => s${i}x(prompt="Part x of ${i}") & s${i}y(require.non_empty, prompt="Part y of ${i}")`
    : "";
  return `s${i}${list === "" ? "" : `(${list})`}${kids}${arrows.length === 0 ? "" : ` -> ${arrows.join(", ")}`}`;
}

/** Texts that stand nowhere else, so that a step that is shown too early is noticed. */
function textOf({ kind, reference }: Draft, i: number, before: Draft | undefined): string[] {
  if (kind === "command") return [`command="make part ${i}"`];
  if (kind === "dispatcher") return [];
  const earlier = before === undefined ? "" : `{{s${i - 1}${before.kind === "dispatcher" ? "x" : ""}}}`;
  const names = ["", "{{input}}", "{{context.n}}", earlier];
  return [`prompt="The secret of ${i} ${names[reference % names.length]}"`];
}

/** The ways out; a step without a way of its own falls through, the last one ends. */
function arrowsOf({ way, kind }: Draft, jump: string, following: string, alone: boolean, isLast: boolean): string[] {
  if (alone) return [];
  const onwards = isLast ? "end" : following;
  switch (way) {
    case "next":
      return isLast ? [] : [following];
    case "branch":
      return kind === "dispatcher" ? [] : [`${jump} "AGAIN"`, ...(isLast ? [] : [following])];
    case "condition":
      return [`${jump} [context.n > 1]`, onwards];
    case "failing":
      return [`${jump} [context.r.k > 1]`, onwards];
    case "choice":
      return isLast ? [] : [`${jump} ?`, ...(jump === following ? [] : [`${following} ?`])];
    case "approval":
      return isLast || kind === "command" ? [] : [`${following} :yes`, `${jump} :no`];
    case "end":
      return isLast ? ["end"] : [`${following} [context.n < 3]`, "end"];
    default:
      return [];
  }
}

/** One thing that somebody does. */
export type Action =
  | { kind: "right"; text: string; n: number; pick: number }
  | { kind: "verdict"; verdict: "pass" | "fail" | "unevaluable" }
  | { kind: "wild"; input: Loose };

/** What the machine always says in a walk; undefined where it's up to the actions. */
export const mood: fc.Arbitrary<"pass" | "fail" | "unevaluable" | undefined> = fc.constantFrom(
  undefined,
  undefined,
  "pass" as const,
  "fail" as const,
  "unevaluable" as const,
);

/** What fits the moment, mostly, and what doesn't and must be refused without a trace. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("right" as const),
      text: fc.constantFrom("x", "ok DONE", "AGAIN ok", "", '{"n": 2}'),
      n: fc.integer({ min: 0, max: 3 }),
      pick: fc.nat(3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("verdict" as const),
      verdict: fc.constantFrom("pass" as const, "pass" as const, "fail" as const, "unevaluable" as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("wild" as const),
      input: fc.constantFrom<Loose>(
        { type: "deliver", output: "x", turn: 0 },
        { type: "deliver", choice: "nowhere" },
        { type: "deliver", outputs: { s0x: "1" } },
        { type: "deliver", child: "s0x~1~abcd", output: "late" },
        { type: "deliver", variables: { m: 1 } },
        { type: "effect_result", effect: "e0", verdict: "pass" },
        { type: "approve", step: "s0", visit: 1, choice: "yes", by: "p", assurance: "out_of_band" },
        { type: "complete", summary: "s" },
        { type: "pause" },
        { type: "resume" },
        { type: "retry" },
        { type: "back", step: "s0" },
        { type: "claim", owner: { session: "s" } },
      ),
    }),
  },
);
