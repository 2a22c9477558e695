/**
 * The inputs of the recorded cases, and short words for what was found in them.
 * @module
 */

import { readFileSync } from "node:fs";
import type { Diagnostic, TextEdit } from "../../lib/diagnostic.ts";
import { type ReadSkill, readSkill } from "../../lib/skill/read_skill.ts";

/** The bytes of a case's skill. */
export function bytesOf(name: string, skill: string): Uint8Array {
  return readFileSync(new URL(`../fixtures/cases/${name}/${skill}/SKILL.md`, import.meta.url));
}

/** The case's skill as read, with the path that it has in its folder. */
export function readCase(name: string, skill: string, change: (text: string) => string = (text) => text): ReadSkill {
  const bytes = bytesOf(name, skill);
  const text = new TextDecoder("utf-8", { fatal: false }).decode(bytes);
  const changed = change(text);
  return readSkill(changed === text ? bytes : changed, { path: `${skill}/SKILL.md`, files: {} });
}

/** `severity code line:column` of each finding. */
export function short(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity, code, range }) =>
    `${severity} ${code} ${range.start.line}:${range.start.column}`
  );
}

/** The text with the edits made, last first. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((a, b) => b.range.start.offset - a.range.start.offset);
  return ordered.reduce(
    (text, { range, text: replacement }) =>
      text.slice(0, range.start.offset) + replacement + text.slice(range.end.offset),
    text,
  );
}

/** The text with the repairs of all these findings made. */
export function repaired(text: string, diagnostics: readonly Diagnostic[]): string {
  return applyEdits(text, diagnostics.flatMap((found) => found.repair?.edits ?? []));
}
