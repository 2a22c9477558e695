/**
 * Applies machine repairs to files, and keeps everything else byte for byte.
 * @module
 */

import type { Diagnostic, TextEdit } from "../diagnostic.ts";

/**
 * A text with the edits of one file made. Edits that touch one that was already made are left for the next round, since
 * their places have moved.
 *
 * @returns the new text, and how many repairs were made
 */
export function applyRepairs(
  text: string,
  diagnostics: readonly Diagnostic[],
  file: string,
): { text: string; made: number } {
  const taken: TextEdit[] = [];
  let made = 0;
  for (const { repair, file: own } of diagnostics) {
    const edits = (repair?.edits ?? []).filter((edit) => (edit.file ?? own) === file);
    if (edits.length === 0 || edits.some((edit) => taken.some((other) => touches(edit, other)))) continue;
    taken.push(...edits);
    made++;
  }
  taken.sort((a, b) => b.range.start.offset - a.range.start.offset);
  let result = text;
  for (const { range, text: inserted } of taken) {
    result = result.slice(0, range.start.offset) + inserted + result.slice(range.end.offset);
  }
  return { text: result, made };
}

function touches(a: TextEdit, b: TextEdit): boolean {
  return a.range.start.offset <= b.range.end.offset && b.range.start.offset <= a.range.end.offset;
}
