/**
 * Near names for what was misspelt.
 * @module
 */

/**
 * The known names nearest to what was written, nearest first, at most three; empty where nothing is near.
 *
 * @example
 * ```ts
 * import { nearest } from "@skill-workflow/skill-workflow";
 * console.assert(nearest("initial_setp", ["initial_step", "steps"])[0] === "initial_step");
 * ```
 */
export function nearest(written: string, known: Iterable<string>): string[] {
  const text = written.slice(0, 64).toLowerCase();
  const allowed = Math.max(1, Math.floor(text.length * 0.4));
  const found: { name: string; distance: number }[] = [];
  for (const name of known) {
    if (name === written || name.length > 64) continue;
    const other = name.toLowerCase();
    const distance = isBeginning(text, other) ? allowed : editDistance(text, other, allowed);
    if (distance <= allowed && distance < Math.max(text.length, name.length)) found.push({ name, distance });
  }
  found.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return found.slice(0, 3).map((entry) => entry.name);
}

/**
 * `did you mean "a" or "b"?` for the nearest known names; an empty text where nothing is near.
 *
 * @example
 * ```ts
 * import { didYouMean } from "@skill-workflow/skill-workflow";
 * console.assert(didYouMean("reads", ["read"]) === 'did you mean "read"?');
 * ```
 */
export function didYouMean(written: string, known: Iterable<string>): string {
  return askFor(nearest(written, known));
}

/** The question of `didYouMean` for names that are known to be near. */
export function askFor(near: readonly string[]): string {
  const names = near.map((name) => JSON.stringify(name));
  if (names.length === 0) return "";
  const last = names.pop()!;
  return `did you mean ${names.length > 0 ? `${names.join(", ")} or ` : ""}${last}?`;
}

/** `skill` for `skill_name`: cut short rather than misspelt. */
function isBeginning(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a));
}

/**
 * Optimal string alignment: insertions, deletions, replacements, and swaps of neighbours, each of cost 1. Infinity as soon
 * as it's sure to be more than `most`, since nearly every pair of names is far apart.
 */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  let least = 0;
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    const leastBefore = least;
    least = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, before[j - 2] + 1);
      next.push(value);
      least = Math.min(least, value);
    }
    // A swap looks two rows back, so both have to be past it.
    if (least > most && leastBefore > most) return Infinity;
    before = row;
    row = next;
  }
  return row[b.length];
}
