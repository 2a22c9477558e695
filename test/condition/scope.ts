import type { Json } from "../../lib/json.ts";
import type { Position } from "../../lib/diagnostic.ts";
import { FILE_START } from "../../lib/diagnostic.ts";
import { checkCondition, type ConditionFinding, type ConditionScope } from "../../lib/workflow/condition/mod.ts";
import type { Condition, Variable, VariableType } from "../../lib/workflow/workflow.ts";

/** A variable; required unless it says otherwise. */
export function variable(name: string, type: VariableType, more: Partial<Variable> = {}): Variable {
  return { name, type, required: true, range: FILE_START, ...more };
}

const VARIABLES = [
  variable("n", "integer"),
  variable("d", "number"),
  variable("s", "string"),
  variable("f", "boolean"),
  variable("mode", "string", { enum: ["fast", "slow"] }),
  variable("level", "integer", { enum: [1, 2, 3] }),
  variable("report", "object"),
  variable("tags", "list"),
  variable("faults", "integer"),
  variable("maybe", "integer", { required: false }),
  variable("perhaps", "boolean", { required: false }),
  variable("note", "string", { required: false }),
  variable("extra", "object", { required: false }),
  variable("later", "list", { required: false }),
  variable("preset", "integer", { required: false, default: 3 as Json }),
];

/** The variables and steps of the tables. */
export const SCOPE: ConditionScope = {
  variables: Object.fromEntries(VARIABLES.map((one) => [one.name, one])),
  steps: ["count", "my-step", "close", "v1.2"],
};

/** A condition that stands at line 7, column 1 of a file, as a plain scalar. */
export function conditionOf(text: string, at: Position = { line: 7, column: 1, offset: 100 }): Condition {
  const end = { line: at.line, column: at.column + text.length, offset: at.offset + text.length };
  return { text, at, range: { start: at, end } };
}

/** The findings about a condition, with columns of the condition. */
export function findingsOf(text: string, scope: ConditionScope = SCOPE): ConditionFinding[] {
  return checkCondition(conditionOf(text), scope);
}

/** The text after a finding's repair. */
export function repaired(text: string, { repair }: ConditionFinding): string | undefined {
  if (!repair) return undefined;
  const [edit] = repair.edits;
  return text.slice(0, edit.range.start.offset - 100) + edit.text + text.slice(edit.range.end.offset - 100);
}

/** `code from-to message`, and the repaired text behind `→`; several findings are parted by `‖`. */
export function printFindings(text: string, scope: ConditionScope = SCOPE): string {
  const lines = findingsOf(text, scope).map((finding) => {
    const { code, range, message } = finding;
    const after = repaired(text, finding);
    return `${code} ${range.start.column}-${range.end.column} ${message}${after === undefined ? "" : ` → ${after}`}`;
  });
  return lines.join(" ‖ ") || "ok";
}

/** One condition a line; behind `⇒` what is found. */
export function readRows(table: string): string[][] {
  return table.split("\n").map((line) => line.trim()).filter((line) => line !== "").map((line) => line.split(" ⇒ "));
}
