/**
 * Reads a source tree without complaint: what isn't of the wanted kind is as good as absent. The complaints are the
 * business of `check_shape.ts`, so a broken step is still compiled as far as it can be.
 * @module
 */

import type { Range } from "../../diagnostic.ts";
import type { Json, JsonObject } from "../../json.ts";
import type { SourceEntry, SourceMap, SourceNode, SourceScalar } from "../../skill/source_node.ts";

/** The entry with that key. */
export function entryOf(map: SourceMap | undefined, key: string): SourceEntry | undefined {
  return map?.entries.find((entry) => entry.key === key);
}

/** The value of a key where it is a map. */
export function mapAt(map: SourceMap | undefined, key: string): SourceMap | undefined {
  const value = entryOf(map, key)?.value;
  return value?.kind === "map" ? value : undefined;
}

/** The items of a key's value where it is a list. */
export function itemsAt(map: SourceMap | undefined, key: string): SourceNode[] {
  const value = entryOf(map, key)?.value;
  return value?.kind === "list" ? value.items : [];
}

/** The maps among the items of a key's value. */
export function mapsAt(map: SourceMap | undefined, key: string): SourceMap[] {
  return itemsAt(map, key).filter((item) => item.kind === "map");
}

/** The scalar at a key where it is a text. */
export function textAt(map: SourceMap | undefined, key: string): TextScalar | undefined {
  const value = entryOf(map, key)?.value;
  return value !== undefined && isText(value) ? value : undefined;
}

/** The texts among the items of a key's value. */
export function textsAt(map: SourceMap | undefined, key: string): TextScalar[] {
  return itemsAt(map, key).filter(isText);
}

/** The values of `textsAt`. */
export function stringsAt(map: SourceMap | undefined, key: string): string[] {
  return textsAt(map, key).map((item) => item.value);
}

/** The value at a key where it is a number. */
export function numberAt(map: SourceMap | undefined, key: string): number | undefined {
  const value = entryOf(map, key)?.value;
  return value?.kind === "scalar" && typeof value.value === "number" ? value.value : undefined;
}

/** The value at a key where it is `true` or `false`. */
export function flagAt(map: SourceMap | undefined, key: string): boolean | undefined {
  const value = entryOf(map, key)?.value;
  return value?.kind === "scalar" && typeof value.value === "boolean" ? value.value : undefined;
}

/** The value at a key where it is one of these words. */
export function wordAt<const T extends string>(map: SourceMap, key: string, words: readonly T[]): T | undefined {
  const value = textAt(map, key)?.value;
  return words.find((word) => word === value);
}

/** A scalar that is a text. */
export type TextScalar = SourceScalar & { value: string };

/** Whether a node is a text. */
export function isText(node: SourceNode): node is TextScalar {
  return node.kind === "scalar" && typeof node.value === "string";
}

/** A text with something besides blanks in it. */
export function isFilled(scalar: TextScalar | undefined): boolean {
  return scalar !== undefined && scalar.value.trim() !== "";
}

/** The plain value of a node; a number that JSON lacks is its text. */
export function toJson(node: SourceNode): Json {
  if (node.kind === "list") return node.items.map(toJson);
  if (node.kind === "map") return mapToJson(node);
  return typeof node.value === "number" && !Number.isFinite(node.value) ? node.text : node.value;
}

/** The plain value of a map. The reader of YAML lets no key `__proto__` through, and nothing here relies on it. */
export function mapToJson(map: SourceMap): JsonObject {
  const entries = map.entries.filter((entry) => entry.key !== "__proto__");
  return Object.fromEntries(entries.map((entry) => [entry.key, toJson(entry.value)]));
}

/** Where a map begins: its first key, or the whole of an empty one. */
export function headOf(map: SourceMap): Range {
  return map.entries[0]?.keyRange ?? map.range;
}
