/**
 * How the compiler's messages name things.
 * @module
 */

import type { SourceNode } from "../../skill/source_node.ts";

/** What a message repeats of what the author wrote; more wouldn't help anybody. */
const QUOTED_MAX = 80;

/** A text, shortened where it's long. */
export function shortened(text: string): string {
  return text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text;
}

/** A text in quotes, shortened where it's long. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

/** `"a", "b" or "c"`. */
export function oneOf(names: readonly string[], join = "or"): string {
  const all = names.map(quoted);
  const last = all.pop() ?? "nothing";
  return all.length > 0 ? `${all.join(", ")} ${join} ${last}` : last;
}

/** What a node is, for "got …". */
export function nodeInWords(node: SourceNode): string {
  if (node.kind === "list") return node.items.length === 0 ? "an empty list" : "a list";
  if (node.kind === "map") return node.entries.length === 0 ? "an empty map" : "a map";
  if (node.value === null) return "nothing";
  if (typeof node.value === "number") return `the number ${node.text.slice(0, QUOTED_MAX)}`;
  if (typeof node.value === "boolean") return `${node.value}`;
  return node.value === "" ? "an empty text" : quoted(node.value);
}

/** A step in a message: by its id where it has one, else by its number in the list. */
export function stepInWords(id: string | undefined, index: number): string {
  return id === undefined ? `step ${index + 1}` : `step ${quoted(id)}`;
}
