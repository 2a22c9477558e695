// Walks a skill with a scripted model, so that it runs without a key and the same every time. Put your own model here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { MockLanguageModelV3 } from "ai/test";
import { walk } from "./walk.mjs";

const answers = [
  { turn: 0, output: "Can't tell yet.", variables: { severity: "dreadful" } },
  { turn: 0, output: "It fails for an empty list.", variables: { severity: "low", reproduced: true, places: 1 } },
  { turn: 1, output: "Mended, with a test that failed before." },
  { turn: 2, output: "The list may be empty now. Nothing else changed. It goes out with the next version." },
];
const seen = [];
const model = new MockLanguageModelV3({
  doGenerate: ({ prompt }) => {
    seen.push(JSON.stringify(prompt.at(-1)));
    const input = JSON.stringify(answers[seen.length - 1]);
    return Promise.resolve({
      content: [{ type: "tool-call", toolCallId: `call-${seen.length}`, toolName: "next_step", input }],
      finishReason: { unified: "tool-calls", raw: undefined },
      usage: { inputTokens: {}, outputTokens: {} },
      warnings: [],
    });
  },
});

const skill = readFileSync(new URL("../sort-faults/SKILL.md", import.meta.url));
const state = await walk({ model, skill, task: "The list is broken" });
const path = state.path.map((entry) => entry.step);
console.log(`${path.join(" -> ")}: ${state.status}`);

assert.deepEqual(path, ["judge", "mend", "report"]);
assert.equal(state.status, "completed");
// The refused answer was told to the model, and the steps came one at a time.
assert.match(seen[1], /InvalidInputError.*severity/);
assert.doesNotMatch(seen[0], /Mend the fault/);
assert.match(seen[2], /Mend the fault/);
