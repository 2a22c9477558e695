/**
 * A small workflow, inputs and assertions for `sessionStoreSuite`, which can't use a test framework.
 * @module
 */

import { FILE_START } from "../../diagnostic.ts";
import { canonicalJson } from "../../hash.ts";
import type { Json } from "../../json.ts";
import type { DeliverInput, Input, StartInput } from "../../session/input.ts";
import { step } from "../../session/mod.ts";
import type { SessionState } from "../../session/state.ts";
import type { Step, Workflow } from "../../workflow/workflow.ts";
import type { SessionStore } from "../session_store.ts";

const AT = "2026-01-01T00:00:00Z";

/** Two steps that lead to each other for ever. */
export const sampleWorkflow: Workflow = {
  name: "sample",
  title: "Sample",
  description: "Two steps that lead to each other",
  version: "1.0",
  type: "loop",
  form: "inline",
  initial: "ping",
  steps: { ping: sampleStep("ping", "pong"), pong: sampleStep("pong", "ping") },
  order: ["ping", "pong"],
  variables: {},
  principles: [],
  enforce: "soft",
  maxTransitions: 1_000_000,
  range: FILE_START,
  ranges: {},
  diagnostics: [],
  digest: "5a4d9e0c3b21f687",
};

/** A start of it. */
export function sampleStart(id: string): StartInput {
  return { id, at: AT, owner: { session: "host-1", client: "suite" }, door: "library" };
}

/** An agent's answer to whatever turn it is. */
export function delivery(output: Json): DeliverInput {
  return { type: "deliver", at: AT, door: "library", output };
}

/** Inputs of several types that follow each other. */
export function everyInput(): Input[] {
  const common = { at: AT, door: "cli" as const };
  return [
    { ...delivery("one"), turn: 0, response: "said" },
    { type: "pause", ...common, reason: "lunch" },
    { type: "resume", ...common },
    { type: "claim", ...common, owner: { session: "host-2", agent: "a", pid: 12, host: "h" } },
    { ...delivery({ two: [2] }), door: "mcp" },
    { type: "back", ...common, step: "ping" },
    { ...delivery("three"), door: "file" },
    { type: "abort", ...common, summary: "enough" },
  ];
}

/** Delivers an output through a store; the state after it. */
export async function deliverTo(store: SessionStore, id: string, output: Json): Promise<SessionState> {
  const { state } = await store.update(id, ({ state }) => {
    const input = delivery(output);
    return { input, state: step(state, input) };
  });
  return state;
}

/** Throws where two JSON values differ. */
export function assertSame(actual: unknown, wanted: unknown, what: string): void {
  const [a, b] = [canonicalJson(actual as Json), canonicalJson(wanted as Json)];
  if (a === b) return;
  let at = 0;
  while (a[at] === b[at]) at++;
  const near = (text: string) => text.slice(Math.max(0, at - 40), at + 80);
  throw new Error(`Expected ${what} to be …${near(b)}…, got …${near(a)}…`);
}

/** Throws where a condition doesn't hold. */
export function assertTrue(condition: boolean, what: string): void {
  if (!condition) throw new Error(`Expected that ${what}`);
}

/** The error of a promise that must reject with a class; throws where it doesn't. */
export async function assertRejects<T extends Error>(
  promise: Promise<unknown>,
  // deno-lint-ignore no-explicit-any -- the classes' constructors differ
  type: new (...args: any[]) => T,
): Promise<T> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof type) return error;
    throw new Error(`Expected ${type.name}, got ${error}`, { cause: error });
  }
  throw new Error(`Expected ${type.name}, but it was accepted`);
}

function sampleStep(id: string, next: string): Step {
  return {
    id,
    title: id,
    kind: "agent",
    type: "standard",
    instructions: `Say ${id}`,
    source: { kind: "prompt", range: FILE_START },
    interpolate: false,
    references: [],
    exits: [{ kind: "next", target: next, range: FILE_START }],
    mandatedTools: [],
    allowedTools: [],
    deniedTools: [],
    constraints: [],
    expectedOutputs: [],
    principles: [],
    range: FILE_START,
    ranges: {},
  };
}
