/**
 * The arguments of the workflow commands as every door takes them: MCP tools, answer files, requests. The descriptions
 * are what a model reads: every word costs it something.
 * @module
 */

import * as v from "valibot";
import type { Json, JsonObject } from "../../json.ts";
import type { CurrentCommand, EndCommand, NextCommand, StartCommand } from "./command.ts";

/** Any schema that yields `T`. */
type Schema<T> = v.GenericSchema<unknown, T>;

/** Arguments of `start_workflow`. */
export interface StartArguments {
  skill_name: string;
  workspace_dir: string;
  restart?: boolean | undefined;
  initial_context?: JsonObject | undefined;
  input?: string | undefined;
}

/** Arguments of `next_step`. */
export interface NextArguments {
  user_response?: string | undefined;
  step_output?: Json | undefined;
  outputs?: JsonObject | undefined;
  child?: string | undefined;
  transition_choice?: string | undefined;
  variables?: JsonObject | undefined;
  session_id?: string | undefined;
  workspace_dir?: string | undefined;
  turn?: number | undefined;
}

/** Arguments of `current_step`. */
export interface CurrentArguments {
  session_id?: string | undefined;
  workspace_dir?: string | undefined;
  outputs?: string[] | undefined;
}

/** Arguments of `end_workflow`. */
export interface EndArguments {
  final_summary?: string | undefined;
  status?: "completed" | "aborted" | "paused" | undefined;
  session_id?: string | undefined;
  workspace_dir?: string | undefined;
}

/** Arguments of `read_skill`. */
export interface ReadArguments {
  name: string;
  workspace_dir?: string | undefined;
}

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

/** The command behind the arguments of `start_workflow`. */
export function startCommand(args: StartArguments): StartCommand {
  return defined({ skill: args.skill_name, restart: args.restart, context: args.initial_context, input: args.input });
}

/** The command behind the arguments of `next_step`. */
export function nextCommand(args: NextArguments): NextCommand {
  return defined({
    session: args.session_id,
    response: args.user_response,
    output: args.step_output,
    outputs: args.outputs,
    child: args.child,
    choice: args.transition_choice,
    variables: args.variables,
    turn: args.turn,
  });
}

/** The command behind the arguments of `current_step`. */
export function currentCommand(args: CurrentArguments): CurrentCommand {
  return defined({ session: args.session_id, outputs: args.outputs });
}

/** The command behind the arguments of `end_workflow`. */
export function endCommand(args: EndArguments): EndCommand {
  return defined({ session: args.session_id, status: args.status, summary: args.final_summary });
}

/** Only the keys that have a value. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
