/**
 * Evaluation of conditions.
 * @module
 */

import { bind, bindAll, type ConditionBindings } from "./bindings.ts";
import { compileCondition } from "./compile.ts";
import { ConditionError } from "./condition_error.ts";
import { explainFailure, explainResult } from "./explain_failure.ts";

/**
 * Whether a condition holds. It's parsed once and evaluated often: the parse is cached by the text.
 *
 * Throws a {@link ConditionError} where that can't be told (a variable isn't set, a field is missing, a text is compared
 * with a number, the text isn't a condition): "unknown" is never false. Source: spec "Conditions (CEL)".
 *
 * @example
 * ```ts
 * import { evaluateCondition } from "./mod.ts";
 * const bindings = { variables: {}, context: { n: 2 }, sent: {}, outputs: {}, output: "done", cycle: 1, visits: {} };
 * console.assert(evaluateCondition("context.n > 1 && output == 'done'", bindings));
 * ```
 */
export function evaluateCondition(text: string, bindings: ConditionBindings): boolean {
  const { program, faults } = compileCondition(text);
  if (!program) {
    throw new ConditionError(`Condition "${text.slice(0, 200)}" can't be read: ${faults[0].message}`, []);
  }
  let result: unknown;
  try {
    result = program.run(bind(program.needs, bindings));
  } catch (error) {
    throw explainFailure(program.ast, bindAll(bindings), error);
  }
  if (typeof result === "boolean") return result;
  throw explainResult(program.ast, result);
}
