/**
 * A client that is started anew for each turn and prints JSON lines, as `codex exec --json` does. Its traps: it waits for
 * the end of stdin, and an item of type `error` may be no more than a warning.
 * @module
 */

import { type ClientProcess, onJsonLines, startClient } from "./client_process.ts";
import { type AgentSession, answerText, failed, introduced, type OpenOptions, unavailable } from "./driver.ts";
import type { ExecJsonPlan } from "./launch_plan.ts";

/** What one argument of a command line may hold; Linux grants 131,072 bytes. */
const ARGUMENT_MAX = 120_000;

/** What one turn has said. */
interface Heard {
  answer: string;
  completed: boolean;
  /** Why it failed, or what went wrong on the way. */
  problem?: string;
  failed: boolean;
}

/** A session without a process: one is started with each turn. */
export function openExecJson(plan: ExecJsonPlan, options: OpenOptions): Promise<AgentSession> {
  return Promise.resolve(new ExecJsonSession(plan, options));
}

class ExecJsonSession implements AgentSession {
  id: string | undefined;
  readonly resumable = true;
  readonly ended: Promise<string>;
  readonly #plan: ExecJsonPlan;
  readonly #records: string;
  #over: (why: string) => void = () => {};
  #child: ClientProcess | undefined;
  #closed = false;

  constructor(plan: ExecJsonPlan, { records, resume }: OpenOptions) {
    this.#plan = plan;
    this.#records = records;
    this.id = resume;
    this.ended = new Promise((resolve) => this.#over = resolve);
  }

  async turn(task: string): Promise<string> {
    const known = this.id;
    const heard = await this.#run(known, task);
    // Nothing at all of a session that is gone on with: the client doesn't know it (any more).
    if (known !== undefined && this.id === undefined && !this.#closed) return await this.#run(undefined, task);
    return heard;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#child?.end();
    this.#over("it was stopped");
  }

  async #run(session: string | undefined, task: string): Promise<string> {
    const plan = this.#plan;
    if (this.#closed) throw failed(plan, "it was stopped");
    const prompt = session === undefined ? introduced(plan, task) : task;
    if (new TextEncoder().encode(prompt).length > ARGUMENT_MAX) {
      throw unavailable(plan, `the task has over ${ARGUMENT_MAX} bytes, which don't fit on its command line`);
    }
    const values: Readonly<Record<string, string | undefined>> = { "{prompt}": prompt, "{session}": session };
    const template = session === undefined ? plan.args : plan.resume;
    const child = await startClient(plan, template.map((item) => values[item] ?? item), this.#records);
    this.#child = child;
    child.stdin.end();
    const heard: Heard = { answer: "", completed: false, failed: false };
    let started = false;
    onJsonLines(child.stdout, (event) => {
      if (event.type === "thread.started" && typeof event.thread_id === "string") {
        started = true;
        this.id = event.thread_id;
      }
      hear(heard, event);
    });
    const why = await child.ended;
    if (heard.completed) return answerText(heard.answer);
    if (session !== undefined && !started && !heard.failed) {
      this.id = undefined;
      return "";
    }
    throw failed(plan, this.#closed ? "it was stopped" : heard.problem ?? why);
  }
}

function hear(heard: Heard, event: { [key: string]: unknown }): void {
  const item = event.item as { type?: unknown; text?: unknown } | undefined;
  switch (event.type) {
    case "item.completed":
      // Warnings come as items of type `error`, and the turn goes on.
      if (item?.type === "agent_message" && typeof item.text === "string") heard.answer = item.text;
      break;
    case "turn.completed":
      heard.completed = true;
      break;
    case "turn.failed":
      heard.failed = true;
      heard.problem = messageOf(event.error) ?? heard.problem ?? "no reason given";
      break;
    case "error":
      heard.problem = messageOf(event) ?? "no reason given";
      break;
  }
}

function messageOf(value: unknown): string | undefined {
  const message = (value as { message?: unknown } | null | undefined)?.message;
  return typeof message === "string" ? message : undefined;
}
