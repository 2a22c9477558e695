/**
 * The text that a turn ends with, out of what an agent says between its tool calls.
 * @module
 */

import { ANSWER_MAX, answerText } from "./driver.ts";

/** Collects one turn's text. */
export class ReplyText {
  #before = "";
  #text = "";

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

  /** The answer; what was said last before a tool, where nothing came after it. */
  answer(): string {
    return answerText(this.#text.trim() === "" ? this.#before : this.#text);
  }
}
