import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type PlayedScenario, playScenario, readScenario } from "../../lib/scenario/mod.ts";
import { workflowOf } from "../notation.ts";

function play(notation: string, yaml: string, options = {}): PlayedScenario {
  const { scenario, diagnostics } = readScenario(yaml, "tests/a.yaml");
  assert.equal(diagnostics, []);
  return playScenario(workflowOf(notation, options), scenario!);
}

const PASSING: [name: string, notation: string, yaml: string][] = [
  [
    "a straight line",
    "a -> b; b -> end",
    "steps: [{expect: a, answer: x}, {expect: b, answer: y}]\npath: [a, b]\noutputs: {b: y}",
  ],
  ["no turn at all", "a -> end", "steps: []\nend: running\npath: [a]"],
  [
    "a red gate comes back, a green one leads on",
    'a(gate="make", until=DONE) -> b; b -> end',
    "steps: [{expect: a, answer: DONE, verdicts: [fail]}, {expect: a, answer: DONE, verdicts: [pass]}, {expect: b, answer: x}]",
  ],
  [
    "files and then a gate, in one turn",
    'a(files="x.md", gate="make") -> end',
    "steps: [{expect: a, answer: x, verdicts: [pass, pass]}]",
  ],
  [
    "missing files are a rejection",
    'a(files="x.md") -> end',
    "steps: [{expect: a, answer: x, verdicts: [fail], rejected: the scenario says}, {expect: a, answer: x, verdicts: [pass]}]",
  ],
  [
    "the third verdict that can't be had halts",
    'a(gate="make") -> end',
    "steps: [{expect: a, answer: x, verdicts: [unevaluable]}, {expect: a, answer: x, verdicts: [unevaluable]}, {expect: a, answer: x, verdicts: [unevaluable]}]\nend: halted:gate_unevaluable",
  ],
  [
    "an exhausted loop halts, by any reason or by its own",
    'a(max=1, gate="make") -> end',
    "steps: [{expect: a, answer: x, verdicts: [fail]}]\nend: halted",
  ],
  [
    "a retry after a halt",
    'a(max=1, gate="make") -> end',
    "steps: [{expect: a, answer: x, verdicts: [fail]}, {expect: a, retry: true, verdicts: [pass]}]",
  ],
  [
    "an abort after a halt",
    'a(max=1, gate="make") -> end',
    "steps: [{expect: a, answer: x, verdicts: [fail]}, {expect: a, finish: aborted}]\nend: aborted",
  ],
  [
    "command steps take verdicts alone, and their output is what the scenario prints",
    'a(command="make") -> b; b -> end',
    "steps: [{expect: a, verdicts: [{verdict: pass, output: built}]}, {expect: b, answer: x}]\noutputs: {a: built}",
  ],
  [
    "a command that leads back to itself is one turn a visit",
    '$n: integer = 0; a -> b; b(command="make", expect=success) -> b [visits["b"] < 2], c; c -> end',
    "steps: [{expect: a, answer: x}, {expect: b, verdicts: [pass]}, {expect: b, verdicts: [pass]}, {expect: c, answer: x}]\npath: [a, b, b, c]",
  ],
  [
    "pass means that a command which has to fail fails",
    'a(command="make", expect=failure) -> end',
    "steps: [{expect: a, verdicts: [pass]}]",
  ],
  [
    "and fail that it doesn't",
    'a(command="make", expect=failure) -> end',
    "steps: [{expect: a, verdicts: [fail]}]\nend: halted:expectation_failed",
  ],
  [
    "an approval in the same turn, and one in a turn of its own",
    "a -> b :yes, a :no; b -> end",
    "steps: [{expect: a, answer: x, approve: no}, {expect: a, answer: y}, {expect: a, approve: yes}, {expect: b, answer: z}]\npath: [a, a, b]",
  ],
  [
    "an approval that no label names is rejected",
    "a -> b :yes, a :no; b -> end",
    'steps: [{expect: a, answer: x, approve: maybe, rejected: "wanted one of"}]\nend: running',
  ],
  [
    "out of band",
    "a(assurance=out_of_band) -> b :yes, a :no; b -> end",
    "steps: [{expect: a, answer: x, approve: yes}]\nend: running",
  ],
  [
    "a choice",
    "a -> b ?, c ?; b -> end; c -> end",
    "steps: [{expect: a, answer: x}, {expect: a, answer: {transition_choice: c}}, {expect: c, answer: x}]\npath: [a, c]",
  ],
  [
    "children together",
    "d => x & y -> e; e -> end",
    "steps: [{expect: d, answer: {outputs: {x: 1 of x, y: 2 of y}}}, {expect: e, answer: z}]\noutputs: {x: 1 of x}",
  ],
  [
    "children one at a time, by their ids",
    "d => x & y(require.non_empty) -> e; e -> end",
    "steps: [{expect: d, answer: {child: y, step_output: ''}, rejected: non_empty}, {expect: d, answer: {child: y, step_output: b}}, {expect: d, answer: {child: x, step_output: a}}, {expect: e, answer: z}]",
  ],
  [
    "a refusal by error: an unknown variable, a closed way",
    "$n: integer = 0; a -> b [context.n > 0], a; b -> end",
    "steps: [{expect: a, answer: {variables: {m: 1}}, rejected: m}, {expect: a, answer: {variables: {n: 1}, transition_choice: b}}, {expect: b, answer: x}]\ncontext_after: {n: 1}",
  ],
  [
    "an end at a loop decision",
    "a -> b; b(loop_decision) -> a",
    "steps: [{expect: a, answer: x}, {expect: b, answer: x, finish: completed}]\npath: [a, b]",
  ],
];

