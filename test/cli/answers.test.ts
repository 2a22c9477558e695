import { test } from "uvu";
import * as assert from "uvu/assert";
import { readAnswers } from "../../lib/cli/answers.ts";
import { InvalidInputError } from "../../lib/error.ts";

test("a bare text stands for the deliverable", () => {
  assert.equal(readAnswers('- Done.\n- {step_output: {n: 1}, turn: 2}\n- user_response: "yes"\n', "a.yaml"), [
    { step_output: "Done." },
    { step_output: { n: 1 }, turn: 2 },
    { user_response: "yes" },
  ]);
});

const refused: [text: string, lines: string[]][] = [
  ["step_output: x\n", ['a.yaml:1:1: Answers are a list\n  Write - step_output: "…"']],
  ["", ['a.yaml:1:1: Answers are a list\n  Write - step_output: "…"']],
  ["- {step_outptu: x}\n- {turn: one}\n", [
    'a.yaml:1:4: Unknown key "step_outptu" in answer 1, did you mean "step_output"?\n' +
    "  Known here: user_response, step_output, outputs, child, transition_choice, variables, session_id, workspace_dir, turn",
    'a.yaml:2:10: Wrong value for "turn" of answer 2: wanted a whole number, got "one"',
  ]],
  ["- 3\n", ["a.yaml:1:3: Wrong value for answer 1: wanted a text or a map, got the number 3"]],
  ["- {variables: [1]}\n", ['a.yaml:1:15: Wrong value for "variables" of answer 1: wanted a map, got a list']],
];

for (const [text, lines] of refused) {
  test(`refuses ${JSON.stringify(text)} with every problem at its place`, () => {
    try {
      readAnswers(text, "a.yaml");
      assert.unreachable();
    } catch (error) {
      assert.instance(error, InvalidInputError);
      assert.is((error as Error).message, `The answers in "a.yaml" can't be taken\n${lines.join("\n")}`);
    }
  });
}

test("shows ten problems and counts the rest", () => {
  try {
    readAnswers("- 1\n".repeat(15), "a.yaml");
    assert.unreachable();
  } catch (error) {
    const lines = (error as Error).message.split("\n");
    assert.is(lines.length, 12);
    assert.is(lines[11], "and 5 more");
  }
});

test.run();
