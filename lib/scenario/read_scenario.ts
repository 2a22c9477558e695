/**
 * Reads a scenario file.
 * @module
 */

import { compareDiagnostics, type Diagnostic, FILE_START, hasErrors, type Range } from "../diagnostic.ts";
import type { JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { readYaml } from "../skill/read_yaml.ts";
import type { SourceNode } from "../skill/source_node.ts";
import { sourceToJson } from "../skill/source_to_json.ts";
import { checkSource } from "./check_source.ts";
import type { Scenario, ScenarioAnswer, ScenarioStep, ScenarioVerdict } from "./scenario.ts";
import { scenarioSchema } from "./scenario_schema.ts";

/** A scenario, or what is wrong with it. */
export interface ReadScenario {
  /** Absent where there is an error. */
  scenario?: Scenario;
  diagnostics: Diagnostic[];
}

/**
 * Reads a scenario from YAML; never throws. Where `name` is left out the file's name takes its place.
 *
 * @example
 * ```ts
 * import { readScenario } from "./read_scenario.ts";
 * const { scenario } = readScenario("steps:\n  - {expect: one, answer: Done.}\n", "tests/short.yaml");
 * console.assert(scenario?.name === "short" && scenario.end === "completed");
 * ```
 */
export function readScenario(text: string, file?: string): ReadScenario {
  const diagnostics: Diagnostic[] = [];
  const add = (code: string, range: Range, message: string, more: Partial<Diagnostic> = {}) => {
    const place = file === undefined ? {} : { file };
    diagnostics.push({ code, severity: "error", message, ...place, range, related: [], ...more });
  };
  if (text.length > LIMITS.fileBytes) {
    add(
      "too-large",
      FILE_START,
      `The scenario is too large: at most ${LIMITS.fileBytes} characters, got ${text.length}`,
    );
    return { diagnostics };
  }
  const { root, diagnostics: found } = readYaml(text, FILE_START.start, file);
  diagnostics.push(...found);
  if (!hasErrors(diagnostics)) {
    if (root?.kind !== "map") {
      add("wrong-type", root?.range ?? FILE_START, 'A scenario is a map with the key "steps"', {
        help: "Write steps: [{expect: <step>, answer: <text>}]",
      });
    } else checkSource(scenarioSchema, root, add);
  }
  if (root === undefined || hasErrors(diagnostics)) return { diagnostics: diagnostics.sort(compareDiagnostics) };
  return { scenario: build(root, file), diagnostics };
}

function build(root: SourceNode, file: string | undefined): Scenario {
  const { name, steps, end, context_after: contextAfter, ...rest } = sourceToJson(root) as unknown as JsonObject;
  const places: Record<string, Range> = Object.create(null);
  collect(root, "", places);
  return {
    name: name as string ?? file?.replace(/^.*[/\\]/, "").replace(/\.ya?ml$/i, "") ?? "scenario",
    ...(file === undefined ? {} : { file }),
    ...rest,
    ...(contextAfter === undefined ? {} : { contextAfter: contextAfter as JsonObject }),
    steps: (steps as unknown as WrittenStep[]).map(stepOf),
    end: end as string ?? "completed",
    places,
  };
}

/** A turn as it was written. */
type WrittenStep = Omit<ScenarioStep, "answer" | "verdicts"> & {
  answer?: string | ScenarioAnswer;
  verdicts?: (ScenarioVerdict["verdict"] | ScenarioVerdict)[];
};

function stepOf({ answer, verdicts = [], ...rest }: WrittenStep): ScenarioStep {
  return {
    ...rest,
    ...(answer === undefined ? {} : { answer: typeof answer === "string" ? { step_output: answer } : answer }),
    verdicts: verdicts.map((one) => typeof one === "string" ? { verdict: one } : one),
  };
}

function collect(node: SourceNode, path: string, places: Record<string, Range>): void {
  places[path] = node.range;
  const inner = (key: string | number) => path === "" ? String(key) : `${path}.${key}`;
  if (node.kind === "list") node.items.forEach((item, i) => collect(item, inner(i), places));
  if (node.kind === "map") { for (const { key, value } of node.entries) collect(value, inner(key), places); }
}
