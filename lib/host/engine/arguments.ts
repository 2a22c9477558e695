/**
 * The arguments of the workflow commands as every door takes them: MCP tools, answer files, requests.
 * @module
 */

import type { Json, JsonObject } from "../../json.ts";
import type { CurrentCommand, EndCommand, NextCommand, StartCommand } from "./command.ts";

/** Arguments of `start_workflow`. */
export interface StartArguments {
  /** Name or path of the skill. */
  skill_name: string;
  /** Absolute path of the project. */
  workspace_dir: string;
  /** Aborts the live session and begins anew. */
  restart?: boolean | undefined;
  /** Values of declared variables. */
  initial_context?: JsonObject | undefined;
  /** The task. */
  input?: string | undefined;
}

/** Arguments of `next_step`. */
export interface NextArguments {
  /** What the user answered. */
  user_response?: string | undefined;
  /** The deliverable. */
  step_output?: Json | undefined;
  /** One result per parallel child, by id. */
  outputs?: JsonObject | undefined;
  /** A child's ticket. */
  child?: string | undefined;
  /** A step id or an approval label. */
  transition_choice?: string | undefined;
  /** Context updates. */
  variables?: JsonObject | undefined;
  /** The session; the one used last where it is left out. */
  session_id?: string | undefined;
  /** Absolute path of the project. */
  workspace_dir?: string | undefined;
  /** Turn of the envelope that this answers. */
  turn?: number | undefined;
}

/** Arguments of `current_step`. */
export interface CurrentArguments {
  /** The session; the one used last where it is left out. */
  session_id?: string | undefined;
  /** Absolute path of the project. */
  workspace_dir?: string | undefined;
  /** Steps whose outputs are repeated. */
  outputs?: string[] | undefined;
}

/** Arguments of `end_workflow`. */
export interface EndArguments {
  /** What came of it. */
  final_summary?: string | undefined;
  /** How it ends; completed where it is left out. */
  status?: "completed" | "aborted" | "paused" | undefined;
  /** The session; the one used last where it is left out. */
  session_id?: string | undefined;
  /** Absolute path of the project. */
  workspace_dir?: string | undefined;
}

/** Arguments of `read_skill`. */
export interface ReadArguments {
  /** Name or path of the skill. */
  name: string;
  /** Absolute path of the project. */
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
