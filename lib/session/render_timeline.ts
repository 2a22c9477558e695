/**
 * A timeline as Markdown.
 * @module
 */

import { excerpt } from "./excerpt.ts";
import type { TimelineEntry } from "./report.ts";

/**
 * One line an input: when, through which door, in which step, what it came to.
 */
export function renderTimeline(timeline: readonly TimelineEntry[]): string {
  const lines = timeline.map((entry) =>
    `- ${entry.revision}. ${entry.at} ${entry.door}: ${entry.event}${entry.step ? ` in \`${entry.step}\`` : ""}: ${
      excerpt(entry.result).replaceAll("\n", " ")
    }`
  );
  return ["## Timeline", "", ...lines].join("\n");
}
