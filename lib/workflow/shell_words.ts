/**
 * A POSIX shell command as simple commands and words: as much of the grammar as it takes to see where values go.
 * @module
 */

/** One word of a simple command. */
export interface ShellWord {
  /** Its literal text, quotes removed; expansions leave nothing. */
  text: string;
  /** Names of the variables that are expanded in it, and of those used inside its `$(…)`. */
  uses: string[];
  /** Whether all of its literal text stood in single quotes: code that another shell will read. */
  raw: boolean;
}

/** One simple command. */
export interface ShellCommand {
  words: ShellWord[];
  /** Words after `<` and `<<<`: what it reads. */
  reads: ShellWord[];
  /** Whether its input comes from the command before it. */
  piped: boolean;
}

/** Nested `$(…)` that are followed; deeper ones count as plain text. */
const DEPTH = 16;

/**
 * Splits a command line; nested commands (`$(…)`, backquotes, subshells) stand before the one that holds them. Never
 * throws: what isn't closed ends with the text. Linear in the text.
 *
 * @example
 * ```ts
 * import { shellCommands } from "./shell_words.ts";
 * const [first, second] = shellCommands('echo "$A" | sh');
 * console.assert(first.words[1].uses[0] === "A" && second.piped);
 * ```
 */
export function shellCommands(text: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let at = 0;

  const list = (end: string, depth: number): string[] => {
    const used: string[] = [];
    let command: ShellCommand = { words: [], reads: [], piped: false };
    let into: "words" | "reads" | "written" = "words";
    const close = (piped: boolean) => {
      if (command.words.length + command.reads.length > 0) commands.push(command);
      command = { words: [], reads: [], piped };
      into = "words";
    };
    while (at < text.length && text[at] !== end) {
      const unit = text[at];
      if (unit === "\\" && text[at + 1] === "\n") at += 2;
      else if (unit === " " || unit === "\t" || unit === "\r") at++;
      else if (unit === "#") {
        while (at < text.length && text[at] !== "\n") at++;
      } else if (unit === "|" && text[at + 1] !== "|") {
        at += text[at + 1] === "&" ? 2 : 1;
        close(true);
      } else if (";&|\n()".includes(unit)) {
        at++;
        close(false);
      } else if (unit === "<" || unit === ">") {
        while ("<>&|-".includes(text[at] ?? " ")) at++;
        into = unit === "<" ? "reads" : "written";
      } else {
        const word = readWord(depth, end);
        used.push(...word.uses);
        if (into !== "written") command[into].push(word);
        into = "words";
      }
    }
    close(false);
    at++;
    return used;
  };

  const readWord = (depth: number, end: string): ShellWord => {
    const word: ShellWord = { text: "", uses: [], raw: true };
    let double = false;
    for (; at < text.length; at++) {
      const unit = text[at];
      if (unit === "\\") {
        word.raw = false;
        word.text += text[++at] ?? "";
      } else if (unit === '"') {
        double = !double;
        word.raw = false;
      } else if (unit === "'" && !double) {
        const close = text.indexOf("'", at + 1);
        word.text += text.slice(at + 1, close < 0 ? undefined : close);
        at = close < 0 ? text.length : close;
      } else if (unit === "$" || unit === "`") {
        word.raw = false;
        expansion(word, depth);
      } else if (!double && (" \t\r\n;&|()<>".includes(unit) || unit === end)) break;
      else {
        word.raw = false;
        word.text += unit;
      }
    }
    return word;
  };

  /** Leaves `at` on the expansion's last unit. */
  const expansion = (word: ShellWord, depth: number): void => {
    const nested = text[at] === "`" ? "`" : text.startsWith("$(", at) && !text.startsWith("$((", at) ? ")" : "";
    if (nested !== "" && depth < DEPTH) {
      at += nested === "`" ? 1 : 2;
      word.uses.push(...list(nested, depth + 1));
      at--;
      return;
    }
    const pattern = /\$\{?!?#?((?:env:)?[A-Za-z_][A-Za-z0-9_]*)/y;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) {
      word.text += text[at];
      return;
    }
    word.uses.push(match[1]);
    at += match[0].length - 1;
    // What follows the name inside the braces (`:-default`, `%%suffix`) is part of the word, not of its literal text.
    if (match[0].startsWith("${")) { while (at + 1 < text.length && text[at] !== "}") at++; }
  };

  while (at < text.length) list("", 0);
  return commands;
}
