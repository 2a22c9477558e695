/**
 * The arguments of the workflow commands as every door takes them: MCP tools, answer files, requests.
 * @module
 */

import type { Json, JsonObject } from "../../json.ts";
import type { CurrentCommand, EndCommand, NextCommand, StartCommand } from "./command.ts";

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