for (const [name, notation, yaml] of PASSING) {
  test(`passes: ${name}`, () => assert.equal(play(notation, yaml).problems, []));
}

const FAILING: [
  name: string,
  notation: string,
  yaml: string,
  place: string,
  message: string,
  wanted?: unknown,
  actual?: unknown,
][] = [
  [
    "another step",
    "a -> b; b -> end",
    "steps:\n- {expect: a, answer: x}\n- {expect: a, answer: y}",
    "3:12",
    'Turn 2: the run was to be at step "a", and is at step "b", which waits for an answer',
    "a",
    "b",
  ],
  [
    "a step that there isn't",
    "apple -> end",
    "steps:\n- {expect: aple}\npath: [pear]",
    "2:12",
    'There is no step "aple": did you mean "apple"?',
  ],
  [
    "an end too early",
    "a -> end",
    "steps:\n- {expect: a, answer: x}\n- {expect: a}",
    "3:12",
    'Turn 2: the run was to be at step "a", and is already completed',
    "a",
    "completed",
  ],
  [
    "an end too late",
    "a -> b; b -> end",
    "steps:\n- {expect: a, answer: x}\nend: completed",
    "3:6",
    'The run was to end as "completed", and is running, at step "b", which waits for an answer',
    "completed",
    "running",
  ],
  [
    "a halt",
    'a(max=1, gate="make") -> end',
    "steps:\n- {expect: a, answer: x, verdicts: [fail]}\n- {expect: a, answer: x}",
    "3:12",
    'Turn 2: the run is halted at step "a" (loop_exhausted): The loop is exhausted: all 1 iterations of step "a" are used up and the gate is still red. To go on, a turn has retry: true',
    "a",
    "a",
  ],
  [
    "an unexpected rejection",
    'a(require.contains="x") -> end',
    "steps:\n- {expect: a, answer: y}",
    "2:23",
    'Turn 1: the answer was rejected: contains: wanted "x"',
  ],
  [
    "a rejection that doesn't come",
    "a -> b; b -> end",
    "steps:\n- {expect: a, answer: y, rejected: true}",
    "2:36",
    'Turn 1: the answer was to be rejected, and was taken; the run is at step "b", which waits for an answer',
  ],
  [
    "a red gate taken for a rejection",
    'a(gate="make") -> end',
    "steps:\n- {expect: a, answer: y, verdicts: [fail], rejected: true}",
    "2:54",
    'Turn 1: the answer was to be rejected, and was taken; the run is at step "a", which waits for an answer. A loop whose gate is red comes back without a rejection',
  ],
  [
    "another reason",
    "a(require.non_empty) -> end",
    "steps:\n- {expect: a, answer: '', rejected: too long}",
    "2:37",
    "Turn 1: the answer was rejected for another reason",
    "too long",
  ],
  [
    "a verdict that lacks",
    'a(gate="make all") -> end',
    "steps:\n- {expect: a, answer: y}",
    "2:3",
    'Turn 1: step "a" asks for a verdict on its gate "make all": give verdicts: [pass], or fail, or unevaluable',
  ],
  [
    "a verdict that lacks, after another",
    'a(files="x.md", gate="make") -> end',
    "steps:\n- {expect: a, answer: y, verdicts: [pass]}",
    "2:3",
    'Turn 1: step "a" asks for a verdict on its gate "make", after 1 verdict: give verdicts: [pass], or fail, or unevaluable',
  ],
  [
    "a verdict too many",
    "a -> end",
    "steps:\n- {expect: a, answer: y, verdicts: [pass, pass]}",
    "2:36",
    'Turn 1: 2 verdicts given, and step "a" asked for none',
  ],
  [
    "an answer for the machine",
    'a(command="make") -> end',
    "steps:\n- {expect: a, answer: y, verdicts: [pass]}",
    "2:23",
    'Turn 1: step "a" is the machine\'s: it takes verdicts, and no answer',
  ],
  [
    "an approval that nobody asks for",
    "a -> b; b -> end",
    "steps:\n- {expect: a, answer: y, approve: yes}",
    "2:35",
    'Turn 1: nobody is asked for an approval: the run is at step "b", which waits for an answer',
  ],
  [
    "another path",
    "a -> b; b -> end",
    "steps: [{expect: a, answer: x}, {expect: b, answer: y}]\npath: [a]",
    "2:7",
    "The run took another path",
    ["a"],
    ["a", "b"],
  ],
  [
    "another output",
    "a -> end",
    "steps: [{expect: a, answer: x}]\noutputs: {a: y}",
    "2:14",
    'In the end the output of step "a" is another',
    "y",
    "x",
  ],
  [
    "another variable",
    "$n: integer = 0; a -> end",
    "steps: [{expect: a, answer: x}]\ncontext_after: {n: 1}",
    "2:20",
    'In the end the variable "n" is another',
    1,
    0,
  ],
  [
    "a variable that there isn't",
    "$count: integer = 0; a -> end",
    "steps: [{expect: a, answer: x}]\ncontext_after: {coun: 1}",
    "2:23",
    'In the end there is nothing for the variable "coun": did you mean "count"?',
  ],
  ["a start that is refused", "$n: integer; a -> end", "steps: []\ncontext: {n: x}", "2:10", '"n"'],
  ["a retry where nothing is halted", "a -> end", "steps:\n- {expect: a, retry: true}", "2:22", "can't be retried"],
];

