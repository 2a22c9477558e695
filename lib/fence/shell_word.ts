/**
 * A word of a shell command, as far as it can be known without running anything.
 * @module
 */

/** A word of a command. */
export interface ShellWord {
  /** The whole word with its quotes removed; only the part before the first unknown piece where it isn't `known`. */
  text: string;
  /** Nothing in it is left for the shell to fill in (variable, substitution, glob, brace list). */
  known: boolean;
  /** What the shell fills in may become several words. */
  splits: boolean;
}

/** Collects the pieces of one word while it is read. */
export class WordBuilder {
  #text = "";
  #known = true;
  #splits = false;
  /** Place in `#text` of an unquoted `{` that a list or range may follow. */
  #brace: number | undefined;
  #last = "";

  /** Quoted text, or what can't mean anything else. */
  literal(text: string): void {
    if (this.#known) this.#text += text;
    this.#last = "";
  }

  /** One unquoted character, which may begin or make up a brace list. */
  unquoted(c: string): void {
    if (c === "{") this.#brace ??= this.#text.length;
    else if (this.#brace !== undefined && (c === "," || (c === "." && this.#last === "."))) {
      this.#text = this.#text.slice(0, this.#brace);
      this.#known = false;
    }
    this.literal(c);
    this.#last = c;
  }

  /** A piece that the shell fills in. */
  unknown(splits: boolean): void {
    this.#known = false;
    this.#splits ||= splits;
    this.#last = "";
  }

  /** The word. */
  done(): ShellWord {
    return { text: this.#text, known: this.#known, splits: this.#splits };
  }
}
