import * as fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { InvalidInputError, InvalidTransitionError, StaleInputError } from "../../lib/error.ts";
import { millisecondsBetween, spanInWords } from "../../lib/session/duration.ts";
import { excerpt } from "../../lib/session/excerpt.ts";
import { outputText } from "../../lib/session/output_text.ts";
import { renderReport } from "../../lib/session/render_report.ts";
import { renderTimeline } from "../../lib/session/render_timeline.ts";
import { report } from "../../lib/session/report.ts";
import { Walk } from "../laws.ts";
import { workflowOf } from "../notation.ts";

test("instants: as the runtime's own calendar counts them, null for anything else", () => {
  const instant = fc.date({
    min: new Date("0001-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(fc.property(instant, instant, (a, b) => {
    assert.is(millisecondsBetween(a.toISOString(), b.toISOString()), b.getTime() - a.getTime());
  }));
  const days = ["1600-02-29", "1900-02-28", "1900-03-01", "2000-02-29", "2000-12-31", "2001-01-01", "2100-03-01"];
  for (const day of days) {
    const at = `${day}T00:00:00Z`;
    assert.is(millisecondsBetween("1970-01-01T00:00:00Z", at), Date.parse(at), day);
  }
  const from = "2026-01-01T00:00:00Z";
  assert.is(millisecondsBetween(from, "2026-01-01T00:00:00.5Z"), 500);
  assert.is(millisecondsBetween(from, "2026-01-01T00:00:00.1234Z"), 123);
  for (const odd of ["", "2026-01-01", `${from}x`, `x${from}`, "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z"]) {
    assert.is(millisecondsBetween(from, odd), null, odd);
    assert.is(millisecondsBetween(odd, from), null, odd);
  }
});

test("a span in words", () => {
  const said = [0, 999, 1_000, 1_499, 1_500, 59_499, 59_500, 60_000, 200_000, 3_599_000, 3_600_000, 7_500_000].map(
    spanInWords,
  );
  assert.equal(said, [
    "0 ms",
    "999 ms",
    "1 s",
    "1 s",
    "2 s",
    "59 s",
    "1 min 0 s",
    "1 min 0 s",
    "3 min 20 s",
    "59 min 59 s",
    "1 h 0 min",
    "2 h 5 min",
  ]);
});

test("the beginning of a text ends between characters; a value as text", () => {
  assert.equal(["abc", "abcd", "ab😀", "abc😀", "a😀b"].map((text) => excerpt(text, 3)), [
    "abc",
    "abc…",
    "ab…",
    "abc…",
    "a😀…",
  ]);
  assert.equal([undefined, null, "", "a", 1, { a: [true] }].map(outputText), ["", "", "", "a", "1", '{"a":[true]}']);
});

test("a schema's properties become variables, where they are declared in both and fit", () => {
  const schema = '{"type": "object", "properties": {"n": {}, "other": {}}}';
  const walk = new Walk(workflowOf(`$n: integer; $x: integer; a(schema=${schema}); b`));
  walk.deliver({ n: "one", other: 1 });
  assert.is(walk.state.step, "a");
  assert.match(walk.state.last_rejection!.problems.join(), /^\/n: the variable "n" /);
  walk.deliver(undefined);
  assert.equal(walk.state.last_rejection!.problems, ["step_output is missing: send JSON that fits the schema"]);
  walk.deliver('{"n": 2, "x": 5, "other": 1}');
  assert.is(walk.state.step, "b");
  assert.equal(walk.state.context, { n: 2, x: null });
  assert.equal(walk.state.outputs.a, { n: 2, x: 5, other: 1 });
  walk.done();
});

test("a summary stays unless another comes; going back counts as a transition", () => {
  const walk = new Walk(workflowOf("a; b"));
  const { transitions } = walk.state;
  walk.deliver("1");
  walk.apply({ type: "back", step: "a" });
  assert.is(walk.state.transitions, transitions + 2);
  assert.equal(walk.state.notices, [
    'went back to "a": later outputs and approvals are gone, variables keep their values',
  ]);
  walk.apply({ type: "abort", summary: "enough" });
  assert.is(walk.state.summary, "enough");
  const silent = new Walk(workflowOf("a; b"));
  silent.apply({ type: "abort" });
  assert.is(silent.state.summary, null);
  silent.done();
});

test("a choice: which there are, where there is none, and where it's given too early", () => {
  const walk = new Walk(workflowOf("a -> b ?, c ?; b -> end; c -> end; d"));
  const wrong = (rest: Record<string, unknown>, type: unknown, pattern: RegExp) => {
    let error: Error | undefined;
    try {
      walk.deliver(rest.output as never, rest);
    } catch (thrown) {
      error = thrown as Error;
    }
    assert.instance(error, type as never);
    assert.match(error!.message, pattern);
    return (error as unknown as { data: Record<string, unknown> }).data;
  };
  assert.equal(wrong({ output: "x", choice: "d" }, InvalidTransitionError, /"d"/).open, ["b", "c"]);
  walk.deliver("x");
  assert.is(walk.state.waiting?.for, "choice");
  wrong(
    { output: "again" },
    InvalidInputError,
    /"step_output" can't be sent now: the output of step "a" is already recorded/,
  );
  assert.equal(wrong({}, InvalidTransitionError, /waits for a choice: send transition_choice, one of "b"/).open, [
    "b",
    "c",
  ]);
  wrong({ choice: "d" }, InvalidTransitionError, /"d"/);
  walk.deliver(undefined, { choice: "c" });
  assert.is(walk.state.step, "c");
  walk.done();
});

