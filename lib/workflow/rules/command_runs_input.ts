/**
 * `command-runs-input`: a command executes an input or output value, so that whoever writes the value runs a command.
 * @module
 */

import { findExecutedInput } from "../executed_input.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const commandRunsInput: GraphRule = Object.freeze({
  code: "command-runs-input",
  severity: "warning",
  stage: "graph",
  summary: "A command executes an input or output value",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.flatMap((id) => {
      const step = workflow.steps[id];
      return [
        { key: "command", command: step.command },
        { key: step.loop?.from === "verify" ? "verify.command" : "loop.gate", command: step.loop?.gate },
      ].flatMap(({ key, command }) =>
        command === undefined ? [] : findExecutedInput(command.run).map(({ variable, how }): Finding => ({
          message: `Step ${
            quoted(id)
          }: ${key} executes the value of ${variable} (${how}): whoever writes it runs commands here`,
          range: command.range,
          help:
            'Hand the value to a program as data, in double quotes after "--", or choose among fixed commands with "case"',
        }))
      );
    }),
});
