/**
 * Reads a POSIX shell command line into its simple commands, those inside substitutions included. It understands what
 * shells agree on and gives up on everything else, since "not understood" is a safe answer for its callers.
 * @module
 */

import { type ShellWord, WordBuilder } from "./shell_word.ts";

/** A command without any control operator. */
export interface SimpleCommand {
  /** `NAME=value` prefixes: the names. */
  assignments: string[];
  /** Program and arguments; empty where there are only assignments or redirections. */
  words: ShellWord[];
  redirects: { operator: string; target: ShellWord }[];
}

/** Longer command lines aren't read. */
const MAX_LENGTH = 16_384;
const MAX_DEPTH = 8;
const RESERVED = new Set(
  "if then else elif fi for while until do done case esac in function select coproc [[ ]] ((".split(" "),
);
const OPERATORS = ["&&", "||", ";", "|&", "|", "&", "\n"];
/** Variables whose value begins with `/`. */
const FOLDER_VARIABLES = new Set(["HOME", "PWD", "OLDPWD", "TMPDIR"]);
/** Control characters, and blanks that only some shells split at. */
// deno-lint-ignore no-control-regex
const ODD_CHARACTER = /[\u0000-\u0008\u000b-\u001f\u007f]|[^\S \t\n]/;

class NotUnderstood extends Error {}

/**
 * The simple commands of a command line, in no particular nesting; undefined where it isn't surely understood.
 * `interactive` is a shell that reads it as if it were typed.
 *
 * @example
 * ```ts
 * import { parseShell } from "./parse_shell.ts";
 * const commands = parseShell("cd src && git log --oneline | head -n 3");
 * console.assert(commands?.map((command) => command.words[0].text).join() === "cd,git,head");
 * ```
 */
