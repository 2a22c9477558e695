import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Claim, proveWorkflow } from "../../lib/workflow/proof/mod.ts";
import { type NotationOptions, workflowOf } from "../notation.ts";

function claims(notation: string, kind: Claim["kind"], options?: NotationOptions): string[] {
  return proveWorkflow(workflowOf(notation, options)).claims.filter((claim) => claim.kind === kind).map((claim) =>
    `${claim.holds ? "" : "NOT "}${claim.step}: ${claim.text}${
      claim.path.length > 0 ? ` (${claim.path.join(" ")})` : ""
    }`
  );
}

const PROVED: [kind: Claim["kind"], notation: string, expected: string[], options?: NotationOptions][] = [
  ["reachable", 'a -> c "X", b; b; c -> end; d', [
    "a: The run begins here (a)",
    "b: In 1 move (a b)",
    "c: In 1 move (a c)",
    'NOT d: No way leads here from "a"',
  ]],
  ["reachable", "a; d => x & y; e", [
    "a: The run begins here (a)",
    "d: In 1 move (a d)",
    "x: In 2 moves (a d x)",
    "y: In 2 moves (a d y)",
    "e: In 2 moves (a d e)",
  ]],
  ["ends", 'a; b -> a "REDO", c; c', [
    "a: An end is 2 moves away (a b c)",
    "b: An end is 1 move away (b c)",
    "c: The run may end here (c)",
  ]],
  ["ends", 'a -> b "X", end; b -> c -> b', [
    "a: The run may end here (a)",
    "NOT b: No way from here leads to an end (a b c b)",
    "NOT c: No way from here leads to an end (a b c b)",
  ]],
  ["ends", "a -> b; b", [
    "NOT a: No way from here leads to an end (a b)",
    "NOT b: No way from here leads to an end (a b)",
  ], { type: "dag" }],
  ["ends", "d => x & y", ["d: The run may end here (d)"]],
  ["bounded", "a; b(until=DONE, max=3); c(gate=make); e(verify=make, attempts=1)", [
    "b: At most 3 times, then it goes on",
    "c: At most 10 times, then the run halts",
    "e: At most 1 time, then the run halts",
  ]],
  ["bounded", "a(until=DONE, on_exhausted=halt); b(until=DONE) -> a exhausted, c; c", [
    "a: At most 10 times, then the run halts",
    'b: At most 10 times, then it goes to "a"',
    'NOT b: Back to "a", and nothing bounds it but max_transitions (1000) (a b a)',
  ]],
  ["bounded", 'a; b(interactive) -> a "REDO", c; c -> b "AGAIN", end', [
    'b: Back to "a" past "b": a person is asked there (a b a)',
    'c: Back to "b" past "b": a person is asked there (b c b)',
  ]],
  ["bounded", "a -> b :yes, a :no; b -> b [visits['b'] < 3], end", [
    'a: Back to "a" past "a": a person decides there (a a)',
    'b: Back to "b" past "b": a condition counts there (b b)',
  ]],
  ["bounded", 'a -> b "X", end; b -> c -> b', [
    'NOT c: Back to "b", and nothing bounds it but max_transitions (1000) (b c b)',
  ]],
  ["bounded", "b -> end; a -> b", []],
  [
    "producible",
    'a(gate="npm test", timeout=60); b -> c :yes, a :"not yet"; c(command=make); e(files=log, require.non_empty)',
    [
      "a: `npm test` passes, fails, or can't be run, within 60 s",
      'b: A person chooses "yes" or "not yet"',
      "c: `make` ends within 300 s",
      "e: The contract can be met",
      "e: 1 file is looked for",
    ],
  ],
  ["producible", 'a(require.last_line_regex="^$", require.non_empty)', [
    "NOT a: No deliverable is ever accepted: no text can meet its require: " +
    'Pattern "^$" matches an empty text only, and non_empty wants one that isn\'t (a)',
  ]],
  ["producible", 'z; a(require.last_line_regex="^$", require.non_empty)', [
    "NOT a: No deliverable is ever accepted: no text can meet its require: " +
    'Pattern "^$" matches an empty text only, and non_empty wants one that isn\'t (z a)',
  ]],
  ["satisfiable", "d => x & y; e", ['d: Waits for "x", "y", each of which can hand in a result']],
  ["satisfiable", "d => x & !y; e", ['NOT d: Its child "y" doesn\'t exist (d)']],
  ["satisfiable", "d => x & y(command=make); e", ['NOT d: Its child "y" is no step of an agent (d)']],
  ["satisfiable", "d => x & y; e => y & z; f", [
    'd: Waits for "x", "y", each of which can hand in a result',
    'NOT e: Its child "y" belongs to "d" (d e)',
  ]],
  ["produced", 'a -> c "X", b; b; c(prompt="{{a}} {{b}} {{a}} {{zz}} {{c}}")', [
    "c: {{a}} exists on every path",
    "NOT c: {{b}} is missing on a path (a c)",
    "NOT c: {{zz}} names no step (a c)",
    "NOT c: {{c}} is missing on a path (a c)",
  ]],
  ["produced", 'd => x & y; e(prompt="{{x}} {{d}}")', [
    "e: {{x}} exists on every path",
    "NOT e: {{d}} names a dispatcher, which has no output of its own (d e)",
  ]],
];

for (const [kind, notation, expected, options] of PROVED) {
  test(`${kind}: ${notation}`, () => assert.equal(claims(notation, kind, options), expected));
}

test("it holds where every claim holds, and is plain data", () => {
  const proof = proveWorkflow(workflowOf("a; d => x & y; e -> end"));
  assert.is(proof.holds, true);
  assert.equal(JSON.parse(JSON.stringify(proof)), proof);
  assert.is(proveWorkflow(workflowOf("a -> end; b")).holds, false);
});

test("a workflow with errors is no reason to throw", () => {
  for (const notation of ["a -> nowhere", "d => d & !x", "a -> a", "d => x & e; e => y & d"]) {
    assert.is(proveWorkflow(workflowOf(notation)).holds, false, notation);
  }
  assert.is(proveWorkflow(workflowOf("a; b", { initial: "zz" })).holds, false);
});

test("ten thousand steps: long paths are shown without their middle", () => {
  const proof = proveWorkflow(workflowOf(Array.from({ length: 10_000 }, (_, i) => `s${i}`).join(";")));
  const last = proof.claims.find((claim) => claim.kind === "reachable" && claim.step === "s9999")!;
  assert.is(last.text, "In 9999 moves");
  assert.is(last.path.length + last.omitted!, 10_000);
  assert.equal([last.path[0], last.path[19], last.path[20], last.path.at(-1)], ["s0", "s19", "s9980", "s9999"]);
  const first = proof.claims.find((claim) => claim.kind === "ends" && claim.step === "s0")!;
  assert.equal([first.path[0], first.path.at(-1), first.omitted], ["s0", "s9999", 9960]);
  assert.is(proof.holds, true);
});

test.run();
