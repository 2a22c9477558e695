/**
 * Sets of characters that have a name in patterns: `\d`, `[:alpha:]`, `\p{Greek}`.
 * @module
 */

import { negatedSet, orderedSet } from "./character_set.ts";

const DIGIT = [48, 57];
const UPPER = [65, 90];
const LOWER = [97, 122];
const WORD = [48, 57, 65, 90, 95, 95, 97, 122];

export const PERL_SETS: ReadonlyMap<string, number[]> = new Map([
  ["d", DIGIT],
  ["s", [9, 10, 12, 13, 32, 32]],
  ["w", WORD],
]);

export const POSIX_SETS: ReadonlyMap<string, number[]> = new Map([
  ["alnum", [48, 57, 65, 90, 97, 122]],
  ["alpha", [65, 90, 97, 122]],
  ["ascii", [0, 127]],
  ["blank", [9, 9, 32, 32]],
  ["cntrl", [0, 31, 127, 127]],
  ["digit", DIGIT],
  ["graph", [33, 126]],
  ["lower", LOWER],
  ["print", [32, 126]],
  ["punct", [33, 47, 58, 64, 91, 96, 123, 126]],
  ["space", [9, 13, 32, 32]],
  ["upper", UPPER],
  ["word", WORD],
  ["xdigit", [48, 57, 65, 70, 97, 102]],
]);

const SURROGATES = [0xd800, 0xdfff];
/** Planes without a character: 4 to 13 are unassigned, 15 and 16 for private use. */
const PLANES = [0, 1, 2, 3, 14];
const PRIVATE = [0xe000, 0xf8ff, 0xf0000, 0xffffd, 0x100000, 0x10fffd];

const sets = new Map<string, number[] | undefined>();

/** The set of a Unicode category or script, as the runtime's own Unicode has it; undefined for an unknown name. */
export function unicodeSet(name: string): number[] | undefined {
  if (name === "Any") return negatedSet([]);
  if (name === "Cs") return SURROGATES;
  if (name === "Co") return PRIVATE;
  if (name === "C") return orderedSet([...SURROGATES, ...PRIVATE, ...unicodeSet("Cc")!, ...unicodeSet("Cf")!]);
  if (!sets.has(name)) sets.set(name, readSet(name));
  return sets.get(name);
}

function readSet(name: string): number[] | undefined {
  if (!/^[A-Z][A-Za-z_]{0,40}$/.test(name)) return undefined;
  for (const property of [`General_Category=${name}`, `Script=${name}`]) {
    try {
      return collect(new RegExp(`\\p{${property}}+`, "gu"));
    } catch {
      // Not a name of this kind
    }
  }
  return undefined;
}

function collect(runs: RegExp): number[] {
  const ranges: number[] = [];
  for (const plane of PLANES) {
    for (let block = 0; block < 0x10000; block += 0x1000) {
      const first = plane * 0x10000 + block;
      if (first >= SURROGATES[0] - 0x800 && first <= SURROGATES[1]) {
        if (first === 0xd000) ranges.push(...runsIn(first, 0xd7ff, runs));
        continue;
      }
      ranges.push(...runsIn(first, first + 0xfff, runs));
    }
  }
  return orderedSet(ranges);
}

function runsIn(first: number, last: number, runs: RegExp): number[] {
  const text = String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
  const width = first > 0xffff ? 2 : 1;
  return [...text.matchAll(runs)].flatMap(({ index, 0: run }) => {
    const from = first + index / width;
    return [from, from + run.length / width - 1];
  });
}
