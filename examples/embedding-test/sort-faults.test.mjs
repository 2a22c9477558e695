// A skill's procedure in a plain test: no server, no model, no file but the skill's own. Run it with `node --test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { envelope, parseSkill, start, step, validateGraph } from "skill-workflow";

const { workflow } = parseSkill(readFileSync(new URL("../sort-faults/SKILL.md", import.meta.url)));
// The reducer has no clock: time is yours, so a test is the same every time.
const at = "2026-01-01T00:00:00Z";

/** The steps that these deliveries lead through. */
function walk(...deliveries) {
  let state = start(workflow, { id: "wf_test", at });
  for (const what of deliveries) {
    state = step(state, { type: "deliver", at, door: "library", turn: state.turn, ...what });
  }
  return { state, path: state.path.map((entry) => entry.step) };
}

test("nothing is wrong with the workflow", () => {
  assert.deepEqual(validateGraph(workflow), []);
});

test("a small fault that was seen is mended at once", () => {
  const seen = { output: "It fails.", variables: { reproduced: true, places: 1 } };
  const { state, path } = walk(seen, { output: "Mended." }, { output: "Done." });
  assert.deepEqual(path, ["judge", "mend", "report"]);
  assert.equal(state.status, "completed");
});

test("a critical one is never mended before somebody was called", () => {
  const { state, path } = walk({ output: "All is down.", variables: { severity: "critical", reproduced: true } });
  assert.deepEqual(path, ["judge", "call-somebody"]);
  // What the agent would see now: this step, with what was found.
  assert.match(envelope(state).step.instructions, /All is down\./);
});

test("a value that the workflow doesn't know is refused, and the session stays where it was", () => {
  assert.throws(() => walk({ output: "?", variables: { severity: "dreadful" } }), { code: "InvalidInputError" });
});
