/**
 * One agent that runs here, with the task that it works on.
 * @module
 */

import { AgentBusyError, AgentTimeoutError } from "../../../error.ts";
import type { AskOptions } from "../live_port.ts";
import type { AgentSession } from "./driver.ts";
import { inTime } from "./in_time.ts";

/** A task that was given. */
interface Turn {
  task: string;
  answer: Promise<string>;
  over: boolean;
  /** Somebody has got the answer: the same task is a new one from now on. */
  taken: boolean;
}

/** A live agent: one task at a time. */
export class LiveAgent {
  readonly session: AgentSession;
  readonly #name: string;
  readonly #turned: () => void;
  #turn: Turn | undefined;

  /** `turned` is called after every turn, when the session's id is known. */
  constructor(name: string, session: AgentSession, turned: () => void) {
    this.#name = name;
    this.session = session;
    this.#turned = turned;
  }

  /**
   * Gives a task that nobody waits for.
   *
   * @throws {AgentBusyError} it works on something else
   */
  begin(task: string): void {
    this.#turnFor(task);
  }

  /**
   * The answer to a task. One that is worked on already, or whose answer nobody has got, isn't given again.
   *
   * @throws {AgentBusyError} it works on something else
   * @throws {AgentTimeoutError} no answer in time; it works on
   * @throws {AgentFailedError} it failed
   */
  async ask(task: string, options: AskOptions): Promise<string> {
    const turn = this.#turnFor(task);
    try {
      const answer = await inTime(turn.answer, this.#name, options);
      turn.taken = true;
      return answer;
    } catch (error) {
      if (!(error instanceof AgentTimeoutError)) turn.taken = true;
      throw error;
    }
  }

  #turnFor(task: string): Turn {
    const turn = this.#turn;
    if (turn !== undefined && turn.task === task && !turn.taken) return turn;
    if (turn !== undefined && !turn.over) {
      throw new AgentBusyError(
        `Agent "${this.#name}" works on another task: ${JSON.stringify(turn.task.slice(0, 80))}\n` +
          "Wait for it with ask_agent and the same task, or stop the agent",
        { agent: this.#name, task: turn.task.slice(0, 80) },
      );
    }
    const next: Turn = { task, answer: this.session.turn(task), over: false, taken: false };
    const over = () => {
      next.over = true;
      this.#turned();
    };
    next.answer.then(over, over);
    this.#turn = next;
    return next;
  }
}
