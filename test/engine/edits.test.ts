import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { callerIn, engineIn, placeWith, THREE, write } from "./make_test_engine.ts";

const FILE = ".agents/skills/three/SKILL.md";

test("a session stays on its pinned definition and says once that the file has changed", async () => {
  const place = placeWith({ [FILE]: THREE });
  const engine = engineIn(place);
  const caller = callerIn(place.workspace, { session: "host-A" });
  try {
    await engine.start({ skill: "three" }, caller);
    assert.equal((await engine.current({}, caller)).envelope.notices, []);
    write(place, { [FILE]: THREE.replace("Do two.", "Do two otherwise.") });
    const next = await engine.next({ output: "x" }, caller);
    assert.is(next.envelope.step?.instructions, "Do two.");
    assert.match(next.envelope.notices.join(), /has changed since the start; this session stays on the definition/);
    assert.equal((await engine.current({}, caller)).envelope.notices, []);
    // Another process says it once as well, and stays on the pinned definition too.
    const again = engineIn(place);
    const current = await again.current({}, callerIn(place.workspace));
    assert.is(current.envelope.step?.instructions, "Do two.");
    assert.match(current.envelope.notices.join(), "has changed");
    again.close();
  } finally {
    engine.close();
    place.remove();
  }
});

test("prose around the steps, or a file saved again, is no change", async () => {
  const place = placeWith({ [FILE]: THREE });
  const engine = engineIn(place);
  const caller = callerIn(place.workspace, { session: "host-A" });
  try {
    await engine.start({ skill: "three" }, caller);
    write(place, { [FILE]: `${THREE}\nMore about it.\n` });
    assert.equal((await engine.next({ output: "x" }, caller)).envelope.notices, []);
  } finally {
    engine.close();
    place.remove();
  }
});

test("a step file of a portable skill counts as well", async () => {
  const folder = ".agents/skills/portable";
  const place = placeWith({
    [`${folder}/SKILL.md`]:
      "---\nname: portable\ndescription: Walks.\nmetadata: {kind: workflow, workflow: workflow.yaml}\n---\nCall start_workflow.\n",
    [`${folder}/workflow.yaml`]: "workflow:\n  steps:\n    - {id: a, file: steps/a.md}\n    - {id: b, prompt: Do b.}\n",
    [`${folder}/steps/a.md`]: "Do a.\n",
  });
  const engine = engineIn(place);
  const caller = callerIn(place.workspace, { session: "host-A" });
  try {
    await engine.start({ skill: "portable" }, caller);
    write(place, { [`${folder}/steps/a.md`]: "Do a otherwise.\n" });
    const current = await engine.current({}, caller);
    assert.is(current.envelope.step?.instructions, "Do a.\n");
    assert.match(current.envelope.notices.join(), "has changed since the start");
  } finally {
    engine.close();
    place.remove();
  }
});

test("a deleted or broken file is told, and the session walks on to its end", async () => {
  const place = placeWith({ [FILE]: THREE });
  const engine = engineIn(place);
  const caller = callerIn(place.workspace, { session: "host-A" });
  try {
    await engine.start({ skill: "three" }, caller);
    rmSync(join(place.workspace, FILE));
    const next = await engine.next({ output: "x" }, caller);
    assert.match(next.envelope.notices.join(), "can't be read any more");
    await engine.next({ output: "y" }, caller);
    assert.is((await engine.next({ output: "z" }, caller)).state.status, "completed");
  } finally {
    engine.close();
    place.remove();
  }
});

test.run();
