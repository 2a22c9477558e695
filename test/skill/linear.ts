/**
 * Holds reading to linear work on the worst texts.
 * @module
 */

import process from "node:process";
import * as assert from "uvu/assert";

const MEGABYTE = 1_000_000;
/** Ten times the text may take this many times the work; quadratic work would take a hundred times. */
const RATIO = 35;
/** Milliseconds below which no ratio means anything. */
const FLOOR = 300;

/** Processor time of this process: other processes don't count. */
function millisecondsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** `make(size)` is a text of about that size; reading all of it is compared with reading a tenth. */
export function assertLinear(
  name: string,
  make: (size: number) => string,
  read: (text: string) => void,
  size: number = MEGABYTE,
): void {
  const [small, large] = [make(size / 10), make(size)];
  assert.ok(large.length > 5 * small.length, `${name} grows`);
  read(small);
  const least = millisecondsOf(() => read(small));
  const most = millisecondsOf(() => read(large));
  assert.ok(most <= Math.max(FLOOR, least * RATIO), `${name}: ${least} ms, ten times the text ${most} ms`);
}

/** Repeats a text up to a size. */
export function fill(text: string): (size: number) => string {
  return (size) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
}
