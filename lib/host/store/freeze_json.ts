/**
 * Freezing of values read from files.
 * @module
 */

// A state nests its outputs a few levels down, and an output at most `LIMITS.depth`.
const DEPTH = 100;

/** Freezes a parsed value and everything in it. Throws a `RangeError` where it nests deeper than any state can. */
export function freezeJson<T>(value: T, depth = 0): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (depth > DEPTH) throw new RangeError(`nests deeper than ${DEPTH} levels`);
  for (const key of Object.keys(value)) freezeJson((value as Record<string, unknown>)[key], depth + 1);
  return Object.freeze(value);
}
