/**
 * What a deliverable has to meet: `require`, and what a person has to say: `approval`. Source: spec "Step".
 * @module
 */

import type { SourceMap } from "../../skill/source_node.ts";
import { compilePattern } from "../contract/compile_pattern.ts";
import { DEFAULTS } from "../schema/mod.ts";
import type { Approval, Require, SubagentRecommendation } from "../workflow.ts";
import { entryOf, flagAt, mapAt, numberAt, stringsAt, textAt, wordAt } from "./read_source.ts";
import { rangesOf } from "./ranges.ts";

/** The `require` of a step. */
export function compileRequire(step: SourceMap): Require | undefined {
  const map = mapAt(step, "require");
  if (map === undefined) return undefined;
  const require: Require = { ranges: rangesOf(map), range: entryOf(step, "require")!.value.range };
  if (flagAt(map, "non_empty") === true) require.nonEmpty = true;
  const contains = stringsAt(map, "contains");
  if (contains.length > 0) require.contains = contains;
  const until = textAt(map, "until")?.value;
  if (until !== undefined) require.until = until;
  const pattern = textAt(map, "last_line_regex")?.value;
  if (pattern !== undefined) {
    require.lastLineRegex = pattern;
    const program = compilePattern(pattern);
    if (typeof program !== "string") require.lastLineProgram = program;
  }
  return require;
}

/** The `approval` of a step; its targets are ways out. */
export function compileApproval(step: SourceMap): Approval | undefined {
  const map = mapAt(step, "approval");
  if (map === undefined) return undefined;
  return {
    question: textAt(map, "question")?.value ?? "",
    labels: (mapAt(map, "choices")?.entries ?? []).map((entry) => entry.key),
    assurance: wordAt(map, "assurance", ["reported", "elicited", "out_of_band"]) ?? DEFAULTS.assurance,
    range: entryOf(step, "approval")!.value.range,
  };
}

/** The `subagent_recommendation` of a step. */
export function compileSubagent(step: SourceMap): SubagentRecommendation | undefined {
  const map = mapAt(step, "subagent_recommendation");
  if (map === undefined) return undefined;
  const advice: SubagentRecommendation = {};
  for (const key of ["type", "clustering_rule", "model", "prompt_template"] as const) {
    const value = textAt(map, key)?.value;
    if (value !== undefined) advice[key] = value;
  }
  const parallel = numberAt(map, "max_parallel");
  if (parallel !== undefined) advice.max_parallel = parallel;
  return advice;
}
