import { readFileSync } from "node:fs";

/** A change to a place of a file. */
export interface Change {
  file: string;
  /** The whole line, where it begins. */
  source: string;
  before: string;
  after: string;
}

/**
 * The changes that make no difference to anyone, each with its reason, from `equivalents.txt`: a block of five lines is a
 * file, the source's line, what stands there, what comes instead, and why nobody can tell.
 */
export function readEquivalents(): { has(change: Change): boolean } {
  const text = readFileSync(new URL("equivalents.txt", import.meta.url), "utf8");
  const known = new Set<string>();
  for (const block of text.split(/\n{2,}/).map((lines) => lines.trim()).filter((lines) => lines !== "")) {
    const [file, source, before, after, reason] = block.split("\n");
    if (!before?.startsWith("- ") || !after?.startsWith("+ ") || !reason?.startsWith("because ")) {
      throw new Error(`equivalents.txt has a block that isn't a file, a line, "- ", "+ " and "because ":\n${block}`);
    }
    known.add(key({ file: file!, source: source!, before: before.slice(2), after: after.slice(2) }));
  }
  return { has: (change) => known.has(key(change)) };
}

function key({ file, source, before, after }: Change): string {
  return [file, source, before, after].map((part) => part.replace(/\s+/g, " ").trim()).join("\n");
}
