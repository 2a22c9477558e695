/**
 * Everything that is wrong with a workflow. Source: spec "What `validateGraph` finds".
 * @module
 */

import { compareDiagnostics, type Diagnostic } from "../diagnostic.ts";
import { buildGraph } from "./graph.ts";
import type { Finding, GraphRule } from "./rule.ts";
import { GRAPH_RULES } from "./rules/mod.ts";
import type { Workflow } from "./workflow.ts";

/**
 * What the compiler found and what every rule on the graph finds, sorted by place, without duplicates, the same on every
 * call. Never throws: a broken workflow is what it is for.
 *
 * @example
 * ```ts
 * import { parseSkill, validateGraph } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * console.assert(validateGraph(parseSkill(text).workflow!).every((found) => found.severity !== "error"));
 * ```
 */
export function validateGraph(workflow: Workflow): Diagnostic[] {
  const graph = buildGraph(workflow);
  const found = GRAPH_RULES.flatMap((rule) =>
    rule.check(workflow, graph).map((finding) => toDiagnostic(workflow, rule, finding))
  );
  return sorted([...workflow.diagnostics, ...found]);
}

function toDiagnostic(workflow: Workflow, rule: GraphRule, finding: Finding): Diagnostic {
  const file = finding.file ?? workflow.file;
  return {
    code: rule.code,
    severity: finding.severity ?? rule.severity,
    message: finding.message,
    ...(file === undefined ? {} : { file }),
    range: finding.range,
    related: finding.related ?? [],
    ...(finding.help === undefined ? {} : { help: finding.help }),
    ...(finding.repair === undefined ? {} : { repair: finding.repair }),
  };
}

/** In order, each finding once: same code, place and message is the same finding. */
function sorted(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.sort(compareDiagnostics).filter((one, i) =>
    i === 0 || compareDiagnostics(one, diagnostics[i - 1]) !== 0
  );
}
