/**
 * Keys of older formats. Source: spec "Workflow" (`budget`, `branch`, `engine`).
 * @module
 */

import type { SourceMap } from "../../../skill/source_node.ts";
import type { Report } from "../report.ts";
import { quoted } from "../wording.ts";

const WHY: ReadonlyMap<string, string> = new Map([
  ["budget", "tokens aren't counted here; max_transitions and the bounds of loops limit a run"],
  ["branch", "no git branch is made; a command step can make one"],
  ["engine", "there is one engine"],
]);

/** Rule `not-acted-on`. */
export function checkNotActedOn(source: SourceMap, report: Report): void {
  for (const { key, keyRange } of source.entries) {
    const why = WHY.get(key);
    if (why !== undefined) report.add("not-acted-on", keyRange, `${quoted(key)} is read and not acted on: ${why}`);
  }
}
