/**
 * Schemas of the workflow commands' arguments. The descriptions are what a model reads: every word costs it something.
 * @module
 */

import * as v from "valibot";
import type { JsonObject } from "../../json.ts";
import type { CurrentArguments, EndArguments, NextArguments, ReadArguments, StartArguments } from "./arguments.ts";

/** Any schema that yields `T`. */
type Schema<T> = v.GenericSchema<unknown, T>;

const text = (description: string) => v.optional(v.pipe(v.string(), v.description(description)));
const anyMap = v.record(v.string(), v.unknown()) as unknown as v.GenericSchema<JsonObject>;
const map = (description: string) => v.optional(v.pipe(anyMap, v.description(description)));
const sessionId = text("Left out: the session used last");
const workspaceDir = v.optional(v.string());

/** `start_workflow`. */
export const startSchema: Schema<StartArguments> = v.strictObject({
  skill_name: v.pipe(v.string(), v.description("Name or path")),
  workspace_dir: v.pipe(v.string(), v.description("Absolute path of the project")),
  restart: v.optional(v.pipe(v.boolean(), v.description("Abort the live session and begin anew"))),
  initial_context: map("Values of declared variables"),
  input: text("The task"),
});

/** `next_step`. */
export const nextSchema: Schema<NextArguments> = v.strictObject({
  user_response: text("What the user answered"),
  step_output: v.optional(v.pipe(v.union([v.string(), anyMap]), v.description("The deliverable"))),
  outputs: map("One result per parallel child, by id"),
  child: text("A child's ticket, to hand in just its result"),
  transition_choice: text("Step id or approval label, where a choice is asked for"),
  variables: map("Context updates"),
  session_id: sessionId,
  workspace_dir: workspaceDir,
  turn: v.optional(v.pipe(v.number(), v.integer(), v.description("Turn of the envelope that this answers"))),
});

/** `current_step`. */
export const currentSchema: Schema<CurrentArguments> = v.strictObject({
  session_id: sessionId,
  workspace_dir: workspaceDir,
  outputs: v.optional(v.pipe(v.array(v.string()), v.description("Step ids whose outputs to repeat"))),
});

/** `end_workflow`. */
export const endSchema: Schema<EndArguments> = v.strictObject({
  final_summary: v.optional(v.string()),
  status: v.optional(v.picklist(["completed", "aborted", "paused"])),
  session_id: sessionId,
  workspace_dir: workspaceDir,
});

/** `read_skill`. */
export const readSchema: Schema<ReadArguments> = v.strictObject({
  name: v.string(),
  workspace_dir: workspaceDir,
});