test("an approval that is reported is by the client that owns the session, or by an agent", () => {
  for (const [owner, by] of [[{ client: "codex", session: "s" }, "codex"], [undefined, "agent"]] as const) {
    const walk = new Walk(
      workflowOf('a(question="Ship it?", assurance=reported) -> b :yes, c :no; b; c'),
      owner === undefined ? {} : { owner: owner as never },
    );
    walk.deliver("x");
    assert.throws(() => walk.deliver(undefined), /ask the user and send the answer's label as transition_choice/);
    walk.deliver(undefined, { choice: "yes", response: "go" });
    assert.is(walk.state.approvals.a!.by, by);
    assert.is(walk.state.approvals.a!.note, "go");
    walk.done();
  }
});

test("an effect's result: of the one that is asked for, as the command's exit code says", () => {
  const codes = (expect: string, code: number | null, verdict: "pass" | "fail" | "unevaluable" = "pass") => {
    const walk = new Walk(workflowOf(`c(command=make${expect}); d`));
    assert.throws(
      () => walk.apply({ type: "effect_result", effect: "other", verdict: "pass", exit_code: 0 }),
      (error: Error) => error instanceof StaleInputError && error.data.effect !== undefined,
    );
    walk.answer(verdict, { exit_code: code });
    return `${walk.state.gates.c?.verdict} ${walk.state.gates.c?.exit_code}`;
  };
  assert.is(codes("", 0), "pass 0");
  assert.is(codes("", 7), "pass 7");
  assert.is(codes(", expect=success", 0), "pass 0");
  assert.is(codes(", expect=success", 7), "fail 7");
  assert.is(codes(", expect=failure", 0), "fail 0");
  assert.is(codes(", expect=failure", 7), "pass 7");
  assert.is(codes(", expect=success", 0, "unevaluable"), "unevaluable 0");
  assert.is(codes("", null), "unevaluable null");
});

test("a report tells the whole walk, as data and as text", () => {
  const walk = new Walk(
    workflowOf(
      '$n: integer = 1; a(max=2, gate=check) -> b; b(require.contains=OK); c(question="Ship it?", assurance=reported) -> d :yes, a :no; d',
    ),
    { input: "the task" },
  );
  walk.deliver("first");
  walk.answer("fail");
  walk.deliver("second");
  walk.answer("pass");
  walk.deliver("nothing");
  walk.deliver("it's OK", { variables: { n: 2 } });
  walk.deliver("shown");
  walk.deliver(undefined, { choice: "yes", response: "ship it" });
  walk.apply({ type: "complete", output: "the end", summary: "All went well" });
  const done = report(walk.workflow, walk.first, walk.inputs);
  const text = `${renderReport(done)}\n\n${renderTimeline(done.timeline)}`;
  assert.equal(text.split("\n"), EXPECTED.trim().split("\n"));
});

const EXPECTED = `
# test: completed

Session wf_test_0000abcd, 4 steps, 1 cycle, 7 deliveries, 9 s

## Path

\`a\` → \`b\` → \`c\` → \`d\`

## Gates

- \`a\` gate, visit 1, iteration 1: fail (exit code 1)
- \`a\` gate, visit 1, iteration 2: pass (exit code 0)

## Rejections

- \`b\` require: contains: wanted "OK", got "nothing"

## Approvals

- \`c\`: "yes" by agent, reported, ship it

## Deliverables

- \`a\`: second
- \`b\`: it's OK
- \`c\`: shown
- \`d\`: the end

## Context

- n: 2

## Summary

All went well

## Timeline

- 1. 2026-01-01T00:00:00Z library: start in \`a\`: started
- 2. 2026-01-01T00:00:01Z library: deliver in \`a\`: taken
- 3. 2026-01-01T00:00:02Z library: effect_result in \`a\`: gate fail (exit code 1), iteration 2
- 4. 2026-01-01T00:00:03Z library: deliver in \`a\`: taken
- 5. 2026-01-01T00:00:04Z library: effect_result in \`a\`: gate pass (exit code 0), entered b
- 6. 2026-01-01T00:00:05Z library: deliver in \`b\`: rejected: contains: wanted "OK", got "nothing"
- 7. 2026-01-01T00:00:06Z library: deliver in \`b\`: entered c
- 8. 2026-01-01T00:00:07Z library: deliver in \`c\`: taken
- 9. 2026-01-01T00:00:08Z library: deliver in \`c\`: "yes" by agent (reported), entered d
- 10. 2026-01-01T00:00:09Z library: complete in \`d\`: completed
`;

test.run();
