/**
 * Which calls of `test` and `printf` only read. Where they want a number some shells evaluate an expression, and its
 * subscripts may hold a substitution; so does the name after `-v`.
 * @module
 */

import type { ShellWord } from "./shell_word.ts";

const EVALUATES = /^-(?:[vRt]|eq|ne|lt|le|gt|ge)$/;
const OF_FILES_AND_TEXTS = /^-[bcdefghknprsuwxzLOSGN]$/;
const OF_TWO_TEXTS = /^(?:=|==|!=|-nt|-ot|-ef)$/;

/** Whether `test` with these arguments (those of `[` without its `]`) surely evaluates nothing. */
export function isReadOnlyTest(args: readonly ShellWord[]): boolean {
  const is = (at: number, pattern: RegExp) => args[at]?.known === true && pattern.test(args[at].text);
  if (args.some((_, at) => is(at, EVALUATES))) return args.every((_, at) => is(at, /^(?:-?\d+|-\w+|!|=|==|!=)$/));
  if (args.every(({ known }) => known)) return true;
  // What the shell fills in could be an operator, but for these forms.
  if (args.some(({ splits }) => splits)) return false;
  const [first, rest] = is(0, /^!$/) ? [1, args.length - 1] : [0, args.length];
  return rest === 1 || (rest === 2 && is(first, OF_FILES_AND_TEXTS)) || (rest === 3 && is(first + 1, OF_TWO_TEXTS));
}

/** Whether `printf` with these arguments surely only prints. */
export function isReadOnlyPrintf(args: readonly ShellWord[]): boolean {
  const [format, ...values] = args[0]?.known && args[0].text === "--" ? args.slice(1) : args;
  if (format === undefined || format.text.startsWith("-")) return false;
  if (!format.known) return !format.splits && format.text !== "" && values.length === 0;
  const onlyTexts = [...format.text.matchAll(/%[-+ #0]*\d*(?:\.\d*)?(.)?/gs)].every(([, letter]) =>
    "sbqc%".includes(letter ?? " ")
  );
  return onlyTexts || values.every(({ text, known }) => known && /^[-+]?(?:0x[\da-f]+|\d*\.?\d*)$/i.test(text));
}
