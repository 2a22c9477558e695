/**
 * Matching a line against a compiled pattern, in time linear in both.
 * @module
 */

import { ASSERTIONS, type PatternProgram } from "./pattern_program.ts";

/**
 * Whether a pattern is found anywhere in a line: all places of the program that the text so far can lead to are walked
 * side by side, so no character is looked at twice (Pike's machine).
 */
export function isFoundIn(program: PatternProgram, line: string): boolean {
  const { instructions, sets, start } = program;
  const seen = new Int32Array(instructions.length).fill(-1);
  let waiting: number[] = [];
  let before = -1;
  for (let at = 0; at <= line.length;) {
    const point = line.codePointAt(at) ?? -1;
    const conditions = conditionsBetween(before, point);
    const reading: number[] = [];
    const places = [start, ...waiting];
    waiting = [];
    for (let place = places.pop(); place !== undefined; place = places.pop()) {
      if (seen[place] === at) continue;
      seen[place] = at;
      const instruction = instructions[place];
      switch (instruction[0]) {
        case "match":
          return true;
        case "split":
          places.push(instruction[2], instruction[1]);
          break;
        case "jump":
          places.push(instruction[1]);
          break;
        case "assert":
          if ((instruction[2] & ~conditions) === 0) places.push(instruction[1]);
          break;
        case "read":
          if (point !== -1 && holds(sets[instruction[2]], point)) reading.push(instruction[1]);
      }
    }
    waiting = reading;
    before = point;
    at += point > 0xffff ? 2 : 1;
  }
  return false;
}

/** Whether a set of ranges, in order, holds a code point. */
function holds(ranges: number[], point: number): boolean {
  let low = 0;
  let high = ranges.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (point > ranges[2 * middle + 1]) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length / 2 && point >= ranges[2 * low];
}

/** The assertions that hold between two characters; -1 stands for none. */
function conditionsBetween(before: number, after: number): number {
  const boundary = isWord(before) !== isWord(after);
  return (before === -1 ? ASSERTIONS.textStart | ASSERTIONS.lineStart : 0) |
    (before === 10 ? ASSERTIONS.lineStart : 0) |
    (after === -1 ? ASSERTIONS.textEnd | ASSERTIONS.lineEnd : 0) |
    (after === 10 ? ASSERTIONS.lineEnd : 0) |
    (boundary ? ASSERTIONS.wordBoundary : ASSERTIONS.noWordBoundary);
}

/** RE2's words are ASCII. */
function isWord(point: number): boolean {
  return (point >= 48 && point <= 57) || (point >= 65 && point <= 90) || point === 95 || (point >= 97 && point <= 122);
}
