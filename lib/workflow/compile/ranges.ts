/**
 * Places of values by their dotted path. Source: spec "What `validateGraph` finds" (every diagnostic carries a range).
 * @module
 */

import type { Range } from "../../diagnostic.ts";
import type { SourceMap, SourceNode } from "../../skill/source_node.ts";

/** The range of every value in a map by dotted path (`loop.max`, `transitions.0.target`); `but` names keys to leave out. */
export function rangesOf(map: SourceMap, but: readonly string[] = []): Record<string, Range> {
  const ranges: Record<string, Range> = {};
  const visit = (path: string, node: SourceNode): void => {
    ranges[path] = node.range;
    if (node.kind === "list") node.items.forEach((item, i) => visit(`${path}.${i}`, item));
    if (node.kind === "map") { for (const entry of node.entries) visit(`${path}.${entry.key}`, entry.value); }
  };
  for (const { key, value } of map.entries) if (key !== "__proto__" && !but.includes(key)) visit(key, value);
  return ranges;
}
