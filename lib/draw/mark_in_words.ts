/**
 * What a session left at a step, in words.
 * @module
 */

import type { PictureNode } from "./picture.ts";

/** One line each; none without a session, or where it never was. */
export function markInWords({ mark, role }: PictureNode): string[] {
  if (mark === undefined) return [];
  const lines: string[] = [];
  if (role === "child") {
    if (mark.visits > 0) lines.push("✓ delivered");
  } else if (mark.current) lines.push(mark.visits > 1 ? `▶ here, visit ${mark.visits}` : "▶ here");
  else if (mark.visits > 0) lines.push(mark.visits > 1 ? `✓ ${mark.visits} visits` : "✓ done");
  return [...lines, ...mark.notes];
}
