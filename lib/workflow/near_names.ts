/**
 * Near names within bounds: only a hostile file has thousands of unknown names beside thousands of known ones.
 * @module
 */

import { nearest } from "../did_you_mean.ts";

/** Comparisons of two names that one guesser makes. */
const COMPARISONS = 50_000;

/**
 * A function that gives the known names near to one that was written, each asked for once. Past the bound it finds none.
 *
 * @example
 * ```ts
 * import { nearNames } from "./near_names.ts";
 * console.assert(nearNames(["read", "bin"])("reads")[0] === "read");
 * ```
 */
export function nearNames(known: readonly string[]): (written: string) => string[] {
  const answers = new Map<string, string[]>();
  let left = COMPARISONS;
  return (written) => {
    let near = answers.get(written);
    if (near === undefined) {
      left -= known.length;
      answers.set(written, near = left >= 0 ? nearest(written, known) : []);
    }
    return near;
  };
}
