/**
 * What a command line mentions that could be a path, without understanding the command.
 * @module
 */

import { resolveParts } from "./protected_path.ts";

/** The candidates, and the folders from which a relative one may be meant. */
export interface ShellPaths {
  candidates: string[];
  bases: string[][];
}

/** Stands for a wildcard that is quoted: matches nothing. */
const QUOTED_WILDCARD = "\u0001";
const SEPARATORS = " \t\n\r;|&<>(),:=";
const MAX_BASES = 8;

/**
 * The words of a command line with quotes and escapes removed, split wherever a path could begin, and what is filled in
 * later (a variable, a brace list, a bracket) replaced by a wildcard.
 *
 * @example
 * ```ts
 * import { shellPaths } from "./shell_paths.ts";
 * const { candidates } = shellPaths(`cat "a b"/c --file=d$x`, ["w"], false);
 * console.assert(candidates.join(" ") === "cat a b/c --file d*");
 * ```
 */
export function shellPaths(text: string, cwd: readonly string[], foreign: boolean): ShellPaths {
  const candidates: string[] = [];
  let word = "";
  let quote = "";
  const end = () => {
    if (word !== "") candidates.push(word);
    word = "";
  };
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (c === "\\") {
      if (foreign) word += "/";
      else if (quote === "'") word += "\\";
      else if (text[at + 1] !== "\n") word += text[at + 1] ?? "";
      if (!foreign && quote !== "'") at++;
    } else if (c === quote) {
      quote = "";
    } else if (c === "'" || c === '"') {
      // The other quote inside a quoted text may be one of a language's own.
      if (quote === "") quote = c;
      else end();
    } else if (c === "$" && quote !== "'") {
      const name = /^\$(?:[A-Za-z_]\w*|\{[^}\s]{0,64}\})/.exec(text.slice(at, at + 80));
      word += "*";
      at += (name?.[0].length ?? 1) - 1;
    } else if (c === "`" || SEPARATORS.includes(c)) {
      end();
    } else if (quote !== "" && (c === "*" || c === "?")) {
      word += QUOTED_WILDCARD;
    } else if (quote === "" && c === "[") {
      const bracket = /^\[[^\]\s]{1,32}\]/.exec(text.slice(at, at + 40));
      word += bracket === null ? c : "?";
      at += (bracket?.[0].length ?? 1) - 1;
    } else if (quote === "" && c === "{") {
      const list = /^\{[^}\s]{0,200}\}/.exec(text.slice(at, at + 204));
      if (list !== null && /,|\.\./.test(list[0])) {
        word += "*";
        at += list[0].length - 1;
      }
    } else if (c !== "}" || quote !== "") {
      word += c;
    }
  }
  end();
  const bases: string[][] = [[...cwd]];
  for (let at = 0; at + 1 < candidates.length && bases.length < MAX_BASES; at++) {
    if (/^(?:cd|pushd|chdir|-C|Set-Location)$/.test(candidates[at])) {
      bases.push(resolveParts(candidates[at + 1], bases[bases.length - 1]));
    }
  }
  return { candidates, bases };
}
