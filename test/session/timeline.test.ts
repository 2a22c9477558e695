import { suite } from "uvu";
import * as assert from "uvu/assert";
import { everyInput, sampleStart, sampleWorkflow } from "../../lib/host/store/suite_tools.ts";
import { renderTimeline } from "../../lib/session/render_timeline.ts";
import { report } from "../../lib/session/report.ts";

const test = suite("timeline");

test("an entry an input: what it came to, who, and why", () => {
  const { timeline } = report(sampleWorkflow, sampleStart("wf_sample_00000001"), everyInput());
  assert.equal(timeline.map(({ revision, door, event, result }) => `${revision} ${door} ${event}: ${result}`), [
    "1 library start: started by host-1 (suite)",
    "2 library deliver: entered pong",
    "3 cli pause: paused, reason: lunch",
    "4 cli resume: running",
    "5 cli claim: taken over by host-2, agent a",
    "6 mcp deliver: entered ping",
    "7 cli back: entered ping",
    "8 file deliver: entered pong",
    "9 cli abort: aborted",
  ]);
  assert.match(renderTimeline(timeline), "- 3. 2026-01-01T00:00:00Z cli: pause in `pong`: paused, reason: lunch");
});

test.run();
