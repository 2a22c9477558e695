/**
 * Runs one rule on a workflow in notation.
 * @module
 */

import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Diagnostic } from "../../lib/diagnostic.ts";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";
import { type NotationOptions, workflowOf } from "../notation.ts";

/** `column message`; on a line other than the first `line:column message`. */
export function shown(found: Diagnostic): string {
  const { line, column } = found.range.start;
  return `${line > 1 ? `${line}:` : ""}${column} ${found.message}`;
}

/** What one rule finds in a workflow in notation. */
export function findingsOf(code: string, notation: string, options: NotationOptions = {}): Diagnostic[] {
  return validateGraph(workflowOf(notation, options)).filter((found) => found.code === code);
}

/** One line of a table: a workflow, and what the rule finds there. */
export type FindingCase = [notation: string, found: string[], options?: NotationOptions];

/** One test for each line of a table. */
export function testFindings(code: string, cases: FindingCase[]): void {
  for (const [notation, expected, options] of cases) {
    test(`${code} ${expected.length > 0 ? "in" : "is silent on"} ${notation}${options ? ` ${JSON.stringify(options)}` : ""}`, () => {
      assert.equal(findingsOf(code, notation, options).map(shown), expected);
    });
  }
}

/** The same for a rule whose messages are another part's: only the places are compared. */
export function testPlaces(code: string, cases: [notation: string, columns: number[]][]): void {
  for (const [notation, expected] of cases) {
    test(`${code} ${expected.length > 0 ? "in" : "is silent on"} ${notation}`, () => {
      assert.equal(findingsOf(code, notation).map((found) => found.range.start.column), expected);
    });
  }
}
