/**
 * Reads RE2's syntax into a tree, as Go's `regexp/syntax` does with its Perl flags. Which way of several a match takes
 * isn't asked for, so groups have no number here and lazy repetitions are like greedy ones. Source: spec "Step", key `require`.
 * @module
 */

import { foldedSet, LAST_POINT, negatedSet, orderedSet } from "./character_set.ts";
import { PERL_SETS, POSIX_SETS, unicodeSet } from "./named_set.ts";
import { ASSERTIONS } from "./pattern_program.ts";

/** What a pattern says. A repetition without an end has -1 as its `most`. */
export type PatternNode =
  | { kind: "read"; set: number[] }
  | { kind: "assert"; conditions: number }
  | { kind: "sequence" | "choice"; parts: PatternNode[] }
  | { kind: "repeat"; part: PatternNode; least: number; most: number };

/** The pattern isn't RE2. */
export class PatternSyntaxError extends Error {
  override name = "PatternSyntaxError";
  constructor(reason: string, text: string) {
    super(`${reason}: "${text}"`);
  }
}

const MOST_REPETITIONS = 1_000;
const CONTROLS: Record<string, number | undefined> = { __proto__: null!, a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };
const PLACES: Record<string, number | undefined> = {
  __proto__: null!,
  A: ASSERTIONS.textStart,
  z: ASSERTIONS.textEnd,
  b: ASSERTIONS.wordBoundary,
  B: ASSERTIONS.noWordBoundary,
};

/** The tree of a pattern; throws a {@link PatternSyntaxError}. */
export function readPattern(pattern: string): PatternNode {
  return new Reader(pattern).read();
}

class Reader {
  private at = 0;
  private flags = { i: false, m: false, s: false, U: false };
  private readonly names = new Set<string>();

  private readonly pattern: string;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  read(): PatternNode {
    const tree = this.readChoice();
    if (this.at < this.pattern.length) throw new PatternSyntaxError("unexpected )", this.pattern);
    return tree;
  }

  private readChoice(): PatternNode {
    const parts = [this.readSequence()];
    while (this.takes("|")) parts.push(this.readSequence());
    return parts.length === 1 ? parts[0] : { kind: "choice", parts };
  }

