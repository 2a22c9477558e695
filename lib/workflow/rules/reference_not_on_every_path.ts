/**
 * `reference-not-on-every-path`: a `{{…}}` names an output that doesn't exist on some path to the step.
 * @module
 */

import type { Graph } from "../graph.ts";
import { findProduced } from "../produced.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { arrows, quoted } from "./say.ts";

/** Paths that one run shows: each costs a search, and nobody reads a hundred. */
const SHOWN = 50;

/** The rule. */
export const referenceNotOnEveryPath: GraphRule = Object.freeze({
  code: "reference-not-on-every-path",
  severity: "warning",
  stage: "graph",
  summary: "A {{…}} names an output that isn't produced on every path to the step",
  check: (workflow: Workflow, graph: Graph): Finding[] => {
    const findings: Finding[] = [];
    if (workflow.order.every((id) => workflow.steps[id].references.length === 0)) return findings;
    const produced = findProduced(workflow, graph);
    for (const id of workflow.order) {
      const step = workflow.steps[id];
      for (const { kind, name, range } of step.references) {
        if (kind !== "step" || !Object.hasOwn(workflow.steps, name) || workflow.steps[name].children) continue;
        if (produced.always(name, id)) continue;
        const path = findings.length < SHOWN ? produced.without(name, id) : undefined;
        const file = step.source.file ?? workflow.file;
        findings.push({
          message: name === id
            ? `Step ${quoted(id)} refers to its own output, which doesn't exist when it's first entered`
            : `Step ${quoted(id)} refers to the output of ${quoted(name)}, which isn't produced on every path to it` +
              (path === undefined ? "" : `: ${arrows(path)} comes without it`),
          range,
          ...(file === undefined ? {} : { file }),
          related: name === id ? [] : [{
            message: `Step ${quoted(name)}`,
            ...(workflow.file === undefined ? {} : { file: workflow.file }),
            range: workflow.steps[name].range,
          }],
          help: workflow.form === "flat"
            ? "On such a path it stays in the text as it is written"
            : "On such a path it becomes empty, with a notice; let every path pass the step, or word the text so that it may " +
              "be missing",
        });
      }
    }
    return findings;
  },
});
