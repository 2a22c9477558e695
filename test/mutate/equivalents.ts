import { readFileSync } from "node:fs";

/**
 * The changes that make no difference to anyone, each with its reason, from `equivalents.txt`: a block of four lines is a
 * file, what stands there, what comes instead, and why nobody can tell.
 */
export function readEquivalents(): { has(file: string, before: string, after: string): boolean } {
  const text = readFileSync(new URL("equivalents.txt", import.meta.url), "utf8");
  const known = new Set<string>();
  for (const block of text.split(/\n{2,}/).map((lines) => lines.trim()).filter((lines) => lines !== "")) {
    const [file, before, after, reason] = block.split("\n");
    if (!before?.startsWith("- ") || !after?.startsWith("+ ") || !reason?.startsWith("because ")) {
      throw new Error(`equivalents.txt has a block that isn't a file, "- ", "+ " and "because ":\n${block}`);
    }
    known.add(key(file!, before.slice(2), after.slice(2)));
  }
  return { has: (file, before, after) => known.has(key(file, before, after)) };
}

function key(...parts: string[]): string {
  return parts.map((part) => part.replace(/\s+/g, " ").trim()).join("\n");
}