export function parseShell(text: string, interactive = false): SimpleCommand[] | undefined {
  if (text.length > MAX_LENGTH || ODD_CHARACTER.test(text)) return undefined;
  // What is typed into a terminal: zsh knows no comments there, and `!` brings back what was typed before.
  if (interactive && /(?:^|[\s;|&()])#|![^\s=]/.test(text)) return undefined;
  try {
    return new ShellReader(text, 0).read();
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

class ShellReader {
  readonly #text: string;
  readonly #depth: number;
  #at = 0;
  #commands: SimpleCommand[] = [];
  #hereDocuments: { from: number; delimiter: string; quoted: boolean; tabs: boolean }[] = [];

  constructor(text: string, depth: number) {
    if (depth > MAX_DEPTH) throw new NotUnderstood();
    this.#text = text;
    this.#depth = depth;
  }

  read(): SimpleCommand[] {
    this.#list("");
    if (this.#hereDocuments.length > 0) throw new NotUnderstood();
    return this.#commands;
  }

  /** Commands and operators up to `close` (or the end of the text for ""), which is consumed. */
  #list(close: "" | ")" | "}", depth = 0): void {
    if (depth > MAX_DEPTH) throw new NotUnderstood();
    let open = false; // an operator that wants a command after it
    for (;;) {
      this.#blanks();
      if (this.#at >= this.#text.length) {
        if (close !== "" || open) throw new NotUnderstood();
        return;
      }
      if (this.#peek("\n")) {
        this.#newline();
        continue;
      }
      if (close !== "" && this.#peek(close)) {
        if (open || this.#hereDocuments.length > 0) throw new NotUnderstood();
        this.#at++;
        return;
      }
      this.#command(depth);
      this.#blanks();
      if (this.#at >= this.#text.length || (close === ")" && this.#peek(")"))) {
        open = false;
        continue;
      }
      const operator = OPERATORS.find((candidate) => this.#peek(candidate));
      if (operator === undefined) throw new NotUnderstood();
      if (operator === "\n") this.#newline();
      else this.#at += operator.length;
      open = operator === "&&" || operator.startsWith("|");
    }
  }

  #command(depth: number): void {
    let negated = false;
    while (this.#peek("!") && /[ \t]/.test(this.#text[this.#at + 1] ?? "")) {
      negated = true;
      this.#at++;
      this.#blanks();
    }
    if (this.#peek("((")) throw new NotUnderstood();
    if (this.#peek("(")) {
      this.#at++;
      this.#list(")", depth + 1);
    } else if (this.#peek("{") && /[ \t\n]/.test(this.#text[this.#at + 1] ?? "")) {
      this.#at++;
      this.#list("}", depth + 1);
    } else {
      this.#simple(negated);
      return;
    }
    // The redirections of a group stand at a command that does nothing.
    const command: SimpleCommand = {
      assignments: [],
      words: [{ text: ":", known: true, splits: false }],
      redirects: [],
    };
    while (this.#redirect(command));
    if (command.redirects.length > 0) this.#commands.push(command);
  }

  #simple(negated: boolean): void {
    const command: SimpleCommand = { assignments: [], words: [], redirects: [] };
    for (;;) {
      this.#blanks();
      if (this.#redirect(command)) continue;
      if (this.#at >= this.#text.length || "\n;|&)".includes(this.#text[this.#at])) break;
      const start = this.#at;
      const word = this.#word();
      const raw = this.#text.slice(start, this.#at);
      const assignment = command.words.length === 0 ? /^([A-Za-z_]\w*)\+?=/.exec(raw) : null;
      if (assignment !== null) {
        command.assignments.push(assignment[1]);
      } else {
        if (command.words.length === 0 && RESERVED.has(raw)) throw new NotUnderstood();
        command.words.push(word);
      }
    }
    const empty = command.words.length === 0 && command.assignments.length === 0;
    if (empty && (negated || command.redirects.length === 0)) throw new NotUnderstood();
    this.#commands.push(command);
  }

  /** One redirection, where there is one here. */
  #redirect(command: SimpleCommand): boolean {
    this.#blanks();
    const found = /^(?:&>>|&>|\d*(?:<<<|<<-|<<|<>|<&|<|>>|>\||>&|>))/.exec(this.#text.slice(this.#at, this.#at + 16));
    if (found === null) return false;
    const operator = found[0].replace(/^\d+/, "");
    if (this.#text.startsWith("(", this.#at + found[0].length) && (operator === "<" || operator === ">")) return false;
    this.#at += found[0].length;
    this.#blanks();
    const start = this.#at;
    if (this.#at >= this.#text.length || "\n;|&()<>".includes(this.#text[this.#at])) throw new NotUnderstood();
    const target = this.#word();
    if (operator === "<<" || operator === "<<-") {
      if (!target.known) throw new NotUnderstood();
      const quoted = /["'\\]/.test(this.#text.slice(start, this.#at));
      this.#hereDocuments.push({ from: start, delimiter: target.text, quoted, tabs: operator === "<<-" });
    }
    command.redirects.push({ operator, target });
    return true;
  }

  #word(): ShellWord {
    const word = new WordBuilder();
    const start = this.#at;
    for (;;) {
      const c = this.#text[this.#at];
      if (c === undefined || " \t\n;|&)".includes(c)) break;
      if (c === "(") throw new NotUnderstood();
      if (c === "<" || c === ">") {
        if (this.#text[this.#at + 1] !== "(") break;
        if (c === ">") throw new NotUnderstood();
        this.#at += 2;
        this.#nested();
        word.literal("/dev/fd/");
        word.unknown(false);
      } else if (c === "'") {
        word.literal(this.#singleQuoted());
      } else if (c === '"') {
        this.#at++;
        this.#doubleQuoted(word);
      } else if (c === "$" || c === "`") {
        this.#expansion(word, true);
      } else if (c === "\\") {
        const next = this.#text[this.#at + 1];
        // fish reads an escaped letter or digit otherwise than POSIX shells.
        if (next === undefined || /[A-Za-z0-9]/.test(next)) throw new NotUnderstood();
        if (next !== "\n") word.literal(next);
        this.#at += 2;
      } else {
        if ("*?[".includes(c)) word.unknown(false);
        word.unquoted(c);
        this.#at++;
      }
    }
    if (this.#text.slice(start, this.#at) === "[") return { text: "[", known: true, splits: false };
    return word.done();
  }

  #singleQuoted(): string {
    const end = this.#text.indexOf("'", this.#at + 1);
    // fish reads \' inside single quotes as an escape.
    if (end < 0 || this.#text[end - 1] === "\\") throw new NotUnderstood();
    const content = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return content;
  }

  #doubleQuoted(word: WordBuilder): void {
    for (;;) {
      const c = this.#text[this.#at];
      if (c === undefined) throw new NotUnderstood();
      if (c === '"') {
        this.#at++;
        return;
      }
      if (c === "\\") {
        const next = this.#text[this.#at + 1];
        if (next === undefined) throw new NotUnderstood();
        if (next !== "\n") word.literal('"\\$`'.includes(next) ? next : `\\${next}`);
        this.#at += 2;
      } else if (c === "$" || c === "`") {
        this.#expansion(word, false);
      } else {
        word.literal(c);
        this.#at++;
      }
    }
  }

  /** `$name`, `${name}`, `$(…)`, `$((…))`, `` `…` ``, `$'…'`, or a lone `$`. */
  #expansion(word: WordBuilder, splits: boolean): void {
    if (this.#peek("`")) {
      const end = this.#text.indexOf("`", this.#at + 1);
      const content = this.#text.slice(this.#at + 1, end);
      if (end < 0 || /[\\"]/.test(content)) throw new NotUnderstood();
      this.#commands.push(...new ShellReader(content, this.#depth + 1).read());
      this.#at = end + 1;
      word.unknown(splits);
    } else if (this.#peek("$((")) {
      const end = this.#arithmeticEnd();
      this.#at = end + 2;
      word.unknown(splits);
    } else if (this.#peek("$(")) {
      this.#at += 2;
      this.#nested();
      word.unknown(splits);
    } else if (this.#peek("$'") && splits) {
      this.#at++;
      this.#singleQuoted();
      word.unknown(false); // bash decodes escapes in it, dash doesn't know it
    } else {
      const rest = this.#text.slice(this.#at, this.#at + 128);
      const name = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|([?$#!0-9@*-]))/.exec(rest);
      if (name !== null) {
        if (FOLDER_VARIABLES.has(name[1] ?? name[2])) word.literal("/");
        this.#at += name[0].length;
        // zsh and fish evaluate a subscript, whatever its quotes.
        if (this.#peek("[")) throw new NotUnderstood();
        word.unknown(splits);
      } else if (/^\$(?:[\s/.,:;|&)]|$)/.test(rest) || (!splits && this.#peek('$"'))) {
        word.literal("$");
        this.#at++;
      } else {
        throw new NotUnderstood();
      }
    }
  }

  /** Place of the `))` that closes a `$((`. Names inside are evaluated again and could hold a substitution. */
  #arithmeticEnd(): number {
    let open = 0;
    for (let at = this.#at + 3; at < this.#text.length; at++) {
      const c = this.#text[at];
      if (c === "(") open++;
      else if (c === ")" && open > 0) open--;
      else if (c === ")") {
        if (this.#text[at + 1] === ")") return at;
        break;
      } else if (!/[\d \t+\-*/%<>=!&|^~?:,]/.test(c)) break;
    }
    throw new NotUnderstood();
  }

  /** A list up to `)`, as commands of its own. */
  #nested(): void {
    const inner = new ShellReader(this.#text, this.#depth + 1);
    inner.#at = this.#at;
    inner.#list(")");
    this.#at = inner.#at;
    this.#commands.push(...inner.#commands);
  }

  /** A line's end, and the here-documents that begin after it. */
  #newline(): void {
    const end = this.#at++;
    for (const { from, delimiter, quoted, tabs } of this.#hereDocuments.splice(0)) {
      // Shells differ on where the body begins when quotes or substitutions hold a line's end in between.
      if (this.#text.slice(from, end).includes("\n")) throw new NotUnderstood();
      for (;;) {
        if (this.#at >= this.#text.length) throw new NotUnderstood();
        const found = this.#text.indexOf("\n", this.#at);
        const line = this.#text.slice(this.#at, found < 0 ? undefined : found);
        this.#at = found < 0 ? this.#text.length : found + 1;
        if ((tabs ? line.replace(/^\t+/, "") : line) === delimiter) break;
        if (!quoted && /[`\\]|\$[({]/.test(line)) throw new NotUnderstood();
      }
    }
  }

  /** Blanks, continued lines, and a comment. */
  #blanks(): void {
    for (;;) {
      if (this.#peek(" ") || this.#peek("\t")) this.#at++;
      else if (this.#peek("\\\n")) this.#at += 2;
      else break;
    }
    if (this.#peek("#") && (this.#at === 0 || /[\s;|&()]/.test(this.#text[this.#at - 1]))) {
      const end = this.#text.indexOf("\n", this.#at);
      this.#at = end < 0 ? this.#text.length : end;
    }
  }

  #peek(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }
}