for (const [name, notation, yaml, place, message, wanted, actual] of FAILING) {
  test(`fails: ${name}`, () => {
    const { passed, problems } = play(notation, yaml);
    assert.is(passed, false);
    const [problem] = problems;
    assert.is(`${problem.range.start.line}:${problem.range.start.column}`, place);
    assert.ok(problem.message.includes(message), problem.message);
    if (wanted !== undefined) assert.equal(problem.wanted, wanted);
    if (actual !== undefined) assert.equal(problem.actual, actual);
  });
}

test("the example of the documentation", () => {
  const text = readFileSync(new URL("../../docs/scenarios.md", import.meta.url), "utf8");
  const yaml = /^```yaml\n(.*?)^```$/ms.exec(text)![1];
  const { problems } = play(
    '$urgent: boolean = false; draft(require.non_empty) -> build; build(gate="make") -> publish :ship, draft :"look again"; publish -> end',
    yaml,
  );
  assert.equal(problems, []);
});

test("a long walk keeps its whole path", () => {
  const turns = Array.from({ length: 300 }, () => "{expect: a, answer: x}");
  const { problems, path } = play("a(interactive) -> a default", `steps: [${turns.join(", ")}]\nend: running`, {
    type: "loop",
  });
  assert.equal(problems, []);
  assert.is(path.length, 301);
});

test("the same scenario comes out the same, and changes nothing that it was given", () => {
  const workflow = workflowOf('a(gate="make") -> end');
  const { scenario } = readScenario("steps: [{expect: a, answer: y, verdicts: [pass]}]");
  const before = JSON.stringify(scenario);
  const first = JSON.stringify(playScenario(workflow, scenario!));
  assert.is(JSON.stringify(playScenario(workflow, scenario!)), first);
  assert.is(JSON.stringify(scenario), before);
});

test.run();
