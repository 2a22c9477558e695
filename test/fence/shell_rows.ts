/** A notation for what the shell's reader makes of a command line. */

import { parseShell, type SimpleCommand } from "../../lib/fence/parse_shell.ts";
import type { ShellWord } from "../../lib/fence/shell_word.ts";

/**
 * The commands, ` ¦ ` between them: names of assignments as `X=`, words, redirections. A word that isn't known ends with `…`,
 * and with `…s` where it may become several; a blank inside a word is `␣`, a line's end `⏎`. `?` is "not understood".
 */
export function printParse(command: string): string {
  return parseShell(command.replaceAll("⏎", "\n"))?.map(printCommand).join(" ¦ ") ?? "?";
}

function printCommand({ assignments, words, redirects }: SimpleCommand): string {
  const parts = [
    ...assignments.map((name) => `${name}=`),
    ...words.map(printWord),
    ...redirects.map(({ operator, target }) => operator + printWord(target)),
  ];
  return parts.join(" ");
}

function printWord({ text, known, splits }: ShellWord): string {
  const plain = text === "" && known ? "''" : text.replaceAll(" ", "␣").replaceAll("\n", "⏎").replaceAll("\t", "⇥");
  return plain + (known ? "" : splits ? "…s" : "…");
}
