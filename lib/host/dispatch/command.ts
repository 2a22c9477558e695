/**
 * What a door may ask for, by the names under which agents know it. Source: spec "Agents and the one dispatch".
 * @module
 */

import * as v from "valibot";
import { didYouMean } from "../../did_you_mean.ts";
import { InvalidInputError } from "../../error.ts";
import type { Json } from "../../json.ts";
import type { AgentCommand } from "../agent/agents_type.ts";
import {
  askAgentSchema,
  createSkillSchema,
  launchAgentSchema,
  listAgentsSchema,
  stopAgentSchema,
  updateContextSchema,
} from "../agent/argument_schemas.ts";
import { currentSchema, endSchema, nextSchema, readSchema, startSchema } from "../engine/argument_schemas.ts";
import type {
  CurrentArguments,
  EndArguments,
  NextArguments,
  ReadArguments,
  StartArguments,
} from "../engine/arguments.ts";

/** A command with its arguments. */
export type Command =
  | { action: "start_workflow"; args: StartArguments }
  | { action: "next_step"; args: NextArguments }
  | { action: "current_step"; args: CurrentArguments }
  | { action: "end_workflow"; args: EndArguments }
  | { action: "read_skill"; args: ReadArguments }
  | AgentCommand;

/** The name of a command. */
export type Action = Command["action"];

const SCHEMAS: Readonly<Record<Action, v.GenericSchema>> = Object.freeze({
  start_workflow: startSchema,
  next_step: nextSchema,
  current_step: currentSchema,
  end_workflow: endSchema,
  read_skill: readSchema,
  list_agents: listAgentsSchema,
  ask_agent: askAgentSchema,
  launch_agent: launchAgentSchema,
  stop_agent: stopAgentSchema,
  update_context: updateContextSchema,
  create_skill: createSkillSchema,
});

/** Every action, in the order of the documentation. */
export const ACTIONS: readonly Action[] = Object.freeze(Object.keys(SCHEMAS) as Action[]);

/**
 * A command from an action and arguments that nobody has checked yet.
 *
 * @throws {InvalidInputError} no such action, or wrong arguments; `data.field` names the first
 */
export function readCommand(action: Json | undefined, args: Json): Command {
  if (typeof action !== "string" || !Object.hasOwn(SCHEMAS, action)) {
    const near = typeof action === "string" ? didYouMean(action, ACTIONS) : "";
    throw new InvalidInputError(
      `Unknown action ${JSON.stringify(action ?? null).slice(0, 80)}: ${near || `there are ${ACTIONS.join(", ")}`}`,
      { field: "action", wanted: [...ACTIONS], actual: null },
    );
  }
  const result = v.safeParse(SCHEMAS[action as Action], args);
  if (result.success) return { action: action as Action, args: result.output } as Command;
  const [issue] = result.issues;
  const field = (v.getDotPath(issue) ?? "args").slice(0, 80);
  throw new InvalidInputError(`The argument "${field}" of ${action} is wrong: ${issue.message.slice(0, 200)}`, {
    field,
    wanted: issue.expected ?? null,
    actual: issue.received.slice(0, 80),
  });
}
