/**
 * The one engine behind every door: it turns a call into an input, stores what the reducer makes of it, and runs what the
 * session asks the host for.
 * @module
 */

import { SessionCorruptedError, SessionNotFoundError } from "../../error.ts";
import type { Door, Input, StartInput } from "../../session/input.ts";
import { renderReport } from "../../session/render_report.ts";
import { replay } from "../../session/replay.ts";
import { type Report, report } from "../../session/report.ts";
import { start } from "../../session/start.ts";
import type { Owner, SessionState } from "../../session/state.ts";
import { step } from "../../session/step.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { JournalEntry, SessionSummary, StoredSession } from "../session_store.ts";
import { digestState } from "../state_digest.ts";
import type { Salvage } from "../store/salvage.ts";
import type {
  ApproveCommand,
  Caller,
  ControlCommand,
  CurrentCommand,
  EndCommand,
  NextCommand,
  StartCommand,
} from "./command.ts";
import { EditWatch } from "./edit_watch.ts";
import { EffectRunner } from "./effects.ts";
import { findSession, type FoundSession, turnShown } from "./find_session.ts";
import { type Aside, type Outcome, outcomeOf } from "./outcome.ts";
import type { EnginePorts, LoadedSkill } from "./ports.ts";
import { ownSession, type Resumable } from "./own_session.ts";

/** How long a call waits for an effect, in milliseconds: below the limit of the least patient client. */
export const EFFECT_WAIT_MS = 45_000;

/** A report with its text. */
export interface Reported {
  /** The audit report. */
  report: Report;
  /** The report as compact Markdown. */
  text: string;
  /** The session's state. */
  state: SessionState;
  /** Absolute path of the workspace. */
  workspace: string;
}

/** What a replay came to. */
export interface Replayed {
  /** The session's id. */
  session: string;
  /** Inputs that were applied. */
  revisions: number;
  /** The digest of the state that they lead to. */
  digest: string;
  /** Whether the stored state has the same digest. */
  same: boolean;
}

/** What an input is, before the engine puts time and door to it. */
type Bare = Input extends infer I ? I extends Input ? Omit<I, "at" | "door"> : never : never;

/** The engine. Every method rejects with the typed errors of `lib/error.ts`. */
export class Engine {
  readonly #ports: EnginePorts;
  readonly #effects: EffectRunner;
  readonly #edits: EditWatch;
  readonly #wait: number;

  /** An engine over these ports; `makeEngine` makes one for this machine. */
  constructor(ports: EnginePorts, options: { effectWait?: number } = {}) {
    this.#ports = ports;
    this.#effects = new EffectRunner(ports);
    this.#edits = new EditWatch(ports);
    this.#wait = options.effectWait ?? EFFECT_WAIT_MS;
  }

  /** Starts a workflow, or returns to the session of the same owner that is still live. */
  async start(command: StartCommand, caller: Caller): Promise<Outcome> {
    const loaded = await this.#ports.loadSkill(command.skill, caller.workspace);
    // The rules are only needed here: a server that goes on with a session starts without them.
    const { checkedWorkflow } = await import("./check_workflow.ts");
    const workflow = checkedWorkflow(loaded);
    this.#ports.checkTrust(workflow, caller.workspace);
    const owner = this.#ownerOf(caller);
    const found = await ownSession(this.#ports, workflow.name, owner, caller.workspace);
    if (found.session && command.restart) {
      await this.#apply(placeOf(found.session), { type: "abort", summary: "restarted" }, caller.door);
    } else if (found.session) {
      return await this.#goOn(found.session, found, command, owner, caller);
    }
    const first: StartInput = {
      id: this.#ports.newId(workflow.name),
      at: this.#ports.now(),
      owner,
      door: caller.door,
      ...(command.context === undefined ? {} : { context: command.context }),
      ...(command.input === undefined ? {} : { input: command.input }),
    };
    const state = start(workflow, first);
    await this.#ports.store.create(caller.workspace, first, state);
    const session = { state, workspace: caller.workspace, notices: [] };
    this.#edits.remember(session);
    this.#ports.changed?.(session);
    return await this.#settled(session, caller, { notices: [...loaded.notices, ...found.notices] });
  }

  /** Hands in an answer to the current step. */
  async next(command: NextCommand, caller: Caller): Promise<Outcome> {
    const found = await findSession(this.#ports.store, command.session, caller);
    const { session: _session, turn, ...what } = command;
    const known = turn ?? turnShown(caller, found);
    const input: Bare = { type: "deliver", ...what, ...(known === undefined || what.child ? {} : { turn: known }) };
    let unchanged = false;
    let retried = false;
    const session = await this.#apply(
      found,
      (state) => {
        retried = isRetriedByAgent(state);
        return retried ? { type: "retry" } : input;
      },
      caller.door,
      () => {
        unchanged = true;
      },
    );
    if (retried) {
      const notices = Object.keys(what).length === 0
        ? []
        : ["the step that had halted was run again; what was sent with this call wasn't taken"];
      return await this.#settled(session, caller, { notices });
    }
    const aside: Aside = unchanged
      ? what.child
        ? { notices: [`the ticket "${what.child}" has already been used or is of an earlier round: nothing changed`] }
        : { replayed: true }
      : {};
    return await this.#settled(session, caller, {
      ...aside,
      notices: [...(aside.notices ?? []), ...await this.#edits.notices(session)],
    });
  }

