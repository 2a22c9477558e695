/**
 * The agents that run on this machine: one live session for each, owned by the process that has started it. Others reach
 * it through its owner. Source: spec "Agents and the one dispatch".
 * @module
 */

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent } from "../../../capability.ts";
import { AgentTimeoutError, AgentUnavailableError, SessionBusyError } from "../../../error.ts";
import { isJsonObject } from "../../../json.ts";
import { endRecordedGroups } from "../../group_record.ts";
import { isLocked, type Lock, takeLock } from "../../store/session_lock.ts";
import { storeMachine } from "../../store/store_machine.ts";
import { writePrivately } from "../../write_privately.ts";
import { type AgentFiles, agentFiles } from "../agent_folder.ts";
import type { AgentState } from "../agents_type.ts";
import { ASK_TIMEOUT_MS } from "../ask_timeout.ts";
import { depthProblem } from "../depth.ts";
import type { AskOptions, LiveAgents } from "../live_port.ts";
import { openSession } from "./driver.ts";
import type { LaunchPlan } from "./launch_plan.ts";
import { inTime, late } from "./in_time.ts";
import { LiveAgent } from "./live_agent.ts";
import { askOwner, openOwnerDoor, type OwnerRequest } from "./owner_door.ts";

/** What agents are run with. */
export interface MachineAgentsOptions {
  /** The user's state folder, absolute. */
  state: string;
  /** The environment that says how deep we are ourselves. */
  env: Readonly<Record<string, string | undefined>>;
  /** How an agent is started; rejects with `AgentUnavailableError` where it can't be. */
  plan(agent: Agent, workspace: string): LaunchPlan | Promise<LaunchPlan>;
}

/** An agent that runs here. */
interface Owned {
  live: LiveAgent;
  close(): Promise<void>;
}

/** How long an agent is tried that is just being started or ended elsewhere, in milliseconds. */
const OWNER_MS = 90_000;

/** How long an agent may take to end elsewhere, in milliseconds: it's killed there long before. */
const STOP_MS = 15_000;

/** The live agents of a machine, as one process sees them. */
export class MachineAgents implements LiveAgents {
  readonly #options: MachineAgentsOptions;
  readonly #machine = storeMachine();
  readonly #owned = new Map<string, Promise<Owned | undefined>>();
  #closed = false;

  /** Nothing is started yet. */
  constructor(options: MachineAgentsOptions) {
    this.#options = options;
  }

