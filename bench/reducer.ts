/**
 * Transitions a second of the reducer, of robot3's interpreter and of XState's pure `transition`, on the same graph of five
 * states with one condition.
 *
 * Run: `npm run build && npx tsx bench/reducer.ts`
 * @module
 */

import { fileURLToPath } from "node:url";
import process from "node:process";
import type { SessionState } from "../mod.ts";
import { built } from "./built.ts";
import { fastest, printRows, type Row } from "./measure.ts";
import { peer } from "./peers.ts";

const ROUNDS = 100;
const WALK = 5;

const TEXT = `---
name: ring
description: Goes round.
workflow:
  type: dag
  context_schema: {n: {type: integer, default: 0}}
  steps:
    - {id: a, prompt: A., next: b}
    - {id: b, prompt: B., next: c}
    - {id: c, prompt: C., transitions: [{condition: context.n > 1, target: end}, {default: d}]}
    - {id: d, prompt: D., next: e}
    - {id: e, prompt: E., next: end}
    - {id: end, prompt: End., end: true}
---
Call start_workflow.
`;

/** Rows of the table. */
export async function measureReducer(): Promise<Row[]> {
  const robot = await peer("robot3");
  const xstate = await peer("xstate");
  const { parseSkill, start, step } = await built();
  const workflow = parseSkill(TEXT).workflow!;
  const at = "2026-01-01T00:00:00Z";
  const first = start(workflow, { id: "wf_ring_00000000", at });
  const ours = () => {
    for (let round = 0; round < ROUNDS; round++) {
      let state: SessionState = first;
      for (let i = 0; i < WALK; i++) {
        state = step(state, { type: "deliver", at, door: "library", turn: state.turn, output: "x" });
      }
    }
  };
  const { createMachine, interpret, state, transition, guard } = robot;
  const isPast = (context: { n: number }) => context.n > 1;
  const machine = createMachine("a", {
    a: state(transition("go", "b")),
    b: state(transition("go", "c")),
    c: state(transition("go", "end", guard(isPast)), transition("go", "d")),
    d: state(transition("go", "e")),
    e: state(transition("go", "end")),
    end: state(),
  }, () => ({ n: 0 }));
  const robots = () => {
    for (let round = 0; round < ROUNDS; round++) {
      const service = interpret(machine, () => {});
      for (let i = 0; i < WALK; i++) service.send("go");
    }
  };
  const to = (target: string) => ({ on: { go: target } });
  const chart = xstate.createMachine({
    initial: "a",
    context: { n: 0 },
    states: {
      a: to("b"),
      b: to("c"),
      c: {
        on: {
          go: [{ guard: ({ context }: { context: { n: number } }) => isPast(context), target: "end" }, { target: "d" }],
        },
      },
      d: to("e"),
      e: to("end"),
      end: {},
    },
  });
  const [begin] = xstate.initialTransition(chart);
  const charts = () => {
    for (let round = 0; round < ROUNDS; round++) {
      let snapshot = begin;
      for (let i = 0; i < WALK; i++) [snapshot] = xstate.transition(chart, snapshot, { type: "go" });
    }
  };
  // In pairs: what XState leaves to the garbage collector would be cleared away in the others' turns.
  const quick = await fastest({ ours, robots }, 300);
  const slow = await fastest({ ours, charts }, 100);
  return [
    {
      what: "transitions a second, reducer",
      against: "robot3's interpreter",
      ratio: quick.robots / quick.ours,
      bound: 1,
      isLeast: true,
    },
    {
      what: "transitions a second, reducer",
      against: "XState's `transition`",
      ratio: slow.charts / slow.ours,
      bound: 20,
      isLeast: true,
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printRows(await measureReducer());
