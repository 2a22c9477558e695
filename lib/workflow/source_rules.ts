/**
 * The rules that the compiler raises while it reads the source of a workflow; the registry lists them with the rules on
 * the graph. Source: spec "What `validateGraph` finds".
 * @module
 */

import type { SourceRule } from "./rule.ts";
import type { Severity } from "../diagnostic.ts";

const RULES: [code: string, severity: Severity, summary: string][] = [
  ["bad-default", "error", "The default of a variable isn't of its type, or isn't one of its values"],
  ["bad-id", "error", "The id of a step or the name of a variable has a form that isn't allowed"],
  ["blank-sentinel", "error", "A word to search for is blank, so that it would be found everywhere or nowhere"],
  [
    "command-interpolation",
    "error",
    "A command holds `{{`: values come through the environment, never through its text",
  ],
  ["duplicate-step-id", "error", "Two steps have the same id, or a dispatcher lists a child twice"],
  ["end-with-exit", "error", "A step has `end: true` and also a way out that is always open"],
  ["file-missing", "error", "The file with a step's instructions doesn't exist"],
  ["instructions-missing", "error", "A step has no instructions: no key for them, and no section with its title"],
  ["long-step", "info", "The instructions of a step are long enough to crowd an agent's context"],
  ["loop-bound", "error", "The bound of a loop is zero or negative"],
  ["loop-empty", "error", "A loop has neither `until` nor `gate`, so that nothing could end it"],
  ["misplaced-key", "error", "A key stands where it has no meaning, or together with one that excludes it"],
  ["missing-key", "error", "A key that has to be there is missing"],
  ["nested-section", "info", "A step's section holds the section of another step, which is left out of it"],
  ["not-acted-on", "info", "A key of an older format that is read and has no effect"],
  ["path-escape", "error", "A path is absolute or leads out of the folder that it has to stay in"],
  ["require-empty", "error", "A `require` holds no check"],
  ["reserved-name", "error", "A name that the language keeps for itself"],
  ["section-ambiguous", "error", "A step's section matches several headings"],
  ["section-missing", "error", "A step's section matches no heading"],
  ["section-unused", "info", "A section that no step is bound to stands among sections that steps are bound to"],
  ["terminal-with-exit", "error", "A terminal step has a way out"],
  ["too-large", "error", "A bound on size, length, depth or number is passed"],
  ["unknown-key", "error", "A key that the workflow language doesn't have"],
  ["wrong-type", "error", "A value of a kind that isn't allowed at its key"],
];

/** Every rule of the compiler, by code. */
export const SOURCE_RULES: readonly SourceRule[] = RULES.map(([code, severity, summary]) => ({
  stage: "source",
  code,
  severity,
  summary,
}));
