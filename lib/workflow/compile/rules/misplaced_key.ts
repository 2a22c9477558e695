/**
 * Keys that have no meaning in this kind of step. Source: spec "What may stand where".
 * @module
 */

import type { StepKind } from "../../workflow.ts";
import { textAt } from "../read_source.ts";
import type { StepSource } from "../read_steps.ts";
import type { Report } from "../report.ts";
import { oneOf, quoted } from "../wording.ts";

const BUT_CHILDREN: readonly StepKind[] = ["agent", "command", "dispatcher"];
const BUT_COMMANDS: readonly StepKind[] = ["agent", "dispatcher", "child"];

/** The kinds of steps in which a key may stand; a key that isn't here may stand in all. */
const PLACES: ReadonlyMap<string, readonly StepKind[]> = new Map<string, readonly StepKind[]>([
  ["next", BUT_CHILDREN],
  ["transitions", BUT_CHILDREN],
  ["end", BUT_CHILDREN],
  ["branch", ["agent", "command"]],
  ["loop", ["agent"]],
  ["require", ["agent", "command", "child"]],
  ["schema", ["agent", "child"]],
  ["files", ["agent", "dispatcher"]],
  ["verify", ["agent", "dispatcher"]],
  ["approval", ["agent", "dispatcher"]],
  ["expect", ["command"]],
  ["timeout", ["command"]],
  ["interpolate", ["agent", "child"]],
  ["enforce", BUT_COMMANDS],
  ["mandated_tools", BUT_COMMANDS],
  ["allowed_tools", BUT_COMMANDS],
  ["denied_tools", BUT_COMMANDS],
]);

/** Step types that only an agent's step may have. */
const AGENT_TYPES = ["interactive", "loop_decision", "terminal"];

const KINDS: Record<StepKind, string> = {
  agent: "a step of the agent",
  command: "a command step",
  dispatcher: "a dispatcher",
  child: "a child of a dispatcher",
};

/** Rule `misplaced-key`, as far as the kind of the step decides. */
export function checkMisplacedKeys(step: StepSource, report: Report): void {
  for (const { key, keyRange } of step.map.entries) {
    const places = PLACES.get(key);
    if (places === undefined || places.includes(step.kind)) continue;
    report.add(
      "misplaced-key",
      keyRange,
      `${quoted(key)} has no meaning in ${step.words}, which is ${KINDS[step.kind]}`,
      {
        help: `It may stand in ${places.map((kind) => KINDS[kind]).join(", ")}${ADVICE[key] ?? ""}`,
      },
    );
  }
  const type = textAt(step.map, "step_type");
  if (type === undefined || step.kind === "agent" || !AGENT_TYPES.includes(type.value)) return;
  report.add(
    "misplaced-key",
    type.range,
    `${quoted(type.value)} can't be the type of ${step.words}, which is ${KINDS[step.kind]}`,
    { help: `Wanted: ${oneOf(["standard", "subagent_barrier"])}` },
  );
}

const ADVICE: Record<string, string> = {
  loop: "; to repeat other steps, lead back to them with a way out",
  timeout: "; a gate's stands inside loop or verify",
};
