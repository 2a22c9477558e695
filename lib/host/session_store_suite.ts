/**
 * What every store of sessions must do, as tests that need no framework and no runtime in particular. A further store
 * passes them unchanged. Source: spec "Sessions on disk".
 * @module
 */

import {
  InvalidInputError,
  SessionBusyError,
  SessionError,
  SessionNotFoundError,
  StaleInputError,
  WorkflowError,
} from "../error.ts";
import type { Json } from "../json.ts";
import { start, step } from "../session/mod.ts";
import { replaySession } from "./replay_session.ts";
import type { SessionStore } from "./session_store.ts";
import { digestState } from "./state_digest.ts";
import {
  assertRejects,
  assertSame,
  assertTrue,
  deliverTo,
  delivery,
  everyInput,
  sampleStart,
  sampleWorkflow,
} from "./store/suite_tools.ts";

/** A store under test, with nothing in it. */
export interface StoreUnderTest {
  /**
   * Connects to it, as a process of its own would where the store lets several in: all connections see the same sessions.
   * The reducer behind them is `start` and `step` of this package.
   */
  open(): Promise<SessionStore>;
  /** A connection's process ends without a word. Left out where that can't happen (memory). */
  kill?(store: SessionStore): Promise<void>;
  /** Two workspaces that the store accepts. */
  workspaces: readonly [string, string];
  /** Clears everything away. */
  dispose(): Promise<void>;
}

/** One test of the suite. */
export interface StoreTest {
  /** Name. */
  name: string;
  /** Runs it; rejects where the store fails. */
  run(): Promise<void>;
}

/**
 * The tests, each of which makes a store of its own, throws where the store does wrong, and clears it away.
 *
 * @param makeStore a new, empty store
 *
 * @example
 * ```ts
 * import { createMemoryStore, sessionStoreSuite } from "@skill-workflow/skill-workflow/host";
 * const suite = sessionStoreSuite(() => {
 *   const sessions = new Map();
 *   return Promise.resolve({
 *     open: () => Promise.resolve(createMemoryStore(sessions)),
 *     workspaces: ["/one", "/two"],
 *     dispose: () => Promise.resolve(),
 *   });
 * });
 * for (const test of suite) await test.run();
 * ```
 */
export function sessionStoreSuite(makeStore: () => Promise<StoreUnderTest>): StoreTest[] {
  return Object.entries(TESTS).map(([name, test]) => ({
    name,
    run: async () => {
      const under = await makeStore();
      try {
        await test(under);
      } finally {
        await under.dispose();
      }
    },
  }));
}

