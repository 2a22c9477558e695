/**
 * A full walk, gates and fan-outs in it, in which every input follows from the state alone: whoever goes on with it after a
 * crash, and however often, must come to the very same end.
 * @module
 */

import { hashText } from "../../lib/hash.ts";
import type { SessionStore } from "../../lib/host/session_store.ts";
import type { Input, StartInput } from "../../lib/session/input.ts";
import { start, step } from "../../lib/session/mod.ts";
import type { SessionState } from "../../lib/session/state.ts";
import type { Workflow } from "../../lib/workflow/workflow.ts";
import { workflowOf } from "../notation.ts";

/** The session's id. */
export const WALK_ID = "wf_walk_00000001";

/** A cycle: look, three scouts, act until a gate passes and DONE is said, build by the host, decide, again. */
export const walkWorkflow: Workflow = workflowOf(
  'explore -> scouts; scouts => north & south & east -> act; act(max=3, gate="test", until=DONE) -> build; ' +
    'build(command="make") -> decide; decide(loop_decision) -> explore',
  { name: "walk", type: "loop" },
);

/** Its start. */
export const walkStart: StartInput = { id: WALK_ID, at: time(0), owner: { session: "walker" }, door: "library" };

/** The next input; every fifth delivery is so large that it's kept apart. */
export function nextInput(state: SessionState): Input {
  const common = { at: time(state.revision), door: "library" as const };
  const { waiting, turn } = state;
  const output = `${state.step} ${turn} DONE${turn % 5 === 4 ? "\n".padEnd(6000, `${turn} `) : ""}`;
  switch (waiting?.for) {
    case "delivery":
      return { type: "deliver", ...common, turn, output };
    case "children": {
      const [ticket] = Object.entries(state.tickets).find(([, { used }]) => !used)!;
      return { type: "deliver", ...common, child: ticket, output: `${ticket} at ${state.revision}` };
    }
    case "effect": {
      const { id, kind } = waiting.effect;
      // A gate that is red now and then, but never so often that the walk halts.
      const red = kind === "gate" && state.iteration === 1 && hashText(id) < "8";
      const result = red ? { verdict: "fail" as const, exit_code: 1 } : { verdict: "pass" as const, exit_code: 0 };
      return { type: "effect_result", ...common, effect: id, ...result, output: `${kind} ${id}` };
    }
    default:
      throw new Error(`The walk waits for ${waiting?.for ?? "nothing"} at revision ${state.revision}`);
  }
}

/** The states of an undisturbed walk up to a revision, by revision. */
export function undisturbed(revisions: number): SessionState[] {
  const states = [start(walkWorkflow, walkStart)];
  while (states.length < revisions) {
    const state = states[states.length - 1];
    states.push(step(state, nextInput(state)));
  }
  return states;
}

/**
 * Starts the walk where it isn't started yet, and goes on up to a revision. Several may walk at the same time.
 *
 * @param confirmed told every revision once the store has confirmed it
 */
export async function walk(
  store: SessionStore,
  workspace: string,
  revisions: number,
  confirmed: (revision: number) => void,
): Promise<void> {
  if ((await store.resolve(WALK_ID, workspace)).length === 0) {
    try {
      await store.create(workspace, walkStart, start(walkWorkflow, walkStart));
      confirmed(1);
    } catch (error) {
      // Another walker was first.
      if ((await store.resolve(WALK_ID, workspace)).length === 0) throw error;
    }
  }
  let { state } = await store.load(WALK_ID);
  while (state.revision < revisions) {
    ({ state } = await store.update(WALK_ID, ({ state: now }) => {
      if (now.revision >= revisions) return null;
      const input = nextInput(now);
      return { input, state: step(now, input) };
    }));
    confirmed(state.revision);
  }
}

function time(revision: number): string {
  return new Date(Date.UTC(2026, 0, 1) + revision * 1000).toISOString();
}
