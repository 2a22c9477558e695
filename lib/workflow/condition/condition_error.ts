/**
 * What a condition that can't be evaluated throws. Source: spec "Conditions (CEL)".
 * @module
 */

/** A condition can't be evaluated: a variable isn't set, a field is missing, two values can't be compared. */
export class ConditionError extends Error {
  /** The variables and fields involved, as a condition spells them: `context.report.faults`. */
  readonly names: readonly string[];

  constructor(message: string, names: readonly string[]) {
    super(message);
    this.name = "ConditionError";
    this.names = names;
  }
}
