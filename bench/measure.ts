/**
 * Ratios of one run: what is compared takes turns, and of each the fastest turn counts, since other work on the machine only
 * ever adds.
 * @module
 */

import process from "node:process";

/** A line of the table in `bench/README.md`. */
export interface Row {
  what: string;
  against: string;
  ratio: number;
  /** What the ratio must not be above, or below where `isLeast`. */
  bound?: number;
  isLeast?: boolean;
}

/** Milliseconds of the fastest of `turns` turns of each, which take turns. */
export async function fastest<Name extends string>(
  runs: Record<Name, () => unknown>,
  turns: number,
): Promise<Record<Name, number>> {
  const best = {} as Record<Name, number>;
  for (let turn = 0; turn < turns; turn++) {
    for (const name of Object.keys(runs) as Name[]) {
      const began = performance.now();
      await runs[name]();
      const took = performance.now() - began;
      best[name] = Math.min(best[name] ?? Infinity, took);
    }
  }
  return best;
}

/** A row as a line of a Markdown table. */
export function renderRow({ what, against, ratio, bound, isLeast }: Row): string {
  const number = (value: number) => value >= 100 ? value.toFixed(0) : value.toFixed(2);
  const wanted = bound === undefined ? "" : `${isLeast ? "at least" : "at most"} ${bound}`;
  const isMissed = bound !== undefined && (isLeast ? ratio < bound : ratio > bound);
  return `| ${what} | ${against} | ${number(ratio)} | ${wanted}${isMissed ? " (missed)" : ""} |`;
}

/** Prints the rows where a bench is started by itself. */
export function printRows(rows: Row[]): void {
  for (const row of rows) process.stdout.write(`${renderRow(row)}\n`);
}
