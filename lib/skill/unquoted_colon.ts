/**
 * Plain one-line values with a colon and a blank in them. YAML refuses them, authors write them all the time, and only one
 * reading is meant. Source: spec "Front matter" (`unquoted-colon`).
 * @module
 */

import type { LineIndex } from "./line_index.ts";
import type { YamlProblem } from "./parse_yaml.ts";

/** Such a value. Offsets count in the text. */
export interface UnquotedColon {
  /** The value. */
  start: number;
  end: number;
  /** The first colon that YAML took for a separator. */
  colon: number;
}

/** Values of these keys are mappings: to read one as a text would hide what it holds. */
const MAPPINGS = ["metadata", "workflow", "steps", "hooks", "context_schema"];

/** Not in any sensible text; the first that a text doesn't hold stands for its colons while it's parsed. */
const MASKS = Array.from({ length: 32 }, (_, i) => String.fromCharCode(0xfdd0 + i));

/**
 * The values behind the library's complaints about nested mappings.
 *
 * @example
 * ```ts
 * import { indexLines } from "./line_index.ts";
 * import { parseYaml } from "./parse_yaml.ts";
 * import { findUnquotedColons } from "./unquoted_colon.ts";
 * const text = "a: b: c\n";
 * console.assert(findUnquotedColons(text, indexLines(text), parseYaml(text).problems)[0].colon === 4);
 * ```
 */
export function findUnquotedColons(
  text: string,
  lines: LineIndex,
  problems: readonly YamlProblem[],
): UnquotedColon[] {
  const found = new Map<number, UnquotedColon>();
  for (const { code, start } of problems) {
    // The problems are sorted, so the first on a line is the outermost value.
    const line = lines.lineAt(start);
    if (code !== "BLOCK_AS_IMPLICIT_KEY" || found.has(line)) continue;
    const value = oneLineValue(text, lines, line, start);
    if (value) found.set(line, value);
  }
  return [...found.values()];
}

/**
 * The text with the separating colons of those values masked: of the same length, so that every offset stays right.
 * Undefined where the text holds every mask itself.
 */
export function maskColons(text: string, colons: readonly UnquotedColon[]): { text: string; mask: string } | undefined {
  const mask = MASKS.find((unit) => !text.includes(unit));
  if (mask === undefined) return undefined;
  let masked = "";
  let from = 0;
  for (const { start, end } of colons) {
    masked += text.slice(from, start);
    for (let i = start; i < end; i++) masked += isSeparator(text, i, end) ? mask : text[i];
    from = end;
  }
  return { text: masked + text.slice(from), mask };
}

function oneLineValue(text: string, lines: LineIndex, line: number, start: number): UnquotedColon | undefined {
  const prefix = text.slice(lines.starts[line], start);
  const key = prefix.trim();
  if (!key.endsWith(":") || !startsPlain(text, start)) return undefined;
  const indent = keyColumn(prefix);
  if (MAPPINGS.includes(prefix.slice(indent).trim().slice(0, -1))) return undefined;
  let end = lines.endOf(line);
  for (let i = start + 1; i < end; i++) if (text[i] === "#" && isBlank(text[i - 1])) end = i;
  while (isBlank(text[end - 1])) end--;
  if (goesOn(text, lines, line, indent)) return undefined;
  for (let i = start; i < end; i++) if (isSeparator(text, i, end)) return { start, end, colon: i };
  return undefined;
}

/** Whether the next line with content is indented deeper than the key, and so belongs to the value. */
function goesOn(text: string, lines: LineIndex, line: number, indent: number): boolean {
  for (let next = line + 1; next < lines.starts.length; next++) {
    const content = text.slice(lines.starts[next], lines.endOf(next));
    const trimmed = content.trimStart();
    if (trimmed !== "" && !trimmed.startsWith("#")) return content.length - trimmed.length > indent;
  }
  return false;
}

/** Where the key begins: behind blanks and the dashes of lists. */
function keyColumn(prefix: string): number {
  let column = 0;
  while (isBlank(prefix[column]) || (prefix[column] === "-" && isBlank(prefix[column + 1]))) column++;
  return column;
}

function startsPlain(text: string, start: number): boolean {
  if ("-?:".includes(text[start])) return !isBlank(text[start + 1]);
  return !"\"'[]{}>|&*!%@`#,".includes(text[start]);
}

function isSeparator(text: string, at: number, end: number): boolean {
  return text[at] === ":" && (at + 1 === end || isBlank(text[at + 1]));
}

function isBlank(unit: string | undefined): boolean {
  return unit === " " || unit === "\t";
}
