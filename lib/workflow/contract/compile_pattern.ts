/**
 * Patterns that authors write: RE2, whose matching takes linear time. Source: spec "Step", key `require`.
 * @module
 */

import { RE2JS } from "re2js";
import { LIMITS } from "../../limits.ts";
import type { PatternInstruction, PatternProgram } from "./pattern_program.ts";

/** How many instructions a program may have: it's walked once for each character of a line. */
const INSTRUCTIONS = 3_000;
const CACHE_SIZE = 200;
const cache = new Map<string, PatternProgram | string>();

/**
 * What is wrong with a pattern; undefined where it can be used.
 *
 * @example
 * ```ts
 * import { findPatternProblem } from "./mod.ts";
 * console.assert(findPatternProblem("^VERDICT: (PASS|FAIL)$") === undefined);
 * ```
 */
export function findPatternProblem(pattern: string): string | undefined {
  const compiled = compilePattern(pattern);
  return typeof compiled === "string" ? compiled : undefined;
}

/**
 * The program of a pattern, or what is wrong with it. The same pattern gives the same object.
 *
 * @example
 * ```ts
 * import { compilePattern } from "./mod.ts";
 * console.assert(typeof compilePattern("^DONE$") === "object" && typeof compilePattern("(") === "string");
 * ```
 */
export function compilePattern(pattern: string): PatternProgram | string {
  if (pattern.length > LIMITS.pattern) {
    return `Pattern has ${pattern.length} characters; wanted at most ${LIMITS.pattern}`;
  }
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const compiled = compile(pattern);
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!);
  cache.set(pattern, compiled);
  return compiled;
}

/** An instruction of the library's own program. */
interface LibraryInstruction {
  op: number;
  out: number;
  arg: number;
  runes: ArrayLike<number>;
  matchRune(rune: number): boolean;
}

function compile(pattern: string): PatternProgram | string {
  if (pattern === "") return "Pattern is empty; wanted an RE2 pattern such as ^DONE$";
  let program: { inst: LibraryInstruction[]; start: number };
  try {
    program = RE2JS.compile(pattern).re2Input.prog;
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace("error parsing regexp: ", "");
    const perl = /\(\?[=!<]|\\[1-9]/.test(pattern) ? "; RE2 has no look-around and no back references" : "";
    return `Pattern ${JSON.stringify(pattern)} can't be read: ${reason.replaceAll("`", '"')}${perl}`;
  }
  const size = program.inst.length;
  if (size > INSTRUCTIONS) return `Pattern is too large: ${size} instructions; wanted at most ${INSTRUCTIONS}`;
  const sets: number[][] = [];
  // Repetitions share their large sets; small ones are told apart by what they hold.
  const places = new Map<unknown, number>();
  const setOf = (instruction: LibraryInstruction): number => {
    const ranges = instruction.runes.length > 8 ? undefined : rangesOf(instruction);
    const key = ranges?.join() ?? instruction.runes;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, sets.length);
    return sets.push(ranges ?? rangesOf(instruction)) - 1;
  };
  return { start: program.start, instructions: program.inst.map((inst) => translate(inst, setOf)), sets };
}

/** The library numbers its instructions as RE2 does: 1 and 2 split, 3 and 7 go on, 4 asserts, 5 fails, 6 matches. */
function translate(inst: LibraryInstruction, setOf: (inst: LibraryInstruction) => number): PatternInstruction {
  switch (inst.op) {
    case 1:
    case 2:
      return ["split", inst.out, inst.arg];
    case 3:
    case 7:
      return ["jump", inst.out];
    case 4:
      return ["assert", inst.out, inst.arg];
    case 6:
      return ["match"];
    default:
      return ["read", inst.out, setOf(inst)];
  }
}

const LAST_POINT = 0x10ffff;
/** Past it no letter has another case. */
const LAST_CASED = 0x1ffff;
const IGNORES_CASE = 1;

/** 8 reads a set, 9 one character, 10 any, 11 any but a line end; 5 fails, which is reading nothing. */
function rangesOf(inst: LibraryInstruction): number[] {
  switch (inst.op) {
    case 8:
    case 9: {
      const [only] = Array.from(inst.runes);
      if (inst.runes.length !== 1) return Array.from(inst.runes);
      return (inst.arg & IGNORES_CASE) === 0 ? [only, only] : casesOf(inst, only);
    }
    case 10:
      return [0, LAST_POINT];
    case 11:
      return [0, 9, 11, LAST_POINT];
    default:
      return [];
  }
}

const cases = new Map<number, number[]>();
let cased: number[] | undefined;

/** The characters that are one letter in any case: the library tells, asked for each that has cases. */
function casesOf(inst: LibraryInstruction, rune: number): number[] {
  let found = cases.get(rune);
  if (found) return found;
  cased ??= casedPoints();
  found = (cased.includes(rune) ? cased : [rune]).filter((point) => inst.matchRune(point)).flatMap((p) => [p, p]);
  if (cases.size < CACHE_SIZE) cases.set(rune, found);
  return found;
}

function casedPoints(): number[] {
  const points: number[] = [];
  for (let point = 0; point <= LAST_CASED; point++) {
    const text = String.fromCodePoint(point);
    if (text.toLowerCase() !== text || text.toUpperCase() !== text) points.push(point);
  }
  return points;
}
