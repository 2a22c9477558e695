import { test } from "uvu";
import * as assert from "uvu/assert";
import { compileSkill, fixture, workflowIn } from "./compile_text.ts";

const TEXT = fixture("compile/portable.yaml").replace(/^workflow:\n/, "").replace(/^ {2}/gm, "")
  .replace("file: steps/mix.md", "prompt: Mix.").replace('section_matcher: "## Taste"', "prompt: Taste.");
const digest = (text: string, file = "a.yaml") => workflowIn(text, { file }).digest;

/** What stands in the text, and what is put in its place: each change is a change of what the workflow says. */
const CHANGES: [from: string, to: string][] = [
  ["name: bake-bread", "name: bake"],
  ["version: 1.10", "version: 1.1"],
  ["type: loop", "type: sequential"],
  ["initial_step: mix", "initial_step: shape"],
  ["enum: [rye, wheat]", "enum: [rye]"],
  ["default: 1", "default: 2"],
  ["enforce: hard", "enforce: soft"],
  ["Weigh, do not guess", "Weigh"],
  ["max_transitions: 50", "max_transitions: 51"],
  ["title: Mix the dough", "title: Mix"],
  ["prompt: Mix.", "prompt: Stir."],
  ["interpolate: true", "interpolate: false"],
  ["mandated_tools: [Read]", "mandated_tools: [Write]"],
  ["allowed_tools: [edit]", "allowed_tools: []"],
  ["denied_tools: [web]", "denied_tools: []"],
  ["No sugar", "No salt"],
  ["contains: [gram]", "contains: [ounce]"],
  ["until: MIXED", "until: DONE"],
  ["loaves: { type: integer }", "loaves: { type: number }"],
  ["files: [dough.md]", "files: [bread.md]"],
  ["attempts: 2", "attempts: 3"],
  ["context.loaves > 1", "context.loaves > 2"],
  ["- default: bake", "- default: shape"],
  ["minutes: 10", "minutes: 11"],
  ["max_parallel: 2", "max_parallel: 3"],
  ["timeout: 60", "timeout: 61"],
  ["expect: success", "expect: failure"],
  ["when: TOO DARK", "when: BLACK"],
  ["parallel: [crust, crumb]", "parallel: [crumb, crust]"],
  ["question: Is it done?", "question: Done?"],
  ["done: give-up", "ready: give-up"],
  ["assurance: reported", "assurance: elicited"],
];

test("a digest says the same for the same definition, wherever it stands", () => {
  const first = digest(TEXT);
  assert.match(first, /^[0-9a-f]{16}$/);
  assert.is(digest(`# a comment\n\n${TEXT}`), first);
  assert.is(digest(TEXT, "elsewhere/b.yaml"), first);
  assert.is(digest(TEXT.replace("type: str,", "type: string,")), first);
});

for (const [from, to] of CHANGES) {
  test(`a digest differs for ${to}`, () => {
    assert.ok(TEXT.includes(from));
    assert.is.not(digest(TEXT.replace(from, to)), digest(TEXT));
  });
}

test("another text of a section is another definition; other prose is not", () => {
  const text = fixture("compile/inline.md");
  const of = (changed: string) => compileSkill(changed).workflow!.digest;
  assert.is(of(text.replace("# Plant a tree", "# Plant\n\nMany trees")), of(text));
  assert.is.not(of(text.replace("As deep as the pot", "Deeper")), of(text));
});

test.run();
