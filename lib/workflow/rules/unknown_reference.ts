/**
 * `unknown-reference`: a `{{…}}` names nothing that there is.
 * @module
 */

import type { Repair } from "../../diagnostic.ts";
import { nearNames } from "../near_names.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Reference, Step, Workflow } from "../workflow.ts";
import { didYouMeanOr, listed, quoted } from "./say.ts";

/** The rule. */
export const unknownReference: GraphRule = Object.freeze({
  code: "unknown-reference",
  severity: "error",
  stage: "graph",
  summary: "A {{…}} names no step with an output, or no variable",
  check: (workflow: Workflow): Finding[] => {
    const names = { step: workflow.order, context: Object.keys(workflow.variables) };
    const near = { step: nearNames(names.step), context: nearNames(names.context) };
    const problemOf = (step: Step, { kind, name }: Reference): { message: string; near: string[] } | undefined => {
      if (kind === "input" || Object.hasOwn(kind === "step" ? workflow.steps : workflow.variables, name)) {
        return undefined;
      }
      const close = near[kind](name).filter((one) => kind === "context" || one !== step.id);
      const hint = didYouMeanOr(close, names[kind], kind === "step" ? "step" : "declared variable");
      const what = kind === "step"
        ? `the output of ${quoted(name)}, and there is no such step`
        : `the variable ${quoted(name)}, which isn't declared in context_schema`;
      return { message: `Step ${quoted(step.id)} refers to ${what}; ${hint}`, near: close };
    };
    return workflow.order.flatMap((id) => {
      const step = workflow.steps[id];
      return step.references.flatMap((reference): Finding[] => {
        const problem = problemOf(step, reference) ?? ofDispatcher(workflow, step, reference);
        if (problem === undefined) return [];
        const file = step.source.file ?? workflow.file;
        const repair = repairOf(reference, problem.near, file);
        return [{
          message: problem.message,
          range: reference.range,
          ...(file === undefined ? {} : { file }),
          ...(workflow.form === "flat"
            ? { severity: "warning", help: "In the flat form it stays in the text as it is written" }
            : {}),
          ...(repair === undefined ? {} : { repair }),
        }];
      });
    });
  },
});

/** A dispatcher hands out work and has no output of its own. */
function ofDispatcher(
  workflow: Workflow,
  step: Step,
  { kind, name }: Reference,
): { message: string; near: string[] } | undefined {
  const children = kind === "step" ? workflow.steps[name].children : undefined;
  if (!children) return undefined;
  return {
    message:
      `Step ${quoted(step.id)} refers to the output of ${quoted(name)}, a dispatcher, which has none of its own; its ` +
      `children have: ${listed(children.map((child) => child.id))}`,
    near: [],
  };
}

/** Where the place is exactly the placeholder's and one name is near. */
function repairOf(
  { kind, name, range }: Reference,
  near: readonly string[],
  file: string | undefined,
): Repair | undefined {
  const spelt = (one: string) => kind === "context" ? `{{context.${one}}}` : `{{${one}}}`;
  if (near.length !== 1 || range.end.offset - range.start.offset !== spelt(name).length) return undefined;
  return {
    title: `Change ${quoted(spelt(name))} to ${quoted(spelt(near[0]))}`,
    edits: [{ ...(file === undefined ? {} : { file }), range, text: spelt(near[0]) }],
  };
}
