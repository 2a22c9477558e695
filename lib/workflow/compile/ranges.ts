/**
 * Places of values by their dotted path. Source: spec "What `validateGraph` finds" (every diagnostic carries a range).
 * @module
 */

import type { Range } from "../../diagnostic.ts";
import type { SourceMap, SourceNode } from "../../skill/source_node.ts";

/** Longer paths hold an author's own long keys, which no rule looks up; and a hostile one would be copied for every value. */
const PATH_MAX = 200;

/** The range of every value in a map by dotted path (`loop.max`, `transitions.0.target`); the insides of the keys in `closed` are left out. */
export function rangesOf(map: SourceMap, closed: readonly string[] = []): Record<string, Range> {
  const ranges: Record<string, Range> = {};
  const visit = (path: string, node: SourceNode): void => {
    if (path.length > PATH_MAX) return;
    ranges[path] = node.range;
    if (node.kind === "list") node.items.forEach((item, i) => visit(`${path}.${i}`, item));
    if (node.kind === "map") { for (const entry of node.entries) visit(`${path}.${entry.key}`, entry.value); }
  };
  for (const { key, value } of map.entries) {
    if (closed.includes(key)) ranges[key] = value.range;
    else if (key !== "__proto__") visit(key, value);
  }
  return ranges;
}
