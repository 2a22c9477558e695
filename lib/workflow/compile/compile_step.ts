/**
 * One step: every key read, every default filled in. Source: spec "Step".
 * @module
 */

import type { Step, StepId, StepType } from "../workflow.ts";
import { compileApproval, compileRequire, compileSubagent } from "./compile_contract.ts";
import { compileExits, type Surroundings } from "./compile_exits.ts";
import type { Instructions } from "./compile_instructions.ts";
import { compileCommand, compileLoop } from "./compile_loop.ts";
import { rangesOf } from "./ranges.ts";
import { entryOf, mapAt, mapToJson, stringsAt, textAt, textsAt, wordAt } from "./read_source.ts";
import type { StepSource } from "./read_steps.ts";

/** What a step doesn't say itself. */
export interface StepContext extends Surroundings {
  instructions: Instructions;
  /** The dispatcher that lists it. */
  dispatcher: StepId | undefined;
}

/** Compiles a step that has an id. */
export function compileStep(source: StepSource & { id: StepId }, context: StepContext): Step {
  const { map, kind } = source;
  const type = typeOf(source);
  const step: Step = {
    id: source.id,
    title: source.title,
    kind,
    type,
    ...context.instructions,
    exits: compileExits(source, type, context),
    mandatedTools: stringsAt(map, "mandated_tools"),
    allowedTools: stringsAt(map, "allowed_tools"),
    deniedTools: stringsAt(map, "denied_tools"),
    constraints: stringsAt(map, "constraints"),
    expectedOutputs: stringsAt(map, "expected_outputs"),
    principles: stringsAt(map, "principles"),
    range: source.range,
    ranges: rangesOf(map, ["metadata"]),
  };
  const schema = mapAt(map, "schema");
  const metadata = mapAt(map, "metadata");
  const command = textAt(map, "command");
  const paths = textsAt(map, "files");
  return withoutUndefined<Step>({
    ...step,
    dispatcher: context.dispatcher,
    children: kind === "dispatcher" ? source.children : undefined,
    loop: compileLoop(map),
    require: compileRequire(map),
    schema: schema && { value: mapToJson(schema), range: entryOf(map, "schema")!.value.range },
    files: paths.length > 0 ? paths.map(({ value, range }) => ({ path: value, range })) : undefined,
    approval: compileApproval(map),
    command: command && kind === "command" ? compileCommand(command, map) : undefined,
    expect: wordAt(map, "expect", ["success", "failure"]),
    enforce: wordAt(map, "enforce", ["hard", "soft", "off"]),
    subagent: compileSubagent(map),
    model: textAt(map, "model")?.value,
    metadata: metadata && mapToJson(metadata),
  });
}

/** A step type where it may stand; elsewhere it was reported, and the step is an ordinary one. */
function typeOf({ map, kind }: StepSource): StepType {
  const type = wordAt(map, "step_type", ["standard", "interactive", "subagent_barrier", "loop_decision", "terminal"]);
  return type === undefined || kind !== "agent" && type !== "subagent_barrier" ? "standard" : type;
}

/** A compiled workflow is plain JSON, which has no `undefined`. */
function withoutUndefined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
