// Walks a skill with a scripted model, so that it runs without a key and the same every time. Put your own model here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { MemorySaver } from "@langchain/langgraph";
import { parseSkill, start } from "skill-workflow";
import { makeWalker } from "./walk.mjs";

const model = new FakeListChatModel({
  responses: [
    { output: "Can't tell yet.", variables: { severity: "dreadful" } },
    { output: "It fails in many places.", variables: { severity: "high", reproduced: true, places: 7 } },
    { output: "1. A test for each place. 2. The change." },
    { output: "Seven places have to change. The plan is made. Work begins tomorrow." },
  ].map((answer) => JSON.stringify(answer)),
});

const { workflow } = parseSkill(readFileSync(new URL("../sort-faults/SKILL.md", import.meta.url)));
const session = start(workflow, { id: "wf_demo", at: new Date().toISOString(), input: "The list is broken" });
const walker = makeWalker({ model, checkpointer: new MemorySaver() });
const thread = { configurable: { thread_id: session.id } };
const end = await walker.invoke({ session }, thread);
const path = end.session.path.map((entry) => entry.step);
console.log(`${path.join(" -> ")}: ${end.session.status}`);

assert.deepEqual(path, ["judge", "plan", "report"]);
assert.equal(end.session.status, "completed");
// Every step on the way is in the checkpoints.
const kept = [];
for await (const { values } of walker.getStateHistory(thread)) {
  if (values.session) kept.push(values.session.step);
}
assert.deepEqual([...new Set(kept.reverse())].filter(Boolean), ["judge", "plan", "report"]);