  /** Whether it runs (here or elsewhere), has a session to go on with, or neither. */
  state(agent: Agent, workspace: string): AgentState {
    const files = this.#files(agent, workspace);
    if (this.#owned.has(files.folder) || this.#isLocked(files)) return "live";
    return readSession(files) === undefined ? "idle" : "resumable";
  }

  /** Starts an agent where it doesn't run yet. */
  async launch(agent: Agent, workspace: string, task: string | undefined): Promise<void> {
    const give = async (owned: Owned) => await serve(owned, { action: "launch", task: task ?? null });
    await this.#reach(agent, workspace, give, () => ({ action: "launch", task: task ?? null }), {
      timeout: ASK_TIMEOUT_MS,
    });
  }

  /** Asks a live agent, or starts it first; the start takes its time from what the caller waits. */
  async ask(agent: Agent, workspace: string, task: string, options: AskOptions): Promise<string> {
    const { timeout, signal } = options;
    const deadline = performance.now() + timeout;
    const left = () => Math.max(0, Math.round(deadline - performance.now()));
    const request = (): OwnerRequest => ({ action: "ask", task, timeout: left() });
    return await this.#reach(agent, workspace, (owned) => serve(owned, request(), signal), request, options).catch(
      // What was left of the time says nothing to the caller.
      (error: unknown) => {
        throw error instanceof AgentTimeoutError ? late(agent.name, timeout) : error;
      },
    );
  }

  /** Ends an agent, wherever it runs. */
  async stop(agent: Agent, workspace: string): Promise<boolean> {
    const files = this.#files(agent, workspace);
    const owned = await this.#owned.get(files.folder)?.catch(() => undefined);
    if (owned !== undefined) {
      await owned.close();
      return true;
    }
    if (!this.#isLocked(files)) return false;
    await askOwner(files.requests, { action: "stop" }, { isOwned: () => this.#isLocked(files) });
    // The owner answers before it begins: the agent is gone once its lock is.
    const deadline = performance.now() + STOP_MS;
    while (this.#isLocked(files) && performance.now() < deadline) await new Promise((next) => setTimeout(next, 50));
    return true;
  }

  /** Ends every agent that was started here. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#owned.values()].map(async (owned) => (await owned.catch(() => undefined))?.close()));
  }

  /** Has the agent serve, here or in the process that runs it. */
  async #reach(
    agent: Agent,
    workspace: string,
    give: (owned: Owned) => Promise<string>,
    request: () => OwnerRequest,
    options: AskOptions,
  ): Promise<string> {
    const files = this.#files(agent, workspace);
    const [began, { timeout, signal }] = [performance.now(), options];
    const waits = () => performance.now() - began < Math.min(timeout, OWNER_MS);
    do {
      const starting = this.#own(agent, workspace, files);
      const owned = await inTime(starting, agent.name, options).catch((error: unknown) => {
        // It gets its task all the same, and whoever asks for it again its answer.
        if (error instanceof AgentTimeoutError) starting.then((one) => one && give(one)).catch(() => {});
        throw error;
      });
      if (owned !== undefined) return await give(owned);
      const answer = await askOwner(files.requests, request(), {
        isOwned: () => this.#isLocked(files),
        ...(signal === undefined ? {} : { signal }),
      });
      if (answer !== undefined) return answer;
      // Its owner is just starting it, or has just ended.
    } while (waits());
    if (timeout < OWNER_MS) throw late(agent.name, timeout);
    throw new AgentUnavailableError(
      `Agent "${agent.name}" runs in another process that doesn't take tasks: stop that process, or wait for its end`,
      { agent: agent.name, reason: "its owner doesn't answer" },
    );
  }

  /** The agent as it runs here, started where nobody runs it; undefined where another process does. */
  #own(agent: Agent, workspace: string, files: AgentFiles): Promise<Owned | undefined> {
    const key = files.folder;
    let owned = this.#owned.get(key);
    if (owned === undefined) {
      owned = this.#start(agent, workspace, files).then((one) => {
        if (one === undefined) this.#owned.delete(key);
        return one;
      }, (error) => {
        this.#owned.delete(key);
        throw error;
      });
      this.#owned.set(key, owned);
    }
    return owned;
  }

  async #start(agent: Agent, workspace: string, files: AgentFiles): Promise<Owned | undefined> {
    const deep = depthProblem(this.#options.env);
    mkdirSync(files.folder, { recursive: true, mode: 0o700 });
    const lock = await this.#lock(agent, files);
    if (lock === undefined) return undefined;
    let plan: LaunchPlan | undefined;
    try {
      if (deep !== undefined) refuse(agent, deep);
      if (this.#closed) refuse(agent, "this server is ending");
      const records = join(this.#options.state, "groups");
      // What a crash of ours left running must not run beside its successor.
      await endRecordedGroups(records);
      plan = await this.#options.plan(agent, workspace);
      const resume = readSession(files);
      const session = await openSession(plan, {
        records,
        ...(resume?.client === plan.client ? { resume: resume.session } : {}),
      });
      const { client } = plan;
      const note = () => {
        if (session.id !== undefined && session.resumable) writeSession(files, { client, session: session.id });
      };
      return this.#keep(files, lock, plan, new LiveAgent(agent.name, session, note));
    } catch (error) {
      plan?.dispose?.();
      lock.release();
      throw error;
    }
  }

  #keep(files: AgentFiles, lock: Lock, plan: LaunchPlan, live: LiveAgent): Owned {
    const door = openOwnerDoor(files.requests, async (request, signal) => {
      if (request.action !== "stop") return await serve(owned, request, signal);
      // The answer is written before the door closes behind it.
      setTimeout(() => void owned.close(), 0);
      return "";
    });
    const over = live.session.ended.then(() => {
      door.close();
      this.#owned.delete(files.folder);
      plan.dispose?.();
      lock.release();
    });
    const owned: Owned = {
      live,
      close: async () => {
        await live.session.close();
        await over;
      },
    };
    return owned;
  }

  async #lock(agent: Agent, files: AgentFiles): Promise<Lock | undefined> {
    try {
      return await takeLock({ ...this.#machine, waitMs: 0 }, agent.name, files.lock);
    } catch (error) {
      if (error instanceof SessionBusyError) return undefined;
      throw error;
    }
  }

  #isLocked(files: AgentFiles): boolean {
    return isLocked(this.#machine.files, this.#machine.processes, files.lock);
  }

  #files(agent: Agent, workspace: string): AgentFiles {
    return agentFiles(this.#options.state, workspace, agent.name);
  }
}

async function serve({ live }: Owned, request: OwnerRequest, signal?: AbortSignal): Promise<string> {
  if (request.action === "ask") {
    const { task, timeout } = request;
    return await live.ask(task, { timeout, ...(signal === undefined ? {} : { signal }) });
  }
  if (request.action === "launch" && request.task !== null) live.begin(request.task);
  return "";
}

function refuse(agent: Agent, reason: string): never {
  throw new AgentUnavailableError(`Agent "${agent.name}" can't be started: ${reason}`, { agent: agent.name, reason });
}

/** The session that an agent can go on with. */
interface StoredAgentSession {
  client: string;
  session: string;
}

function readSession(files: AgentFiles): StoredAgentSession | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(files.session, "utf8"));
    if (!isJsonObject(value)) return undefined;
    const { client, session } = value;
    // A session's id becomes an argument of a command line.
    const plain = typeof session === "string" && /^[\w][\w.:-]{0,199}$/.test(session);
    return typeof client === "string" && plain ? { client, session } : undefined;
  } catch {
    return undefined;
  }
}

function writeSession(files: AgentFiles, { client, session }: StoredAgentSession): void {
  try {
    writePrivately(files.session, JSON.stringify({ format: 1, client, session }));
  } catch {
    // The agent lives on; only its next start begins anew.
  }
}
