/**
 * What holds an agent at a step: commands, checks, loops, approvals, contracts.
 * @module
 */

import { describeRequire } from "../workflow/contract/require.ts";
import type { Loop, Step } from "../workflow/workflow.ts";
import { cleanLine } from "./clean_line.ts";

/** One line below a step's title. */
export interface Fact {
  kind: "run" | "gate" | "files" | "loop" | "contract" | "approval";
  /** What stands before the text, such as `gate`. */
  name: string;
  text: string;
}

/**
 * The facts of a step, in the order in which a delivery meets them.
 *
 * @example
 * ```ts
 * import { factsOf } from "./facts.ts";
 * import { workflowOf } from "../../test/notation.ts";
 * const [gate, loop] = factsOf(workflowOf('a(verify="npm test", attempts=2)').steps.a);
 * console.assert(gate.text === "npm test" && loop.text === "at most 2 times, then halts");
 * ```
 */
export function factsOf(step: Step): Fact[] {
  const { command, expect, require, schema, files, loop, approval } = step;
  const facts: Fact[] = [];
  const add = (kind: Fact["kind"], name: string, text: string) => facts.push({ kind, name, text: cleanLine(text) });
  if (command !== undefined) add("run", expect === "failure" ? "run, wants failure" : "run", command.run);
  for (const line of require === undefined ? [] : describeRequire(require)) add("contract", "result", line);
  if (schema !== undefined) add("contract", "result", "fits a schema");
  if (files !== undefined && files.length > 0) add("files", "files", files.map(({ path }) => path).join(", "));
  if (loop?.gate !== undefined) add("gate", loop.from === "verify" ? "verify" : "gate", loop.gate.run);
  if (loop !== undefined) add("loop", "repeats", loopInWords(loop));
  if (approval !== undefined) add("approval", `approval, ${approval.assurance}`, approval.question);
  return facts;
}

function loopInWords({ until, max, onExhausted }: Loop): string {
  const end = onExhausted === "halt" ? ", then halts" : onExhausted === "continue" ? ", then goes on" : "";
  const word = until === undefined ? "" : `until "${until}", `;
  return `${word}at most ${max} ${max === 1 ? "time" : "times"}${end}`;
}
