import type { JsonObject } from "../../lib/json.ts";
import type { ConditionBindings } from "../../lib/workflow/condition/mod.ts";
import { SCOPE } from "./scope.ts";

/** The data of the tables: everything is set but `maybe`, `perhaps`, `note`, `extra` and `later`. */
export function bindingsOf(more: Partial<ConditionBindings> = {}): ConditionBindings {
  return {
    variables: SCOPE.variables,
    context: {
      n: 2,
      d: 2,
      s: "abc",
      f: true,
      mode: "fast",
      level: 1,
      report: { faults: 3, share: 0.5, deep: { line: 7, none: null }, names: ["a", "b"], "a b": 1, text: "two" },
      tags: ["a", 2, 2.5, { x: 1 }],
      faults: 0,
      preset: 3,
    } as JsonObject,
    sent: { n: 2 },
    outputs: { count: "counted", "my-step": { ok: true, found: 4 } },
    output: "All DONE",
    cycle: 2,
    visits: { count: 3 },
    ...more,
  };
}
