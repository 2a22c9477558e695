/**
 * Runs what a session asks the host for, one effect after the other, until it waits for somebody else. No lock is held
 * while a command runs. Source: spec "Commands".
 * @module
 */

import type { Door, EffectResultInput } from "../../session/input.ts";
import { step } from "../../session/step.ts";
import type { Effect } from "../../session/state.ts";
import { sessionKey } from "../session_key.ts";
import type { StoredSession } from "../session_store.ts";
import type { EffectAnswer, EnginePorts } from "./ports.ts";

/** The effects that this process runs, one chain a session. */
export class EffectRunner {
  readonly #ports: EnginePorts;
  readonly #running = new Map<string, { effect: string; done: Promise<void>; abort: AbortController }>();

  constructor(ports: EnginePorts) {
    this.#ports = ports;
  }

  /**
   * Goes on with a session that waits for an effect; where this process already runs it, the same chain is joined.
   * Resolves when the session waits for somebody else, or after `limit` milliseconds.
   *
   * @returns whether the session has settled
   */
  async settle(session: StoredSession, door: Door, limit: number): Promise<boolean> {
    const { workspace, state: { id, waiting } } = session;
    let chain = this.#running.get(keyOf(session));
    if (chain && !(await isAsked(this.#ports, session, chain.effect))) {
      this.#cancel(keyOf(session));
      chain = undefined;
    }
    if (waiting?.for !== "effect") return true;
    if (!chain) {
      const lease = await this.#ports.store.leaseEffect(id, waiting.effect.id, workspace);
      if (lease === "held") return await this.#watch(session, limit);
      chain = this.#start(session, door, lease === "again");
    }
    return await withLimit(chain.done, limit);
  }

  #cancel(key: string): void {
    this.#running.get(key)?.abort.abort();
    this.#running.delete(key);
  }

  /** Ends everything, for an orderly exit. */
  close(): void {
    for (const key of [...this.#running.keys()]) this.#cancel(key);
  }

  #start(
    session: StoredSession,
    door: Door,
    again: boolean,
  ): { effect: string; done: Promise<void>; abort: AbortController } {
    const abort = new AbortController();
    const key = keyOf(session);
    const effect = (session.state.waiting as { for: "effect"; effect: Effect }).effect;
    const chain = { effect: effect.id, abort, done: Promise.resolve() };
    chain.done = this.#run(session, door, again, abort.signal, chain).finally(() => {
      if (this.#running.get(key) === chain) this.#running.delete(key);
    });
    // A failure reaches whoever waits; nobody may be waiting any more.
    chain.done.catch(() => {});
    this.#running.set(key, chain);
    return chain;
  }

  async #run(
    first: StoredSession,
    door: Door,
    again: boolean,
    signal: AbortSignal,
    chain: { effect: string },
  ): Promise<void> {
    let session = first;
    let repeated = again;
    while (session.state.waiting?.for === "effect" && !signal.aborted) {
      const { effect } = session.state.waiting;
      chain.effect = effect.id;
      const answer = effect.kind === "command" && repeated
        ? { verdict: "unevaluable" as const, why: "the server ended while it ran" }
        : await this.#ask(effect, session, signal);
      if (signal.aborted) return;
      session = await this.#record(session, effect, answer, door, repeated);
      const next = session.state.waiting;
      if (next?.for === "effect") {
        const lease = await this.#ports.store.leaseEffect(session.state.id, next.effect.id, session.workspace);
        if (lease === "held") return;
        repeated = lease === "again";
      }
    }
  }

  /** What the machine can't even try can't be evaluated; the reason reaches the agent. */
  async #ask(effect: Effect, session: StoredSession, signal: AbortSignal): Promise<EffectAnswer> {
    try {
      return await this.#ports.runEffect(effect, session, signal);
    } catch (error) {
      return { verdict: "unevaluable", why: error instanceof Error ? error.message : String(error) };
    }
  }

  /** An effect that isn't asked for any more (the session was paused or sent back) is dropped. */
  async #record(
    session: StoredSession,
    effect: Effect,
    answer: EffectAnswer,
    door: Door,
    repeated: boolean,
  ): Promise<StoredSession> {
    const stored = await this.#ports.store.update(session.state.id, ({ state }) => {
      if (state.waiting?.for !== "effect" || state.waiting.effect.id !== effect.id) return null;
      const input: EffectResultInput = {
        type: "effect_result",
        at: this.#ports.now(),
        door,
        effect: effect.id,
        ...answer,
        ...(repeated && effect.kind === "command" ? { interrupted: true } : {}),
        ...(repeated && effect.kind !== "command" ? { repeated: true } : {}),
      };
      return { input, state: step(state, input) };
    }, session.workspace);
    this.#ports.changed?.(stored);
    return stored;
  }

  /** Another live process runs it: wait for its result. */
  async #watch({ workspace, state: { id } }: StoredSession, limit: number): Promise<boolean> {
    const rounds = Math.ceil(limit / WATCH_MS);
    for (let round = 0; round < rounds; round++) {
      await delay(WATCH_MS);
      const { state } = await this.#ports.store.load(id, workspace);
      if (state.waiting?.for !== "effect") return true;
    }
    return false;
  }
}

const WATCH_MS = 200;

function keyOf({ workspace, state }: StoredSession): string {
  return sessionKey(state.id, workspace);
}

/** Whether the session, as it is now, still asks for an effect. */
async function isAsked(ports: EnginePorts, session: StoredSession, effect: string): Promise<boolean> {
  const { state } = await ports.store.load(session.state.id, session.workspace);
  return state.waiting?.for === "effect" && state.waiting.effect.id === effect;
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function withLimit(done: Promise<void>, limit: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  try {
    return await Promise.race([done.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