  private readSequence(): PatternNode {
    const parts: PatternNode[] = [];
    let repeated = -1;
    while (this.at < this.pattern.length && !/[|)]/.test(this.pattern[this.at])) {
      const from = this.at;
      const times = this.readTimes();
      if (times) {
        const written = (start: number) => this.pattern.slice(start, this.at);
        if (repeated >= 0) throw new PatternSyntaxError("invalid nested repetition operator", written(repeated));
        const part = parts.pop();
        if (!part) throw new PatternSyntaxError("missing argument to repetition operator", written(from));
        const node: PatternNode = { kind: "repeat", part, ...times };
        const most = Math.max(times.least, times.most);
        const isCounted = this.pattern[from] === "{";
        if (isCounted && (most > MOST_REPETITIONS || (times.most >= 0 && times.least > times.most))) {
          throw new PatternSyntaxError("invalid repeat count", written(from));
        }
        if (isCounted && most >= 2 && !holdsTimes(node, MOST_REPETITIONS)) {
          throw new PatternSyntaxError("invalid repeat count", written(from));
        }
        parts.push(node);
        repeated = from;
      } else {
        repeated = -1;
        parts.push(...this.readAtom());
      }
    }
    return parts.length === 1 ? parts[0] : { kind: "sequence", parts };
  }

  private readTimes(): { least: number; most: number } | undefined {
    const [sign, counted] = [this.pattern[this.at], /^\{(0|[1-9]\d*)(,(0|[1-9]\d*)?)?\}/];
    let times: { least: number; most: number };
    if (sign === "*") times = { least: 0, most: -1 };
    else if (sign === "+") times = { least: 1, most: -1 };
    else if (sign === "?") times = { least: 0, most: 1 };
    else {
      const found = sign === "{" ? counted.exec(this.pattern.slice(this.at)) : null;
      if (!found) return undefined;
      const least = Number(found[1]);
      times = { least, most: found[2] === undefined ? least : found[3] === undefined ? -1 : Number(found[3]) };
      this.at += found[0].length - 1;
    }
    this.at++;
    this.takes("?");
    return times;
  }

  private readAtom(): PatternNode[] {
    const from = this.at;
    switch (this.pattern[from]) {
      case "(":
        return this.readGroup();
      case "[":
        return [{ kind: "read", set: this.readClass() }];
      case ".":
        this.at++;
        return [{ kind: "read", set: this.flags.s ? [0, LAST_POINT] : [0, 9, 11, LAST_POINT] }];
      case "^":
        this.at++;
        return [{ kind: "assert", conditions: this.flags.m ? ASSERTIONS.lineStart : ASSERTIONS.textStart }];
      case "$":
        this.at++;
        return [{ kind: "assert", conditions: this.flags.m ? ASSERTIONS.lineEnd : ASSERTIONS.textEnd }];
      case "\\": {
        const letter = this.pattern[from + 1];
        const conditions = PLACES[letter ?? ""];
        if (conditions !== undefined) {
          this.at += 2;
          return [{ kind: "assert", conditions }];
        }
        if (letter === "Q") return this.readQuoted();
        const named = this.readNamedSet();
        if (named) return [{ kind: "read", set: named }];
      }
    }
    return [this.one(this.readPoint())];
  }

  private one(point: number): PatternNode {
    return { kind: "read", set: this.cased([point, point]) };
  }

  /** `\Q…\E`: everything as it is. */
  private readQuoted(): PatternNode[] {
    const end = this.pattern.indexOf("\\E", this.at + 2);
    const text = this.pattern.slice(this.at + 2, end < 0 ? undefined : end);
    this.at = end < 0 ? this.pattern.length : end + 2;
    return Array.from(text, (character) => this.one(character.codePointAt(0)!));
  }

  private readGroup(): PatternNode[] {
    const [flags, from] = [{ ...this.flags }, this.at++];
    if (this.takes("?")) {
      const rest = this.pattern.slice(this.at);
      const named = /^P?<(?![=!])/.exec(rest);
      if (named) this.readName(from, named[0].length);
      else if (this.readFlags(from)) return [];
    }
    const inside = this.readChoice();
    if (!this.takes(")")) throw new PatternSyntaxError("missing closing )", this.pattern);
    this.flags = flags;
    return [inside];
  }

  private readName(from: number, opening: number): void {
    const end = this.pattern.indexOf(">", this.at);
    const name = this.pattern.slice(this.at + opening, end);
    if (end < 0 || !/^\w+$/.test(name) || this.names.has(name)) {
      throw new PatternSyntaxError("invalid named capture", this.pattern.slice(from, end < 0 ? undefined : end + 1));
    }
    this.names.add(name);
    this.at = end + 1;
  }

  /** `(?i-s)` sets flags for what follows, which is told by true; `(?i:` for what is in the group. */
  private readFlags(from: number): boolean {
    const written = /^([imsU]*)(-[imsU]+)?([:)])/.exec(this.pattern.slice(this.at));
    if (!written) {
      const wrong = /^P?[imsU-]*[^imsU-]?[=!]?/u.exec(this.pattern.slice(this.at))![0];
      throw new PatternSyntaxError(
        "invalid or unsupported Perl syntax",
        `(?${wrong}`.slice(0, this.pattern.length - from),
      );
    }
    for (const flag of written[1]) this.flags[flag as "i"] = true;
    for (const flag of written[2]?.slice(1) ?? "") this.flags[flag as "i"] = false;
    this.at += written[0].length;
    return written[3] === ")";
  }

  private readClass(): number[] {
    const from = this.at++;
    const isNegated = this.takes("^");
    const ranges: number[] = [];
    for (let isFirst = true; isFirst || this.pattern[this.at] !== "]"; isFirst = false) {
      if (this.at >= this.pattern.length) {
        throw new PatternSyntaxError("missing closing ]", this.pattern.slice(from));
      }
      ranges.push(...this.readPosixSet() ?? this.readNamedSet() ?? this.readRange(from));
    }
    this.at++;
    return isNegated ? negatedSet(orderedSet(ranges)) : orderedSet(ranges);
  }

  private readRange(classStart: number): number[] {
    const from = this.at;
    const first = this.readPoint(classStart);
    if (this.pattern[this.at] !== "-" || this.pattern[this.at + 1] === "]" || this.at + 1 >= this.pattern.length) {
      return this.cased([first, first]);
    }
    this.at++;
    const last = this.readPoint(classStart);
    if (last < first) throw new PatternSyntaxError("invalid character class range", this.pattern.slice(from, this.at));
    return this.cased([first, last]);
  }

  private readPosixSet(): number[] | undefined {
    const end = this.pattern.startsWith("[:", this.at) ? this.pattern.indexOf(":]", this.at + 2) : -1;
    if (end < 0) return undefined;
    const name = this.pattern.slice(this.at + 2, end);
    const set = POSIX_SETS.get(name.replace(/^\^/, ""));
    if (!set) throw new PatternSyntaxError("invalid character class range", this.pattern.slice(this.at, end + 2));
    this.at = end + 2;
    return name[0] === "^" ? negatedSet(this.cased(set)) : this.cased(set);
  }

  /** `\d`, `\pL`, `\P{Greek}` and the like; undefined where there is none. */
  private readNamedSet(): number[] | undefined {
    const rest = this.pattern.slice(this.at);
    const found = /^\\(?:([dswDSW])|([pP])(?:\{(\^?)([^}]*)\}|([^{])))/u.exec(rest);
    if (!found) {
      if (!/^\\[pP]/.test(rest)) return undefined;
      throw new PatternSyntaxError("invalid character class range", rest);
    }
    const [written, perl, unicode, not, name, letter] = found;
    const set = perl ? PERL_SETS.get(perl.toLowerCase()) : unicodeSet(name ?? letter);
    if (!set) throw new PatternSyntaxError("invalid character class range", written);
    this.at += written.length;
    const isNegated = /[A-Z]/.test(perl ?? unicode) !== (not === "^");
    return isNegated ? negatedSet(this.cased(set)) : this.cased(set);
  }

  /** One character, written as it is or escaped. */
  private readPoint(classStart?: number): number {
    const rest = this.pattern.slice(this.at);
    if (rest === "" && classStart !== undefined) {
      throw new PatternSyntaxError("missing closing ]", this.pattern.slice(classStart));
    }
    const literal = rest.codePointAt(0)!;
    if (rest[0] !== "\\") {
      this.at += literal > 0xffff ? 2 : 1;
      return literal;
    }
    if (rest.length === 1) throw new PatternSyntaxError("trailing backslash at end of expression", "");
    const found =
      /^\\(?:([1-7][0-7]{1,2}|0[0-7]{0,2})|x([\dA-Fa-f]{2}|\{[\dA-Fa-f]+\})|([\0-/:-@[-`{-\x7f])|([afnrtv]))/
        .exec(rest);
    const [written, octal, hex, mark, control] = found ?? [];
    const point = octal !== undefined
      ? parseInt(octal, 8)
      : hex !== undefined
      ? parseInt(hex.replace("{", ""), 16)
      : mark?.codePointAt(0) ?? CONTROLS[control ?? ""];
    if (written === undefined || point === undefined || point > LAST_POINT) {
      const wrong = /^\\(?:x(?:\{[\dA-Fa-f]*\}?|[\dA-Fa-f]?.?)|.)/su.exec(rest)![0];
      throw new PatternSyntaxError("invalid escape sequence", wrong);
    }
    this.at += written.length;
    return point;
  }

  private cased(set: number[]): number[] {
    return this.flags.i ? foldedSet(set) : set;
  }

  private takes(sign: string): boolean {
    if (this.pattern[this.at] !== sign) return false;
    this.at++;
    return true;
  }
}

/** Whether counted repetitions in one another come to at most so many. */
function holdsTimes(node: PatternNode, most: number): boolean {
  if (node.kind === "read" || node.kind === "assert") return true;
  if (node.kind !== "repeat") return node.parts.every((part) => holdsTimes(part, most));
  const isCounted = node.most > 1 || node.least > 1;
  if (!isCounted) return holdsTimes(node.part, most);
  const times = node.most < 0 ? node.least : node.most;
  return times <= most && holdsTimes(node.part, Math.floor(most / times));
}
