/**
 * From a source tree to plain values.
 * @module
 */

import type { Json } from "../json.ts";
import type { SourceNode } from "./source_node.ts";

/**
 * The plain value of a node. A number that JSON would print differently than its author wrote it (`1.10`, `007`, `1e3`)
 * stays text; with `texts` every scalar does, as in the standard's `metadata`. A key `__proto__` never gets this far.
 *
 * @example
 * ```ts
 * import { readYaml } from "./read_yaml.ts";
 * import { sourceToJson } from "./source_to_json.ts";
 * const { root } = readYaml("version: 1.10\nsize: 2\n");
 * console.assert(JSON.stringify(sourceToJson(root!)) === '{"version":"1.10","size":2}');
 * ```
 */
export function sourceToJson(node: SourceNode, texts: "numbers" | "all" = "numbers"): Json {
  if (node.kind === "list") return node.items.map((item) => sourceToJson(item, texts));
  if (node.kind === "map") {
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, sourceToJson(value, texts)]));
  }
  if (texts === "all" || (typeof node.value === "number" && JSON.stringify(node.value) !== node.text)) return node.text;
  return node.value;
}
