import { test } from "uvu";
import * as assert from "uvu/assert";
import { cpSync, rmSync } from "node:fs";
import { SessionNotFoundError } from "../../lib/error.ts";
import { callerIn, engineIn, placeWith, THREE } from "./make_test_engine.ts";

const SKILL = { ".agents/skills/three/SKILL.md": THREE };

test("two windows of one client don't disturb each other", async () => {
  const place = placeWith(SKILL);
  const engine = engineIn(place);
  try {
    const [a, b] = ["host-A", "host-B"].map((session) => callerIn(place.workspace, { session }));
    const first = await engine.start({ skill: "three" }, a);
    const second = await engine.start({ skill: "three" }, b);
    assert.is.not(first.state.id, second.state.id);
    assert.match(
      second.envelope.notices.join(),
      `session ${first.state.id} of the same workflow belongs to another owner`,
    );
    await engine.next({ output: "x" }, a);
    assert.is((await engine.current({}, a)).state.step, "two");
    assert.is((await engine.current({}, b)).state.step, "one");
    await engine.start({ skill: "three", restart: true }, b);
    assert.is((await engine.current({ session: first.state.id }, a)).state.status, "running");
    assert.is((await engine.current({ session: second.state.id }, b)).state.status, "aborted");
  } finally {
    engine.close();
    place.remove();
  }
});

test("two agents of one host session have a session each", async () => {
  const place = placeWith(SKILL);
  const engine = engineIn(place);
  try {
    const main = await engine.start({ skill: "three" }, callerIn(place.workspace, { session: "host-A" }));
    const agent = await engine.start(
      { skill: "three" },
      callerIn(place.workspace, { session: "host-A", agent: "scout" }),
    );
    assert.is.not(main.state.id, agent.state.id);
    assert.equal(agent.state.owner, { session: "host-A", agent: "scout" });
  } finally {
    engine.close();
    place.remove();
  }
});

test("two worktrees have sessions of their own, and an id finds either", async () => {
  const place = placeWith(SKILL);
  const other = placeWith({});
  cpSync(place.workspace, other.workspace, { recursive: true });
  const engine = engineIn(place);
  try {
    const [here, there] = [place, other].map(({ workspace }) => callerIn(workspace, { session: "host-A" }));
    const first = await engine.start({ skill: "three" }, here);
    const second = await engine.start({ skill: "three" }, there);
    assert.is.not(first.state.id, second.state.id);
    assert.equal((await engine.list(place.workspace)).map((one) => one.id), [first.state.id]);
    const fromAfar = await engine.current({ session: second.state.id }, callerIn(place.workspace));
    assert.is(fromAfar.workspace, other.workspace);
    // A new connection in a workspace means its only live session.
    assert.is((await engine.current({}, callerIn(other.workspace))).state.id, second.state.id);
  } finally {
    engine.close();
    place.remove();
    other.remove();
  }
});

test("of two copies of a session the one in the caller's workspace is meant, by its id and by a prefix", async () => {
  const place = placeWith(SKILL);
  const other = placeWith({});
  try {
    const owner = { session: "host-A" };
    const first = engineIn(place);
    const { state: { id } } = await first.start({ skill: "three" }, callerIn(place.workspace, owner));
    first.close();
    cpSync(place.workspace, other.workspace, { recursive: true });
    // Another process, that finds one workspace in the index and is in the other.
    const engine = engineIn(place);
    for (const [{ workspace }, step] of [[other, "two"], [place, "two"], [other, "three"]] as const) {
      for (const named of [id, id.slice(0, -3)]) {
        assert.is((await engine.current({ session: named }, callerIn(workspace))).workspace, workspace);
      }
      const { state } = await engine.next({ session: id, output: "x" }, callerIn(workspace, owner));
      assert.is(state.step, step);
    }
    engine.close();
  } finally {
    place.remove();
    other.remove();
  }
});

test("a connection goes on with its own copy of a session, whatever workspaces others name meanwhile", async () => {
  const place = placeWith(SKILL);
  const other = placeWith({});
  const engine = engineIn(place);
  try {
    const owner = { session: "host-A" };
    const here = callerIn(place.workspace, owner);
    const { state: { id } } = await engine.start({ skill: "three" }, here);
    cpSync(place.workspace, other.workspace, { recursive: true });
    const there = callerIn(other.workspace, owner);
    for (const named of [undefined, id]) {
      const session = named === undefined ? {} : { session: named };
      // Another connection names the workspace with the copy between any two calls.
      await engine.current({ session: id }, there);
      const { workspace, state } = await engine.next({ ...session, output: "x" }, here);
      assert.is(workspace, place.workspace);
      await engine.list(other.workspace);
      assert.is((await engine.current(session, here)).state.step, state.step);
      assert.is((await engine.current({}, there)).state.step, "one", "the copy is where it was");
    }
    assert.is((await engine.report(undefined, here)).workspace, place.workspace);
    assert.is((await engine.replay(undefined, here)).same, true);
    // The same connection in the other workspace means the copy there.
    const moved = { ...here, workspace: other.workspace };
    assert.is(
      (await engine.next({ output: "x" }, moved)).workspace,
      other.workspace,
      "its turn here says nothing there",
    );
    assert.is((await engine.current({}, there)).state.step, "two");
    // Where its own copy is gone, it doesn't mean another's.
    rmSync(place.workspace, { recursive: true });
    const lost = { ...here, connection: { last: { id, workspace: place.workspace }, shown: new Map() } };
    await engine.next({ output: "y" }, lost).then(
      () => assert.unreachable("it went on in somebody else's copy"),
      (error) => assert.instance(error, SessionNotFoundError),
    );
    assert.is((await engine.current({}, there)).state.step, "two");
  } finally {
    engine.close();
    place.remove();
    other.remove();
  }
});

test("a session whose process is gone is taken over at the next start, another's only by an explicit claim", async () => {
  const place = placeWith(SKILL);
  const engine = engineIn(place);
  try {
    const gone = { session: "process:gone", pid: 2 ** 22 - 3, host: (await import("node:os")).hostname() };
    const first = await engine.start({ skill: "three" }, callerIn(place.workspace, gone));
    const mine = callerIn(place.workspace, { session: "host-B" });
    const taken = await engine.start({ skill: "three", input: "new" }, mine);
    assert.is(taken.state.id, first.state.id);
    assert.is(taken.state.owner?.session, "host-B");
    assert.match(taken.envelope.notices.join(), "its input differs");
    const thief = callerIn(place.workspace, { session: "host-C" });
    assert.is.not((await engine.start({ skill: "three" }, thief)).state.id, first.state.id);
    const claimed = await engine.control({ action: "claim", session: first.state.id }, thief);
    assert.is(claimed.state.owner?.session, "host-C");
  } finally {
    engine.close();
    place.remove();
  }
});

test("without an id several live sessions are listed, never guessed", async () => {
  const place = placeWith(SKILL);
  const engine = engineIn(place);
  try {
    const ids: string[] = [];
    for (const session of ["host-A", "host-B"]) {
      ids.push((await engine.start({ skill: "three" }, callerIn(place.workspace, { session }))).state.id);
    }
    const error = await engine.current({}, callerIn(place.workspace)).catch((thrown) => thrown);
    assert.instance(error, SessionNotFoundError);
    for (const id of ids) assert.match(error.message, id);
    const prefix = await engine.current({ session: ids[0].slice(0, -2) }, callerIn(place.workspace));
    assert.is(prefix.state.id, ids[0]);
  } finally {
    engine.close();
    place.remove();
  }
});

test.run();
