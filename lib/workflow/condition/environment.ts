/**
 * The CEL environment of conditions: which names exist, and what the bare language lacks for JSON data.
 * @module
 */

import { Environment } from "@marcbachmann/cel-js";
import { LIMITS } from "../../limits.ts";

/** The names that a condition may use. */
export const ROOTS = ["context", "variables", "outputs", "output", "cycle_number", "visits"] as const;

/** One of the names that a condition may use. */
export type Root = typeof ROOTS[number];

/** Whether a bare name is one that conditions know. */
export function isRoot(name: string): name is Root {
  return (ROOTS as readonly string[]).includes(name);
}

/** Marks a key that is present only where there is a value. No name and no step id begins with a blank. */
export const SET = " ";

/** Parses and evaluates conditions. `output` and `cycle_number` stay untyped, so that numbers of both kinds compare. */
export const ENVIRONMENT: Environment = createEnvironment();

function createEnvironment(): Environment {
  const environment = new Environment({
    homogeneousAggregateLiterals: false,
    limits: {
      maxAstNodes: LIMITS.conditionNodes,
      maxDepth: LIMITS.conditionDepth,
      maxListElements: LIMITS.conditionNodes,
      maxCallArguments: 8,
    },
  });
  for (const name of ROOTS) {
    environment.registerVariable(name, name === "output" || name === "cycle_number" ? "dyn" : "map");
  }
  environment.registerFunction(
    "map.get(string): dyn",
    (map: Map<string, unknown>, key: string) => map.get(key) ?? null,
    { async: false },
  );
  // A JSON number is whole or not by chance of its value; where only the value tells, the two kinds mix as doubles.
  environment.registerOperator("int == double", (a, b) => Number(a) === b);
  environment.registerOperator("int + double: double", (a, b) => Number(a) + b);
  environment.registerOperator("double + int: double", (a, b) => a + Number(b));
  environment.registerOperator("int - double: double", (a, b) => Number(a) - b);
  environment.registerOperator("double - int: double", (a, b) => a - Number(b));
  environment.registerOperator("int * double: double", (a, b) => Number(a) * b);
  environment.registerOperator("double * int: double", (a, b) => a * Number(b));
  environment.registerOperator("int / double: double", (a, b) => Number(a) / b);
  environment.registerOperator("double / int: double", (a, b) => a / Number(b));
  return environment;
}
