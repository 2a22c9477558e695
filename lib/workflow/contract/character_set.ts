/**
 * Sets of characters: the first and last code point of each range, in order, none touching the next.
 * @module
 */

export const LAST_POINT = 0x10ffff;
/** Past it no letter has another case. */
const LAST_CASED = 0x1ffff;
/** Letters that are one only by Unicode's simple folding, whose upper case is longer than a character. */
const FOLDED_PAIRS = [[0x390, 0x1fd3], [0x3b0, 0x1fe3], [0xfb05, 0xfb06]];

/** The same set with its ranges in order and joined where they touch. */
export function orderedSet(ranges: readonly number[]): number[] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < ranges.length; at += 2) pairs.push([ranges[at], ranges[at + 1]]);
  const ordered: number[] = [];
  for (const [first, last] of pairs.sort(([a], [b]) => a - b)) {
    if (ordered.length > 0 && first <= ordered[ordered.length - 1] + 1) {
      ordered[ordered.length - 1] = Math.max(ordered[ordered.length - 1], last);
    } else ordered.push(first, last);
  }
  return ordered;
}

/** All other characters. */
export function negatedSet(ordered: readonly number[]): number[] {
  const rest: number[] = [];
  let next = 0;
  for (let at = 0; at < ordered.length; at += 2) {
    if (ordered[at] > next) rest.push(next, ordered[at] - 1);
    next = ordered[at + 1] + 1;
  }
  if (next <= LAST_POINT) rest.push(next, LAST_POINT);
  return rest;
}

/** The set with every letter in all of its cases. */
export function foldedSet(ordered: readonly number[]): number[] {
  const added: number[] = [];
  let at = 0;
  for (const [point, family] of caseFamilies()) {
    while (at < ordered.length && ordered[at + 1] < point) at += 2;
    if (at >= ordered.length) break;
    if (ordered[at] <= point) { for (const other of family) added.push(other, other); }
  }
  return added.length === 0 ? [...ordered] : orderedSet([...ordered, ...added]);
}

let families: [number, number[]][] | undefined;

/** For each letter that has cases, all that are that letter; in order of the letters. */
function caseFamilies(): [number, number[]][] {
  if (families) return families;
  const found = new Map<number, number[]>();
  const join = (one: number, other: number) => {
    const a = found.get(one) ?? [one];
    const b = found.get(other) ?? [other];
    if (a === b || !isSameLetter(one, other)) return;
    const both = [...a, ...b];
    for (const point of both) found.set(point, both);
  };
  for (let point = 0; point <= LAST_CASED; point++) {
    const text = String.fromCodePoint(point);
    const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
    for (const other of lower === text && upper === text ? [] : [lower, upper, upper.toLowerCase()]) {
      const folded = other.codePointAt(0)!;
      if (folded !== point && other.length === (folded > 0xffff ? 2 : 1)) join(point, folded);
    }
  }
  for (const [one, other] of FOLDED_PAIRS) join(one, other);
  return families = [...found].sort(([a], [b]) => a - b);
}

function isSameLetter(one: number, other: number): boolean {
  return new RegExp(`^\\u{${one.toString(16)}}$`, "iu").test(String.fromCodePoint(other));
}
