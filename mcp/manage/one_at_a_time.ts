/**
 * One thing after the other for each key, different keys side by side.
 * @module
 */

const tails = new Map<string, Promise<unknown>>();

/** Runs the work once everything that was asked for under this key before is over. */
export function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(key) ?? Promise.resolve();
  const run = before.then(work, work);
  const tail = run.catch(() => {}).finally(() => {
    if (tails.get(key) === tail) tails.delete(key);
  });
  tails.set(key, tail);
  return run;
}
