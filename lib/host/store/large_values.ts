/**
 * Large values (outputs, mostly) are kept once, under their own digest: a journal line and a snapshot only refer to them,
 * and a state's digest takes in their digest, so that 1 MB is hashed and written when it comes and never again.
 * @module
 */

import { canonicalJson } from "../../hash.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { sha256 } from "../sha256.ts";

/** From this many UTF-16 units of JSON on, a value is large. */
export const LARGE = 4096;

/** A place in an input or a state where a large value may stand; `*` is every key. */
type Slot = readonly string[];

/** Slots of a journal line's input. */
export const INPUT_SLOTS: readonly Slot[] = [
  ["response"],
  ["output"],
  ["summary"],
  ["note"],
  ["outputs", "*"],
  ["variables", "*"],
  ["start", "input"],
  ["start", "context", "*"],
];

/** Slots of a state. */
export const STATE_SLOTS: readonly Slot[] = [
  ["input"],
  ["summary"],
  ["pending", "text"],
  ["pending", "sent", "*"],
  ["context", "*"],
  ["outputs", "*"],
  ["gates", "*", "output"],
];

/** Where a large value was taken out, and its digest: SHA-256 of its canonical JSON. */
export interface LargeRef {
  path: string[];
  digest: string;
}

/** Digests of large values by the very value, so that none is computed twice. */
export type KnownDigests = Map<Json, string>;

/** A value without its large parts: in their places stands null. */
export interface Detached {
  value: JsonObject;
  refs: LargeRef[];
  /** The large values and their digests. */
  large: KnownDigests;
}

/** Takes the large values out of a copy; `value` itself isn't changed. Without any, the copy is `value`. */
export function detach(value: JsonObject, slots: readonly Slot[], known?: KnownDigests): Detached {
  const refs: LargeRef[] = [];
  const large: KnownDigests = new Map();

  function detachAt(at: JsonObject, slot: Slot, depth: number, path: string[]): JsonObject {
    const keys = slot[depth] === "*" ? Object.keys(at) : Object.hasOwn(at, slot[depth]) ? [slot[depth]] : [];
    let copy: JsonObject | undefined;
    for (const key of keys) {
      const item = at[key];
      let small: Json;
      if (depth < slot.length - 1) {
        small = isJsonObject(item) ? detachAt(item, slot, depth + 1, [...path, key]) : item;
      } else {
        const digest = largeDigest(item, known);
        small = digest === undefined ? item : null;
        if (digest !== undefined) {
          refs.push({ path: [...path, key], digest });
          large.set(item, digest);
        }
      }
      if (small !== item) {
        copy ??= { ...at };
        copy[key] = small;
      }
    }
    return copy ?? at;
  }

  let rest = value;
  for (const slot of slots) rest = detachAt(rest, slot, 0, []);
  return { value: rest, refs, large };
}

/** Puts the large values back into a freshly parsed value. Throws a `RangeError` where a reference points nowhere. */
export function attach(value: JsonObject, refs: readonly LargeRef[], read: (digest: string) => Json): void {
  for (const { path, digest } of refs) {
    let at: Json = value;
    for (const key of path.slice(0, -1)) at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : null;
    const last = path[path.length - 1];
    if (!isJsonObject(at) || !Object.hasOwn(at, last) || at[last] !== null) {
      throw new RangeError("refers to a large value at a place that isn't there");
    }
    at[last] = read(digest);
  }
}

/** The references of a parsed line; undefined where they aren't any. */
export function readRefs(value: Json | undefined): LargeRef[] | undefined {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return undefined;
  const refs: LargeRef[] = [];
  for (const item of value) {
    if (!isJsonObject(item) || !Array.isArray(item.path) || typeof item.digest !== "string") return undefined;
    const path = item.path.filter((key) => typeof key === "string");
    if (path.length === 0 || path.length !== item.path.length || !/^[0-9a-f]{64}$/.test(item.digest)) return undefined;
    refs.push({ path, digest: item.digest });
  }
  return refs;
}

function largeDigest(value: Json, known?: KnownDigests): string | undefined {
  if (typeof value === "string") {
    if (value.length <= LARGE) return undefined;
    return known?.get(value) ?? sha256(JSON.stringify(value));
  }
  if (typeof value !== "object" || value === null) return undefined;
  const digest = known?.get(value);
  if (digest !== undefined) return digest;
  const text = canonicalText(value);
  return text.length <= LARGE ? undefined : sha256(text);
}

const TEXTS = new WeakMap<object, string>();

/**
 * `canonicalJson` that remembers the text of small frozen values: from one state to the next nearly all of them are the
 * same objects.
 */
export function canonicalText(value: Json | undefined): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  const known = TEXTS.get(value);
  if (known !== undefined) return known;
  let text: string;
  if (Array.isArray(value)) {
    text = `[${value.map(canonicalText).join(",")}]`;
  } else {
    const fields: string[] = [];
    for (const key of Object.keys(value).sort()) {
      if (value[key] !== undefined) fields.push(`${JSON.stringify(key)}:${canonicalText(value[key])}`);
    }
    text = `{${fields.join(",")}}`;
  }
  if (text.length <= LARGE && Object.isFrozen(value)) TEXTS.set(value, text);
  return text;
}

/**
 * Remembers the text of a long list that is an earlier one without some of its first items and with more at its end, out
 * of the earlier one's text: so a list that moves on by one isn't put together anew.
 */
export function rememberMoved(list: readonly Json[], earlier: readonly Json[]): void {
  const before = TEXTS.get(earlier);
  if (before === undefined) {
    if (list !== earlier && !TEXTS.has(list)) TEXTS.set(list, canonicalText(list as Json[]));
    return;
  }
  if (TEXTS.has(list)) return;
  const gone = earlier.indexOf(list[0]);
  const kept = earlier.length - gone;
  if (gone < 0 || kept > list.length) return;
  for (let i = 1; i < kept; i++) if (earlier[gone + i] !== list[i]) return;
  let from = 1;
  for (let i = 0; i < gone; i++) from += canonicalText(earlier[i]).length + 1;
  const added = list.slice(kept).map((item) => `,${canonicalText(item)}`).join("");
  TEXTS.set(list, `[${before.slice(from, -1)}${added}]`);
}

/** The digest under which a large value is kept. */
export function digestValue(value: Json): string {
  return sha256(canonicalJson(value));
}
