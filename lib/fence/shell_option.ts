/**
 * What can be an option on a command line.
 * @module
 */

import type { ShellWord } from "./shell_word.ts";

/** Whether a word is an option, or the shell could make one of it. */
export function mayBeOption(word: ShellWord): boolean {
  if (word.text.startsWith("-")) return word.text !== "-" || !word.known;
  return !word.known && (word.text === "" || word.splits);
}

/**
 * Whether none of the words can be one of these options: as a letter in a cluster, as a long name or a prefix of one.
 * What follows `--` isn't looked at, unless an option stands before it, whose value it could be.
 */
export function hasNoOption(args: readonly ShellWord[], letters: string, names: readonly string[]): boolean {
  for (const [at, arg] of args.entries()) {
    if (arg.known && arg.text === "--") {
      if (at > 0 && mayBeOption(args[at - 1])) continue;
      return true;
    }
    if (!mayBeOption(arg)) continue;
    if (!arg.known && (arg.splits || !/^--[\w-]+=/.test(arg.text))) return false;
    if (arg.text.startsWith("--")) {
      const name = arg.text.slice(2).replace(/=.*$/s, "");
      if (names.some((forbidden) => forbidden.startsWith(name))) return false;
    } else if ([...arg.text.slice(1)].some((c) => letters.includes(c))) {
      return false;
    }
  }
  return true;
}