  /** The current envelope again; waits for a running effect. */
  async current(command: CurrentCommand, caller: Caller): Promise<Outcome> {
    const found = await findSession(this.#ports.store, command.session, caller);
    const session = await this.#ports.store.load(found.id, found.workspace);
    return await this.#settled(session, caller, {
      ...(command.outputs ? { outputs: command.outputs } : {}),
      notices: await this.#edits.notices(session),
    });
  }

  /** Ends, aborts or pauses; the report where the session is over, else the envelope that is still awaited. */
  async end(command: EndCommand, caller: Caller): Promise<Reported | Outcome> {
    const found = await findSession(this.#ports.store, command.session, caller);
    const summary = command.summary === undefined ? {} : { summary: command.summary };
    const turn = turnShown(caller, found);
    const input: Bare = command.status === "aborted"
      ? { type: "abort", ...summary }
      : command.status === "paused"
      ? { type: "pause", ...(command.summary === undefined ? {} : { reason: command.summary }) }
      : { type: "complete", ...summary, ...(turn === undefined ? {} : { turn }) };
    const session = await this.#apply(found, input, caller.door);
    const outcome = await this.#settled(session, caller);
    return outcome.state.status === "running" ? outcome : await this.#report(placeOf(session));
  }

  /** Records a person's verdict on the approval that is awaited. */
  async approve(command: ApproveCommand, caller: Caller): Promise<Outcome> {
    const found = await findSession(this.#ports.store, command.session, caller);
    const { state } = await this.#ports.store.load(found.id, found.workspace);
    const awaited = command.step ?? state.step ?? "";
    const { session: _session, ...what } = command;
    const visit = command.visit ?? (Object.hasOwn(state.visits, awaited) ? state.visits[awaited] : 0);
    return await this.#settled(
      await this.#apply(found, { type: "approve", ...what, step: awaited, visit }, caller.door),
      caller,
    );
  }

  /** What a person does to a session. */
  async control(command: ControlCommand, caller: Caller): Promise<Outcome> {
    const found = await findSession(this.#ports.store, command.session, caller);
    const reason = command.reason === undefined ? {} : { reason: command.reason };
    const inputs: Record<ControlCommand["action"], () => Bare> = {
      resume: () => ({ type: "resume", ...reason }),
      retry: () => ({ type: "retry", ...reason }),
      back: () => ({ type: "back", step: command.step ?? "", ...reason }),
      abort: () => ({ type: "abort", ...(command.reason === undefined ? {} : { summary: command.reason }) }),
      claim: () => ({ type: "claim", owner: this.#ownerOf(caller) }),
    };
    return await this.#settled(await this.#apply(found, inputs[command.action](), caller.door), caller);
  }

  /** The report of a session, from its journal. */
  async report(named: string | undefined, caller: Caller): Promise<Reported> {
    return await this.#report(await findSession(this.#ports.store, named, caller));
  }

  async #report({ id, workspace: at }: FoundSession): Promise<Reported> {
    const { state, workspace } = await this.#ports.store.load(id, at);
    const [first, ...rest] = await this.#ports.store.journal(id, workspace);
    if (first?.input.type !== "start") {
      throw new SessionNotFoundError(`Session ${id} has no start on record`, { session: id });
    }
    const done = report(state.workflow, first.input.start, rest.map((entry) => entry.input as Input));
    return { report: done, text: renderReport(done), state, workspace };
  }

  /** Rebuilds the state from the journal and compares digests. */
  async replay(named: string | undefined, caller: Caller): Promise<Replayed> {
    const { id, workspace: at } = await findSession(this.#ports.store, named, caller);
    const { state, workspace } = await this.#ports.store.load(id, at);
    const entries = await this.#ports.store.journal(id, workspace);
    const again = replayEntries(state.workflow, entries);
    const digest = digestState(again);
    return { session: id, revisions: entries.length, digest, same: digest === digestState(state) };
  }

  /**
   * Recovers the longest valid part of a damaged session.
   *
   * @throws {SessionNotFoundError} the store has none, or none that can be damaged
   */
  async salvage(named: string | undefined, caller: Caller): Promise<Salvage> {
    const { id, workspace } = await findSession(this.#ports.store, named, caller);
    const { store } = this.#ports;
    if (!store.salvage) {
      throw new SessionNotFoundError(`Session ${id} is kept where nothing has to be salvaged`, { session: id });
    }
    const salvage = await store.salvage(id, undefined, workspace).catch(async (error) => {
      // Where the definition is what is damaged, the skill may still be as it was at the start.
      const workflow = error instanceof SessionCorruptedError ? await this.#workflowNow(id, caller) : undefined;
      if (workflow === undefined) throw error;
      return await store.salvage!(id, workflow, workspace);
    });
    if (salvage.problem !== undefined) this.#ports.changed?.(await store.load(id, workspace));
    return salvage;
  }

  /** Every session of a workspace, or of all. */
  async list(workspace?: string): Promise<SessionSummary[]> {
    return await this.#ports.store.list(workspace);
  }

  /** The skill that a name or path leads to. */
  async loadSkill(nameOrPath: string, workspace: string): Promise<LoadedSkill> {
    return await this.#ports.loadSkill(nameOrPath, workspace);
  }

  /** Ends what still runs. */
  close(): void {
    this.#effects.close();
  }

  /** The workflow of a damaged session's skill as it is now; undefined where nothing tells which it is. */
  async #workflowNow(id: string, { workspace }: Caller): Promise<Workflow | undefined> {
    const summary = (await this.#ports.store.list(workspace)).find((one) => one.id === id) ??
      (await this.#ports.store.list()).find((one) => one.id === id);
    if (!summary || summary.workflow === "") return undefined;
    try {
      return (await this.#ports.loadSkill(summary.workflow, summary.workspace)).skill.workflow;
    } catch {
      return undefined;
    }
  }

  async #goOn(
    session: StoredSession,
    found: Resumable,
    command: StartCommand,
    owner: Owner,
    caller: Caller,
  ): Promise<Outcome> {
    let now = session;
    if (found.gone) now = await this.#apply(placeOf(now), { type: "claim", owner }, caller.door);
    const paused = now.state.status === "paused";
    if (paused) now = await this.#apply(placeOf(now), { type: "resume" }, caller.door);
    const notices = [
      ...found.notices,
      `${paused ? "resumed" : "returned to"} the session that was still live: send restart=true for a new one`,
      ...differences(now.state, command),
      ...await this.#edits.notices(now),
    ];
    return await this.#settled(now, caller, { notices });
  }

  /** Applies an input, or the one that the session as it is now asks for. */
  async #apply(
    { id, workspace }: FoundSession,
    bare: Bare | ((state: SessionState) => Bare),
    door: Door,
    unchanged?: () => void,
  ): Promise<StoredSession> {
    let moved = false;
    const session = await this.#ports.store.update(id, ({ state }) => {
      const what = typeof bare === "function" ? bare(state) : bare;
      const input = { ...what, at: this.#ports.now(), door } as Input;
      const next = step(state, input);
      moved = next !== state;
      return moved ? { input, state: next } : null;
    }, workspace);
    if (moved) this.#ports.changed?.(session);
    else unchanged?.();
    return session;
  }

  /** Waits for effects, and remembers what this connection is shown. */
  async #settled(session: StoredSession, caller: Caller, aside: Aside = {}): Promise<Outcome> {
    const { workspace, state: { id } } = session;
    const waited = session.state.waiting?.for === "effect";
    await this.#effects.settle(session, caller.door, this.#wait);
    const now = waited ? { ...(await this.#ports.store.load(id, workspace)), notices: session.notices } : session;
    if (caller.connection && !caller.signal?.aborted) {
      caller.connection.last = { id, workspace };
      caller.connection.shown.set(id, { turn: now.state.turn, workspace });
    }
    return outcomeOf(now, aside);
  }

  #ownerOf(caller: Caller): Owner {
    return caller.owner ?? this.#ports.self;
  }
}

/** The copy of a session that was loaded. */
function placeOf({ state, workspace }: StoredSession): FoundSession {
  return { id: state.id, workspace };
}

/** The start and what came after it. */
function splitEntries([head, ...rest]: JournalEntry[]): { first: StartInput; inputs: Input[] } {
  if (head?.input.type !== "start") throw new SessionCorruptedError("The journal doesn't begin with a start", {});
  return { first: head.input.start, inputs: rest.map((entry) => entry.input as Input) };
}

function replayEntries(workflow: Workflow, entries: JournalEntry[]): SessionState {
  const { first, inputs } = splitEntries(entries);
  return replay(workflow, first, inputs);
}

/** Over MCP an agent's next call runs a failed command again; the other halts are a person's to lift. */
function isRetriedByAgent(state: SessionState): boolean {
  return state.status === "halted" &&
    (state.halt?.reason === "expectation_failed" || state.halt?.reason === "effect_interrupted");
}

/** What the caller asked for and the live session doesn't have. */
function differences(state: SessionState, command: StartCommand): string[] {
  const notices: string[] = [];
  if (command.input !== undefined && command.input !== state.input) {
    notices.push("its input differs from the one sent: the sent one is ignored");
  }
  const differing = Object.entries(command.context ?? {}).filter(([name, value]) =>
    JSON.stringify(state.context[name]) !== JSON.stringify(value)
  );
  if (differing.length > 0) {
    notices.push(
      `its context differs from the one sent in ${
        differing.map(([name]) => name).join(", ")
      }: the sent values are ignored`,
    );
  }
  return notices;
}
