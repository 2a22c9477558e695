/**
 * `fence-contradiction`: a step asks for a tool that its fence holds back.
 * @module
 */

import { classesOfName } from "../../fence/classify_tool.ts";
import { isToolClass } from "../../fence/tool_class.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** Classes that the fence lets through whatever a step denies. */
const NEVER_DENIED = new Set(["question", "todo", "skill"]);

/** The rule. */
export const fenceContradiction: GraphRule = Object.freeze({
  code: "fence-contradiction",
  severity: "error",
  stage: "graph",
  summary: "A step mandates a tool that it denies",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.flatMap((id) => {
      const step = workflow.steps[id];
      if ((step.enforce ?? workflow.enforce) === "off" || step.deniedTools.length === 0) return [];
      const denied = new Set(step.deniedTools);
      return step.mandatedTools.flatMap((tool, i): Finding[] => {
        const by = deniedBy(tool, denied);
        if (by === undefined) return [];
        const at = step.deniedTools.indexOf(by);
        return [{
          message: `Step ${quoted(id)} mandates ${quoted(tool)} and denies ${
            by === tool ? "it" : `${quoted(by)}, which takes it in`
          }`,
          range: step.ranges[`mandated_tools.${i}`] ?? step.range,
          related: [{ message: `Denied here`, range: step.ranges[`denied_tools.${at}`] ?? step.range }],
          help: "Take it out of one of the two lists; what is denied wins over what is mandated",
        }];
      });
    }),
});

/** The entry of the denied list that takes in a tool; undefined where none does, or only some uses of it. */
function deniedBy(tool: string, denied: ReadonlySet<string>): string | undefined {
  const classes: string[] = isToolClass(tool) ? [tool] : /^mcp__/.test(tool) ? ["mcp"] : [...classesOfName(tool)];
  if (classes.length > 0 && classes.every((name) => NEVER_DENIED.has(name))) return undefined;
  if (denied.has(tool)) return tool;
  const covering = classes.map((name) =>
    [name, ...(name === "shell_read" ? ["shell"] : [])].find((one) => denied.has(one))
  );
  return covering.length > 0 && covering.every((one) => one !== undefined) ? covering[0] : undefined;
}
