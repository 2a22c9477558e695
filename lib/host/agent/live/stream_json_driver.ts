/**
 * A client that takes and gives JSON lines in one process, as Claude Code does. Its traps: a background agent makes a
 * further result come after the first, `success` may come with `is_error`, and a session that it doesn't know ends it
 * without any JSON.
 * @module
 */

import { type ClientProcess, onJsonLines, startClient } from "./client_process.ts";
import { type AgentSession, answerText, failed, introduced, type OpenOptions } from "./driver.ts";
import type { StreamJsonPlan } from "./launch_plan.ts";

/** How long after a result the client may take to ask the model again by itself, in milliseconds. */
const ASKED_AGAIN_MS = 10_000;

type Event = { [key: string]: unknown };

/** A turn that is waited for. */
interface Turn {
  /** Background agents that were started and haven't handed back, by their calls. */
  background: Set<string>;
  /** One has handed back since the model was last asked: it's asked again for that, after the result. */
  handedBack: boolean;
  /** The last result. */
  last?: Event;
  /** After it the model was asked again. */
  asked: boolean;
  done(result: Event): void;
}

/** Tools that start an agent in the background. */
const AGENT_TOOLS: ReadonlySet<unknown> = new Set(["Agent", "Task"]);

/** Starts the client; it tells its session with the first turn. */
export async function openStreamJson(plan: StreamJsonPlan, options: OpenOptions): Promise<AgentSession> {
  const session = new StreamJsonSession(plan, options);
  await session.start(options.resume);
  return session;
}

class StreamJsonSession implements AgentSession {
  id: string | undefined;
  readonly resumable = true;
  readonly ended: Promise<string>;
  readonly #plan: StreamJsonPlan;
  readonly #options: OpenOptions;
  #over: (why: string) => void = () => {};
  #child: ClientProcess | undefined;
  #turn: Turn | undefined;
  /** Background agents that run, where the client tells. */
  #running: number | undefined;
  /** The session that was asked for, until the client has shown that it knows it. */
  #resuming: string | undefined;
  #fresh = true;
  #closed = false;

  constructor(plan: StreamJsonPlan, options: OpenOptions) {
    this.#plan = plan;
    this.#options = options;
    this.ended = new Promise((resolve) => this.#over = resolve);
  }

  async start(resume: string | undefined): Promise<void> {
    const { args, resume: more } = this.#plan;
    const again = resume === undefined ? [] : more.map((item) => item === "{session}" ? resume : item);
    const child = await startClient(this.#plan, [...args, ...again], this.#options.records);
    this.#child = child;
    this.#running = undefined;
    this.#resuming = resume;
    this.#fresh = resume === undefined;
    onJsonLines(child.stdout, (event) => this.#hear(event));
    child.ended.then((why) => {
      // One that doesn't know its session is started again within the turn.
      if (this.#child === child && (this.#resuming === undefined || this.#closed)) this.#over(why);
    });
  }

  async turn(task: string): Promise<string> {
    const child = this.#child!;
    const turn: Turn = { background: new Set(), handedBack: false, asked: false, done: () => {} };
    const result = new Promise<Event>((resolve) => turn.done = resolve);
    this.#turn = turn;
    const text = this.#fresh ? introduced(this.#plan, task) : task;
    const message = { role: "user", content: [{ type: "text", text }] };
    child.stdin.write(`${JSON.stringify({ type: "user", message })}\n`);
    const how = await Promise.race([result, child.ended]);
    this.#turn = undefined;
    if (typeof how === "string") {
      if (turn.last !== undefined) return this.#answer(turn.last);
      if (this.#resuming !== undefined && !this.#closed) {
        await this.start(undefined);
        return await this.turn(task);
      }
      throw failed(this.#plan, how);
    }
    this.#fresh = false;
    return this.#answer(how);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#child?.end();
    this.#over("it was stopped");
  }

  #answer({ is_error, result, subtype, terminal_reason, errors }: Event): string {
    const text = typeof result === "string" ? result : "";
    if (is_error !== true && subtype === "success") return answerText(text);
    const reasons = [text, ...(Array.isArray(errors) ? errors : []), terminal_reason, subtype];
    throw failed(this.#plan, String(reasons.find((one) => typeof one === "string" && one !== "") ?? "no reason given"));
  }

  #hear(event: Event): void {
    if (typeof event.session_id === "string" && (event.type === "result" || event.subtype === "init")) {
      this.id = event.session_id;
      this.#resuming = undefined;
    }
    if (event.subtype === "background_tasks_changed") this.#running = agentsAmong(event.tasks);
    const turn = this.#turn;
    if (turn === undefined) return;
    if (event.type === "assistant") { for (const id of backgroundAgents(event)) turn.background.add(id); }
    if (event.subtype === "init") turn.asked = true;
    if (event.subtype === "task_notification") turn.handedBack = true;
    // With a tool's result the model is told of it as well.
    if (event.type === "user" && event.parent_tool_use_id == null) turn.handedBack = false;
    if (event.type !== "result") return;
    if (isHandingBack(event)) {
      if (turn.last === undefined) return;
      turn.handedBack = false;
    }
    // After the first result, each comes from one background agent that has handed back.
    if (turn.last !== undefined) turn.background.delete([...turn.background][0]);
    turn.last = event;
    turn.asked = false;
    const queued = typeof event.queued_turn_count === "number" ? event.queued_turn_count : 0;
    // One that hands back before the turn is over brings no result of its own: what the client tells comes first.
    const running = this.#running ?? turn.background.size;
    if (event.is_error === true || (running === 0 && queued === 0 && !turn.handedBack)) return turn.done(event);
    if (running > 0 || queued > 0) return;
    // Should it not be asked again after all, this was the last one.
    setTimeout(() => {
      if (turn.last === event && !turn.asked) turn.done(event);
    }, ASKED_AGAIN_MS).unref();
  }
}

/** The result of what the model said to an agent's handing back; the first of a turn belongs to an earlier one. */
function isHandingBack({ origin }: Event): boolean {
  return (origin as { kind?: unknown } | null | undefined)?.kind === "task-notification";
}

/** Shells in the background, which may run for ever, aren't waited for. */
function agentsAmong(tasks: unknown): number {
  return Array.isArray(tasks) ? tasks.filter((task) => task?.task_type === "local_agent").length : 0;
}

function backgroundAgents({ message }: Event): string[] {
  const content = (message as { content?: unknown } | null | undefined)?.content;
  if (!Array.isArray(content)) return [];
  return content.filter((block) =>
    block?.type === "tool_use" && AGENT_TOOLS.has(block.name) && block.input?.run_in_background === true &&
    typeof block.id === "string"
  ).map((block) => block.id);
}
