/**
 * Which scripts of sed and awk only print.
 * @module
 */

import type { ShellWord } from "./shell_word.ts";
import { mayBeOption } from "./shell_option.ts";

/** Whether sed with these arguments surely only prints: no editing in place, no `w`, `e`, `r` from a script file. */
export function isReadOnlySed(args: readonly ShellWord[]): boolean {
  const scripts: ShellWord[] = [];
  let operand: ShellWord | undefined;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg.known && arg.text === "--") {
      operand ??= args[i + 1];
      break;
    }
    if (!arg.text.startsWith("-") || arg.text === "-") {
      if (!arg.known && (arg.text === "" || arg.splits)) return false;
      operand ??= arg;
      continue;
    }
    if (!arg.known) return false;
    if (/^(?:-[nErzsu]*e|--expression)$/.test(arg.text)) {
      if (args[++i] === undefined) return false;
      scripts.push(args[i]);
    } else if (arg.text.startsWith("--expression=")) {
      scripts.push({ ...arg, text: arg.text.slice("--expression=".length) });
    } else if (
      !/^(?:-[nErzsu]+|--(?:quiet|silent|regexp-extended|null-data|separate|unbuffered|posix))$/.test(arg.text)
    ) {
      return false;
    }
  }
  if (scripts.length === 0) {
    if (operand === undefined) return false;
    scripts.push(operand);
  }
  return scripts.every((script) => script.known && isPrintingSed(script.text));
}

/**
 * Reads a sed script of addresses and the commands `p d q Q = n N h H g G x D P l y s { }`; a command with a file, a
 * program or free text isn't among them.
 */
function isPrintingSed(script: string): boolean {
  let at = 0;
  const blanks = () => {
    while (at < script.length && " \t\n;".includes(script[at])) at++;
  };
  /** Past the text up to an unescaped delimiter; false where there is none on this line. */
  const past = (delimiter: string, isPattern: boolean): boolean => {
    for (; at < script.length; at++) {
      if (script[at] === "\\") at++;
      else if (script[at] === "\n") return false;
      else if (script[at] === delimiter) return ++at > 0;
      else if (isPattern && script[at] === "[") {
        // Seds differ on a delimiter inside brackets.
        const bracket = /^\[\^?\]?(?:\[:\w+:\]|[^\][\\\n])*\]/.exec(script.slice(at));
        if (bracket === null || bracket[0].includes(delimiter)) return false;
        at += bracket[0].length - 1;
      }
    }
    return false;
  };
  const address = (): boolean => {
    if (script[at] === "/") {
      at++;
      if (!past("/", true)) return false;
      while (at < script.length && "IM".includes(script[at])) at++;
      return true;
    }
    const number = /^(?:\d{1,9}(?:~\d{1,9})?|[$]|[+~]\d{1,9})/.exec(script.slice(at, at + 24));
    at += number?.[0].length ?? 0;
    return true;
  };
  for (blanks(); at < script.length; blanks()) {
    if (!address()) return false;
    if (script[at] === ",") {
      at++;
      if (!address()) return false;
    }
    while (at < script.length && " !".includes(script[at])) at++;
    const command = script[at++];
    if (command === "s" || command === "y") {
      const delimiter = script[at++];
      if (delimiter === undefined || /[\\\s\w[\]]/.test(delimiter)) return false;
      if (!past(delimiter, true) || !past(delimiter, false)) return false;
      while (at < script.length && /[gpI0-9]/.test(script[at])) at++;
    } else if (command === "q" || command === "Q" || command === "l") {
      while (at < script.length && /[ 0-9]/.test(script[at])) at++;
    } else if (command === undefined || !"pd=nNhHgGxDP{}".includes(command)) return false;
    if (at < script.length && !" \t\n;}".includes(script[at]) && command !== "{") return false;
  }
  return true;
}

/** Whether awk with these arguments surely only prints: a program on the command line without `>`, `|`, `system`, `getline`, `@`. */
export function isReadOnlyAwk(args: readonly ShellWord[]): boolean {
  for (let i = 0; i < args.length; i++) {
    const { text, known } = args[i];
    if (!known) return false;
    if (text === "-F" || text === "-v") {
      if (args[++i]?.splits) return false;
    } else if (/^-[Fv]./s.test(text)) continue;
    else if (text.startsWith("-")) return false;
    else {
      return !/[>|@]|system|getline/.test(text) && !args.slice(i + 1).some(mayBeOption);
    }
  }
  return false;
}