const TESTS: Record<string, (under: StoreUnderTest) => Promise<void>> = {
  "a created session is there for every connection, as it was": async ({ open, workspaces: [workspace] }) => {
    const first = sampleStart("wf_sample_00000001");
    const state = start(sampleWorkflow, first);
    await (await open()).create(workspace, first, state);
    const loaded = await (await open()).load("wf_sample_00000001");
    assertSame(loaded.state, state, "the loaded state");
    assertSame(loaded.notices, [], "notices");
    assertTrue(loaded.workspace.length > 0, "the workspace is named");
    assertTrue(Object.isFrozen(loaded.state) && Object.isFrozen(loaded.state.context), "the state is deeply frozen");
  },

  "an id is taken once": async ({ open, workspaces: [workspace] }) => {
    const store = await open();
    const first = sampleStart("wf_sample_00000002");
    await store.create(workspace, first, start(sampleWorkflow, first));
    await deliverTo(store, first.id, "kept");
    await assertRejects(store.create(workspace, first, start(sampleWorkflow, first)), SessionError);
    assertSame((await store.load(first.id)).state.outputs, { ping: "kept" }, "the session is as it was");
  },

  "only a first state can be created": async ({ open, workspaces: [workspace] }) => {
    const store = await open();
    const first = sampleStart("wf_sample_00000003");
    const second = step(start(sampleWorkflow, first), delivery("x"));
    await assertRejects(store.create(workspace, first, second), InvalidInputError);
    await assertRejects(store.load(first.id), SessionNotFoundError);
  },

  "an unknown session is named, with the live ones": async ({ open, workspaces: [workspace] }) => {
    const store = await open();
    const first = sampleStart("wf_sample_00000004");
    await store.create(workspace, first, start(sampleWorkflow, first));
    for (const id of ["wf_sample_00000005", "", "../wf_sample_00000004", "a".repeat(5000), "__proto__"]) {
      const calls = [() => store.load(id), () => store.journal(id), () => store.update(id, () => null)];
      for (const call of [...calls, () => store.leaseEffect(id, "e1")]) {
        const error = await assertRejects(call(), SessionNotFoundError);
        assertTrue(JSON.stringify(error.data.live).includes(first.id), "the live session is listed");
      }
    }
  },

  "an update is seen by every connection once it has resolved": async ({ open, workspaces: [workspace] }) => {
    const [one, two] = [await open(), await open()];
    const first = sampleStart("wf_sample_00000006");
    await one.create(workspace, first, start(sampleWorkflow, first));
    for (let round = 0; round < 50; round++) {
      const [writer, reader] = round % 2 === 0 ? [one, two] : [two, one];
      const updated = await deliverTo(writer, first.id, `output ${round}`);
      assertSame((await reader.load(first.id)).state, updated, `the state after round ${round}`);
    }
  },

  "an update without a change stores nothing": async ({ open, workspaces: [workspace] }) => {
    const store = await open();
    const first = sampleStart("wf_sample_00000007");
    await store.create(workspace, first, start(sampleWorkflow, first));
    const before = (await store.load(first.id)).state;
    await store.update(first.id, () => null);
    await store.update(first.id, ({ state }) => ({ input: delivery("not taken"), state }));
    assertSame((await store.load(first.id)).state, before, "the state");
    assertSame((await store.journal(first.id)).length, 1, "the journal's length");
  },

  "an error of the caller's comes through and stores nothing": async ({ open, workspaces: [workspace] }) => {
    const store = await open();
    const first = sampleStart("wf_sample_00000008");
    await store.create(workspace, first, start(sampleWorkflow, first));
    const stale = store.update(first.id, ({ state }) => {
      const input = { ...delivery("late"), turn: 7 };
      return { input, state: step(state, input) };
    });
    await assertRejects(stale, StaleInputError);
    const skipping = store.update(first.id, ({ state }) => {
      const input = delivery("two at once");
      return { input, state: step(step(state, input), input) };
    });
    await assertRejects(skipping, SessionError);
    assertSame((await store.journal(first.id)).length, 1, "the journal's length");
    await deliverTo(store, first.id, "still works");
  },

  "the journal has every input in order, and leads to the state": async ({ open, workspaces: [workspace] }) => {
    const store = await open();
    const first = sampleStart("wf_sample_00000009");
    await store.create(workspace, first, start(sampleWorkflow, first));
    const inputs = everyInput();
    for (const input of inputs) {
      await store.update(first.id, ({ state }) => ({ input, state: step(state, input) }));
    }
    const entries = await (await open()).journal(first.id);
    assertSame(
      entries.map((entry) => entry.revision),
      inputs.map((_, i) => i + 1).concat(inputs.length + 1),
      "revisions",
    );
    assertSame(entries[0].input, { type: "start", start: first }, "line 1");
    assertSame(entries.slice(1).map((entry) => entry.input), inputs, "the inputs");
    assertSame(
      entries.slice(1).map((entry) => [entry.at, entry.door]),
      inputs.map((one) => [one.at, one.door]),
      "when, where",
    );
    const replay = await replaySession(await open(), first.id, { start, step });
    assertTrue(replay.matches, `the replay matches: ${JSON.stringify(replay.mismatch)}`);
    assertSame(replay.digest, digestState((await store.load(first.id)).state), "the digest");
  },

  "large and strange values come back as they were": async ({ open, workspaces: [workspace] }) => {
    const store = await open();
    const first = { ...sampleStart("wf_sample_0000000a"), input: "é🧭".repeat(20_000) };
    await store.create(workspace, first, start(sampleWorkflow, first));
    const values: Json[] = [
      "x".repeat(1_048_576),
      { rows: Array.from({ length: 3000 }, (_, row) => ({ row, text: `row ${row}` })) },
      "lone \ud800 surrogate, \u0000, \u2028, \ufeff, line\nend\r\n",
      JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1, "10": "a", "9": "b", "": null}'),
      [-0.5, 1e300, 1e-300, 9007199254740991, null, false, [], {}],
      "",
    ];
    for (const value of values) {
      const updated = await deliverTo(store, first.id, value);
      const loaded = (await (await open()).load(first.id)).state;
      assertSame(loaded, updated, "the loaded state");
      assertSame(digestState(loaded), digestState(updated), "its digest");
    }
    const outputs = (await (await open()).journal(first.id)).slice(1).map(({ input }) =>
      input.type === "deliver" && input.output
    );
    assertSame(outputs as Json, values, "the journal's outputs");
    assertTrue(!("polluted" in {}), "no prototype was touched");
    assertTrue((await replaySession(await open(), first.id, { start, step })).matches, "the replay matches");
  },

  "sessions are listed newest first, by workspace": async ({ open, workspaces: [here, there] }) => {
    const store = await open();
    const ids = ["wf_sample_0000000b", "wf_sample_0000000c", "wf_sample_0000000d"];
    for (const [index, id] of ids.entries()) {
      const first = { ...sampleStart(id), at: `2026-01-0${index + 1}T00:00:00Z` };
      await store.create(index === 1 ? there : here, first, start(sampleWorkflow, first));
    }
    await store.update(ids[0], ({ state }) => {
      const input = { ...delivery("later"), at: "2026-02-01T00:00:00Z" };
      return { input, state: step(state, input) };
    });
    const all = await (await open()).list();
    assertSame(all.map((one) => one.id), [ids[0], ids[2], ids[1]], "all");
    assertSame((await store.list(here)).map((one) => one.id), [ids[0], ids[2]], "here");
    assertSame((await store.list(there)).map((one) => one.id), [ids[1]], "there");
    const { workspace, ...summary } = all[0];
    assertTrue(workspace.length > 0, "the workspace is named");
    assertSame(summary, {
      id: ids[0],
      workflow: "sample",
      title: "Sample",
      status: "running",
      step: "pong",
      turn: 1,
      revision: 2,
      owner: { session: "host-1", client: "suite" },
      started_at: "2026-01-01T00:00:00Z",
      updated_at: "2026-02-01T00:00:00Z",
    }, "the summary");
  },

  "the beginning of an id finds the ids": async ({ open, workspaces: [here, there] }) => {
    const store = await open();
    for (const [id, workspace] of [["wf_a_1000", here], ["wf_a_1001", there], ["wf_b_1000", here]]) {
      const first = sampleStart(id);
      await store.create(workspace, first, start(sampleWorkflow, first));
    }
    assertSame(await (await open()).resolve("wf_a"), ["wf_a_1000", "wf_a_1001"], "by beginning");
    assertSame(await store.resolve("wf_a", here), ["wf_a_1000"], "in one workspace");
    assertSame(await store.resolve("wf_b_1000"), ["wf_b_1000"], "by the whole id");
    assertSame(await store.resolve("wf_c"), [], "nothing");
    assertSame((await store.resolve("")).length, 3, "all");
  },

  "a session is found in its own workspace, and in no other that is said with its id": async (
    { open, workspaces: [here, there] },
  ) => {
    const store = await open();
    const first = sampleStart("wf_sample_00000111");
    await store.create(here, first, start(sampleWorkflow, first));
    for (const workspace of [here, (await store.load(first.id)).workspace]) {
      const { state } = await store.update(first.id, ({ state }) => {
        const input = delivery(`for ${workspace}`);
        return { input, state: step(state, input) };
      }, workspace);
      assertSame((await (await open()).load(first.id, workspace)).state, state, "the state");
      assertSame((await store.journal(first.id, workspace)).length, state.revision, "the journal's length");
      assertSame(await store.leaseEffect(first.id, `e${state.revision}`, workspace), "first", "a lease");
    }
    const { state } = await store.load(first.id);
    for (const workspace of [there, "/nowhere/at/all"]) {
      await assertRejects(store.load(first.id, workspace), SessionNotFoundError);
      await assertRejects(store.journal(first.id, workspace), SessionNotFoundError);
      await assertRejects(store.leaseEffect(first.id, "e9", workspace), SessionNotFoundError);
      await assertRejects(store.update(first.id, () => null, workspace), SessionNotFoundError);
    }
    assertSame((await store.load(first.id)).state, state, "the state afterwards");
  },

  "of writers at the same time each is taken once": async ({ open, workspaces: [workspace] }) => {
    const connections = [await open(), await open(), await open(), await open()];
    const first = sampleStart("wf_sample_0000000e");
    await connections[0].create(workspace, first, start(sampleWorkflow, first));
    await Promise.all(connections.map(async (store, writer) => {
      for (let round = 0; round < 25; round++) await deliverTo(store, first.id, `${writer}-${round}`);
    }));
    const entries = await connections[1].journal(first.id);
    const outputs = entries.slice(1).map(({ input }) => input.type === "deliver" ? String(input.output) : "");
    assertSame(new Set(outputs).size, 100, "different outputs");
    assertSame(outputs.length, 100, "outputs");
    for (const writer of [0, 1, 2, 3]) {
      const own = outputs.filter((output) => output.startsWith(`${writer}-`));
      assertSame(own, own.map((_, round) => `${writer}-${round}`), `the order of writer ${writer}`);
    }
    assertTrue((await replaySession(connections[2], first.id, { start, step })).matches, "the replay matches");
  },

  "who answers an older turn is refused": async ({ open, workspaces: [workspace] }) => {
    const connections = [await open(), await open(), await open()];
    const first = sampleStart("wf_sample_0000000f");
    await connections[0].create(workspace, first, start(sampleWorkflow, first));
    let refused = 0;
    await Promise.all(connections.map(async (store, writer) => {
      for (let round = 0; round < 10;) {
        const { turn } = (await store.load(first.id)).state;
        try {
          await store.update(first.id, ({ state }) => {
            const input = { ...delivery(`${writer}-${round}`), turn };
            return { input, state: step(state, input) };
          });
          round++;
        } catch (error) {
          if (!(error instanceof StaleInputError || error instanceof SessionBusyError)) throw error;
          refused++;
        }
      }
    }));
    const { state } = await connections[1].load(first.id);
    assertSame(state.turn, 30, `turns, with ${refused} refusals`);
    assertSame((await connections[2].journal(first.id)).length, 31, "lines");
  },

  "sessions don't disturb each other": async ({ open, workspaces }) => {
    const connections = [await open(), await open()];
    const ids = Array.from({ length: 10 }, (_, i) => `wf_sample_0000010${i}`);
    await Promise.all(ids.map((id, i) => {
      const first = sampleStart(id);
      return connections[i % 2].create(workspaces[i % 2], first, start(sampleWorkflow, first));
    }));
    await Promise.all(ids.map(async (id, i) => {
      for (let round = 0; round <= i; round++) await deliverTo(connections[(i + round) % 2], id, `${id} ${round}`);
    }));
    for (const [i, id] of ids.entries()) {
      const entries = await connections[0].journal(id);
      const outputs = entries.slice(1).map(({ input }) => input.type === "deliver" && input.output) as Json;
      assertSame(outputs, Array.from({ length: i + 1 }, (_, round) => `${id} ${round}`), id);
    }
  },

  "one connection at a time runs an effect": async ({ open, kill, workspaces: [workspace] }) => {
    const [one, two] = [await open(), await open()];
    const first = sampleStart("wf_sample_00000110");
    await one.create(workspace, first, start(sampleWorkflow, first));
    assertSame(await one.leaseEffect(first.id, "e1"), "first", "who asks first");
    assertSame(await two.leaseEffect(first.id, "e1"), "held", "another one");
    assertSame(await one.leaseEffect(first.id, "e1"), "again", "the holder itself");
    assertSame(await two.leaseEffect(first.id, "e3"), "first", "a later effect");
    assertSame(await one.leaseEffect(first.id, "e3"), "held", "the later effect, by the other one");
    if (!kill) return;
    await kill(two);
    assertSame(await one.leaseEffect(first.id, "e3"), "again", "after the holder is gone");
  },

  "errors are typed": async ({ open }) => {
    const error = await assertRejects((await open()).load("wf_nothing"), WorkflowError);
    assertTrue(error.message.includes("wf_nothing"), "the message quotes the id");
  },
};
