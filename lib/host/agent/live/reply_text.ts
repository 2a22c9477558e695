/**
 * The text that a turn ends with, out of what an agent says between its tool calls.
 * @module
 */

import { ANSWER_MAX, answerText } from "./driver.ts";

/** So many refusals are told, each so long in UTF-16 units. */
const REFUSALS = { most: 10, length: 120 };

/** Collects one turn's text. */
export class ReplyText {
  #before = "";
  #text = "";
  readonly #refused: string[] = [];

  /** The agent said something. */
  say(text: string): void {
    // One more than the most shows that something was cut.
    this.#text = (this.#text + text).slice(0, ANSWER_MAX + 1);
  }

  /** The agent used a tool: what it said until then was on the way. */
  useTool(): void {
    if (this.#text.trim() !== "") this.#before = this.#text;
    this.#text = "";
  }

  /** The agent wasn't allowed something. Some clients end their turn then, without a word. */
  refuse(what: string): void {
    this.#refused.push(JSON.stringify(what.slice(0, REFUSALS.length)));
  }

  /** Whether there was something that it wasn't allowed. */
  get refused(): boolean {
    return this.#refused.length > 0;
  }

  /** The answer; what was said last before a tool, where nothing came after it. */
  answer(): string {
    const text = answerText(this.#text.trim() === "" ? this.#before : this.#text);
    if (this.#refused.length === 0) return text;
    const shown = this.#refused.slice(0, REFUSALS.most).join(", ");
    const rest = this.#refused.length - REFUSALS.most;
    return `${text}\n\n[Not allowed without a person: ${shown}${rest > 0 ? ` and ${rest} more` : ""}]`;
  }
}
