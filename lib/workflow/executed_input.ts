/**
 * Commands that execute what they are given: an input or an output would be run as code.
 * @module
 */

import { type ShellCommand, shellCommands, type ShellWord } from "./shell_words.ts";

/** One value that a command executes. */
export interface ExecutedInput {
  /** The environment variable. */
  variable: string;
  /** How: `eval`, `sh -c`, `as a command`, … */
  how: string;
}

const SHELLS = new Set(["sh", "bash", "zsh", "dash", "ksh", "ash", "fish", "pwsh", "powershell"]);

/** Interpreters, with the flags after which code stands. */
const CODE_FLAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["python", ["-c"]],
  ["python3", ["-c"]],
  ["node", ["-e", "--eval", "-p", "--print"]],
  ["bun", ["-e", "--eval"]],
  ["deno", ["eval"]],
  ["perl", ["-e", "-E"]],
  ["ruby", ["-e"]],
  ["php", ["-r"]],
]);

/** Words before which nothing is decided: the command's own word follows. */
const PREFIXES = new Set([
  ...[
    "if",
    "then",
    "else",
    "elif",
    "while",
    "until",
    "do",
    "!",
    "{",
    "time",
    "exec",
    "command",
    "nohup",
    "nice",
    "sudo",
  ],
  ...["env", "xargs", "timeout", "npx", "bunx", "pnpx", "uvx", "call", "&"],
]);

/** Texts that hold code are read like commands, this deep. */
const DEPTH = 4;

/**
 * Every input or output value (`SKILL_INPUT`, `SKILL_OUT_…` and their `DEVKIT_` twins) that a command would execute,
 * directly, through `eval`, a shell's or an interpreter's code argument, a pipe into a shell, or a variable it was copied
 * to. Each variable is named once.
 *
 * @example
 * ```ts
 * import { findExecutedInput } from "./executed_input.ts";
 * console.assert(findExecutedInput('sh -c "$SKILL_INPUT"')[0].how === "sh -c");
 * console.assert(findExecutedInput('grep -- "$SKILL_INPUT" notes.txt').length === 0);
 * ```
 */
export function findExecutedInput(command: string): ExecutedInput[] {
  const found = new Map<string, string>();
  const copies = new Map<string, string>();
  const given = (word: ShellWord): string | undefined => {
    for (const name of word.uses) {
      const origin = originOf(name) ?? copies.get(name);
      if (origin !== undefined) return origin;
    }
    return undefined;
  };
  const report = (how: string, words: readonly ShellWord[]) => {
    for (const word of words) {
      const variable = given(word);
      if (variable !== undefined && !found.has(variable)) found.set(variable, how);
    }
  };

  const look = (text: string, depth: number): void => {
    /** The value that flows through the current pipe. */
    let flowing: string | undefined;
    for (const simple of shellCommands(text)) {
      const piped = simple.piped ? flowing : undefined;
      flowing = piped ?? [...simple.words, ...simple.reads].map(given).find((variable) => variable !== undefined);
      const words = simple.words.slice(prefixLength(simple.words));
      for (const word of simple.words.slice(0, simple.words.length - words.length).filter(isAssignment)) {
        const origin = given(word);
        if (origin !== undefined) copies.set(word.text.slice(0, word.text.indexOf("=")), origin);
      }
      const [first, ...rest] = words;
      if (first === undefined) continue;
      const name = baseName(first);
      report("as a command", [first]);
      if (name === "eval" || name === "iex" || name === "invoke-expression") runCode(name, rest, depth);
      else if (name === "source" || name === ".") report(name, rest.slice(0, 1));
      else if (name === "ssh") report("ssh", rest.slice(1));
      const shell = words.findIndex((word) => SHELLS.has(baseName(word)));
      if (shell >= 0) runShell(baseName(words[shell]), words.slice(shell + 1), simple, piped, depth);
      const program = words.findIndex((word) => CODE_FLAGS.has(baseName(word)));
      const flags = program < 0 ? [] : CODE_FLAGS.get(baseName(words[program]))!;
      const flag = words.findIndex((word, i) => i > program && flags.includes(word.text));
      if (flag >= 0) report(`${baseName(words[program])} ${words[flag].text}`, words.slice(flag + 1, flag + 2));
    }
  };
  const runCode = (how: string, words: readonly ShellWord[], depth: number) => {
    report(how, words);
    if (depth < DEPTH) words.filter((word) => word.raw).forEach((word) => look(word.text, depth + 1));
  };
  const runShell = (
    shell: string,
    args: readonly ShellWord[],
    simple: ShellCommand,
    piped: string | undefined,
    depth: number,
  ) => {
    const code = args.findIndex((word) => /^-[a-z]*c(?:ommand)?$/i.test(word.text));
    if (code >= 0) return runCode(`${shell} -c`, args.slice(code + 1, code + 2), depth);
    const script = args.find((word) => !word.text.startsWith("-") || word.uses.length > 0);
    if (script !== undefined) return report(shell, [script]);
    report(`into ${shell}`, simple.reads);
    if (piped !== undefined && !found.has(piped)) found.set(piped, `into ${shell}`);
  };

  look(command, 0);
  // cmd.exe puts the value into the command's text before it reads it.
  for (const [, name] of command.matchAll(/%([A-Za-z_][A-Za-z0-9_]{0,127})%/g)) {
    const origin = originOf(name);
    if (origin !== undefined && !found.has(origin)) found.set(origin, "as text of the command");
  }
  return [...found].map(([variable, how]) => ({ variable, how }));
}

function originOf(name: string): string | undefined {
  const plain = name.startsWith("env:") ? name.slice(4) : name;
  return /^(?:SKILL|DEVKIT)_(?:INPUT|OUT_)/.test(plain) ? plain : undefined;
}

/** How many words stand before the command's own: assignments, keywords, and programs that run another, with their options. */
function prefixLength(words: readonly ShellWord[]): number {
  let at = 0;
  for (;;) {
    if (at < words.length && isAssignment(words[at])) at++;
    else if (at + 1 < words.length && PREFIXES.has(baseName(words[at]))) {
      at++;
      while (at + 1 < words.length && /^(?:-.*|\d+[smhd]?)$/.test(words[at].text)) at++;
    } else return at;
  }
}

function isAssignment(word: ShellWord): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(word.text);
}

function baseName(word: ShellWord): string {
  if (word.uses.length > 0) return "";
  return word.text.slice(Math.max(word.text.lastIndexOf("/"), word.text.lastIndexOf("\\")) + 1).toLowerCase()
    .replace(/\.exe$/, "");
}
