/**
 * Waits for many things side by side, for a few at a time.
 * @module
 */

/**
 * The results in the order of the values, with at most `limit` calls open at once. Fails with the first failure.
 *
 * @example
 * ```ts
 * import { mapBounded } from "./map_bounded.ts";
 * const doubled = await mapBounded([1, 2, 3], 2, (one) => Promise.resolve(2 * one));
 * console.assert(doubled.join() === "2,4,6");
 * ```
 */
export async function mapBounded<T, R>(
  values: readonly T[],
  limit: number,
  call: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    while (next < values.length) {
      const i = next++;
      results[i] = await call(values[i]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, values.length) }, work));
  return results;
}
