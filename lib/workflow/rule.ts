/**
 * What a rule is: one rule, one file, one test, one page. Source: spec "What `validateGraph` finds".
 * @module
 */

import type { Diagnostic, Severity } from "../diagnostic.ts";
import type { Graph } from "./graph.ts";
import type { Workflow } from "./workflow.ts";

/** A rule's finding; `validateGraph` adds the code, the file, and the severity where the finding has none of its own. */
export type Finding =
  & Omit<Diagnostic, "code" | "severity" | "file" | "related">
  & Partial<Pick<Diagnostic, "related" | "file" | "severity">>;

interface RuleHead {
  /** Stable kebab-case name; the file is the same in snake_case, the page `docs/rules/<code>.md`. */
  code: string;
  severity: Severity;
  /** One line: what it finds. */
  summary: string;
}

/** Found while the text, the YAML or the shape is read: the reader raises it through `text_rules.ts` or the compiler. */
export interface SourceRule extends RuleHead {
  stage: "source";
}

/** Found on the compiled workflow. */
export interface GraphRule extends RuleHead {
  stage: "graph";
  check: (workflow: Workflow, graph: Graph) => Finding[];
}

/** Any rule. */
export type Rule = SourceRule | GraphRule;
