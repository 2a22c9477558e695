/**
 * `env-name-clash`: the outputs of two steps would reach commands under one name.
 * @module
 */

import { envName } from "../env_name.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { StepId, Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const envNameClash: GraphRule = Object.freeze({
  code: "env-name-clash",
  severity: "error",
  stage: "graph",
  summary: "The outputs of two steps would reach commands under one environment variable",
  check: (workflow: Workflow): Finding[] => {
    const owners = new Map<string, StepId>();
    const findings: Finding[] = [];
    for (const id of workflow.order) {
      // The output also goes into a file, whose path stands in a variable of its own.
      const names = [envName(id), `${envName(id)}_FILE`];
      const taken = names.find((name) => owners.has(name));
      if (taken !== undefined) {
        const owner = owners.get(taken)!;
        findings.push({
          message: `Steps ${quoted(owner)} and ${quoted(id)} share the environment variable SKILL_OUT_${taken}`,
          range: workflow.steps[id].range,
          related: [{ message: `Step ${quoted(owner)}`, range: workflow.steps[owner].range }],
          help: "Give one of them an id that differs in more than case and punctuation",
        });
      }
      for (const name of names) if (!owners.has(name)) owners.set(name, id);
    }
    return findings;
  },
});
