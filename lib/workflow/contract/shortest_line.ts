/**
 * How short a line a pattern can be found in.
 * @module
 */

import type { PatternProgram } from "./pattern_program.ts";

/**
 * The fewest characters of a line in which the pattern could be found; `Infinity` where no line has it. It's a lower
 * bound: assertions such as `^` are taken to hold.
 */
export function shortestLine({ instructions, sets, start }: PatternProgram): number {
  const seen = new Set<number>();
  let now = [start];
  for (let read = 0; now.length > 0; read++) {
    const later: number[] = [];
    for (let place = now.pop(); place !== undefined; place = now.pop()) {
      if (seen.has(place)) continue;
      seen.add(place);
      const instruction = instructions[place];
      switch (instruction[0]) {
        case "match":
          return read;
        case "split":
          now.push(instruction[1], instruction[2]);
          break;
        case "read":
          if (sets[instruction[2]].some((_, i, set) => i % 2 === 0 && holdsMoreThanLineEnds(set[i], set[i + 1]))) {
            later.push(instruction[1]);
          }
          break;
        default:
          now.push(instruction[1]);
      }
    }
    now = later;
  }
  return Infinity;
}

function holdsMoreThanLineEnds(first: number, last: number): boolean {
  const lineEnds = [10, 13].filter((point) => first <= point && point <= last).length;
  return last - first + 1 > lineEnds;
}
