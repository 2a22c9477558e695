/**
 * Small questions to a source tree.
 * @module
 */

import type { SourceEntry, SourceMap, SourceNode } from "./source_node.ts";

/** The entry with that key. */
export function entryOf(map: SourceNode | undefined, key: string): SourceEntry | undefined {
  return map?.kind === "map" ? map.entries.find((entry) => entry.key === key) : undefined;
}

/** A scalar's text without blanks at its ends; undefined for a list or a mapping. */
export function textOf(node: SourceNode | undefined): string | undefined {
  return node?.kind === "scalar" ? node.text.trim() : undefined;
}

/** What a node is, for messages: the end of a sentence that begins with its name. */
export function describeNode(node: SourceNode | undefined): string {
  if (node === undefined) return "is missing";
  if (node.kind !== "scalar") return node.kind === "list" ? "is a list" : "is a mapping";
  return node.text === "" ? "is empty" : `is ${quoted(node.text)}`;
}

/** What an author wrote, for messages: in quotes, and not longer than a line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);
}

/** Type guard for the only node that holds keys. */
export function isMapping(node: SourceNode | undefined): node is SourceMap {
  return node?.kind === "map";
}
