import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { SessionCorruptedError } from "../../lib/error.ts";
import { sessionPaths, sessionsFolder } from "../../lib/host/store/session_paths.ts";
import type { Place } from "../mcp/connect.ts";
import { callerIn, engineIn, placeWith, THREE, write } from "./make_test_engine.ts";

const SKILL = ".agents/skills/three/SKILL.md";

/** A session at its third step, whose process has ended. */
async function begun() {
  const place = placeWith({ [SKILL]: THREE });
  const engine = engineIn(place);
  const caller = callerIn(place.workspace, { session: "host-A" });
  const { state: { id } } = await engine.start({ skill: "three" }, caller);
  for (const output of ["first", "second"]) await engine.next({ output }, caller);
  engine.close();
  return { place, id, paths: sessionPaths(sessionsFolder(place.workspace), id) };
}

/** What hooks read. */
function viewOf(path: string): { revision: number; fence: { step: string } } {
  return JSON.parse(readFileSync(path, "utf8"));
}

async function inPlace(
  run: (begun: { place: Place; id: string; paths: ReturnType<typeof sessionPaths> }) => Promise<void>,
) {
  const made = await begun();
  try {
    await run(made);
  } finally {
    made.place.remove();
  }
}

test("hooks see a salvaged session as it is, although what they saw before was later", () =>
  inPlace(async ({ place, id, paths }) => {
    assert.is(viewOf(paths.view).revision, 3);
    const lines = readFileSync(paths.journal, "utf8").split("\n");
    writeFileSync(paths.journal, `${lines[0]}\n${lines[1]}\n${lines[2].replace("second", "sekond")}\n`);
    const engine = engineIn(place);
    const caller = callerIn(place.workspace, { session: "host-A" });
    const error = await engine.current({ session: id }, caller).catch((thrown) => thrown);
    assert.instance(error, SessionCorruptedError);
    const salvage = await engine.salvage(id, caller);
    assert.is(salvage.revision, 2);
    assert.is(salvage.lost.length, 1);
    assert.equal([viewOf(paths.view).revision, viewOf(paths.view).fence.step], [2, "two"]);
    await engine.next({ session: id, output: "second again" }, caller);
    assert.equal([viewOf(paths.view).revision, viewOf(paths.view).fence.step], [3, "three"]);
    assert.is((await engine.replay(id, caller)).same, true);
    engine.close();
  }));

test("damage inside of a journal, which no list sees, doesn't keep its owner from starting again", () =>
  inPlace(async ({ place, id, paths }) => {
    const damaged = readFileSync(paths.journal, "utf8").replace("second", "sekond");
    writeFileSync(paths.journal, damaged);
    const engine = engineIn(place);
    const caller = callerIn(place.workspace, { session: "host-A" });
    assert.is((await engine.list(place.workspace))[0].status, "running");
    const started = await engine.start({ skill: "three" }, caller);
    assert.is.not(started.state.id, id);
    const [notice] = started.envelope.notices.filter((one) => one.includes(id));
    assert.match(notice, /is corrupt \(.*line 3 of/);
    assert.match(notice, `sessions salvage ${id}`);
    assert.is(readFileSync(paths.journal, "utf8"), damaged);
    engine.close();
  }));

test("a damaged definition is taken from the skill, as long as it's the one that the session was started with", () =>
  inPlace(async ({ place, id, paths }) => {
    const definition = readFileSync(paths.definition, "utf8");
    writeFileSync(paths.definition, definition.replace("Do three", "Do thr\u0000e"));
    const engine = engineIn(place);
    const caller = callerIn(place.workspace, { session: "host-A" });
    write(place, { [SKILL]: THREE.replace("Do one.", "Do one, and well.") });
    const error = await engine.salvage(id, caller).catch((thrown) => thrown);
    assert.instance(error, SessionCorruptedError);
    assert.not.ok(
      readdirSync(join(paths.journal, "..")).some((name) => name.includes("damaged")),
      "nothing was changed",
    );
    write(place, { [SKILL]: THREE });
    const salvage = await engine.salvage(id, caller);
    assert.equal([salvage.revision, salvage.lost], [3, []]);
    assert.is((await engine.current({ session: id }, caller)).state.step, "three");
    engine.close();
  }));

test.run();
