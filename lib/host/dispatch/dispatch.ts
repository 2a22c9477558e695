/**
 * The one seam behind the doors: MCP tools, the file door and the command line build a command and print its outcome.
 * Source: spec "Agents and the one dispatch".
 * @module
 */

import { InvalidInputError, StaleInputError } from "../../error.ts";
import { readableBody } from "../../skill/readable_body.ts";
import type { AgentResult, AgentsApi } from "../agent/agents_type.ts";
import { currentCommand, endCommand, nextCommand, startCommand } from "../engine/arguments.ts";
import type { EngineApi } from "../engine/lazy_engine.ts";
import type { Caller, Outcome as EngineOutcome, Reported } from "../engine/mod.ts";
import type { Command } from "./command.ts";
import { namedWorkspace } from "./named_workspace.ts";
import { type Dispatched, outcomeOfError, outcomeOfResult } from "./outcome.ts";

/** What commands are done with. */
export interface DispatchContext {
  /** Walks the workflows. */
  engine: EngineApi;
  /** Throws where the caller hasn't got a skill; left out for the main agent. */
  requireSkill?(name: string): void;
  /** The agents of this machine; without them commands about agents are refused. */
  agents?: AgentsApi;
}

/** Does a command, in the workspace that it names, else in the caller's. Never rejects: a failure is an outcome too. */
export async function dispatch(command: Command, from: Caller, context: DispatchContext): Promise<Dispatched> {
  const { action, args: { workspace_dir } } = command;
  const { door } = from;
  let caller = from;
  try {
    if (workspace_dir !== undefined) caller = { ...from, workspace: namedWorkspace(workspace_dir) };
    const result = await run(command, caller, context);
    if (typeof result === "object" && "reply" in result) return { ok: true, action, door, error: null, ...result };
    if (typeof result !== "string") return outcomeOfResult(action, door, result);
    return { ok: true, action, door, detail: null, error: null, reply: result };
  } catch (error) {
    return outcomeOfError(action, door, error, await currentAfter(error, caller, context));
  }
}

async function run(
  command: Command,
  caller: Caller,
  { engine, requireSkill, agents }: DispatchContext,
): Promise<EngineOutcome | Reported | AgentResult | string> {
  switch (command.action) {
    case "start_workflow":
      return await engine.start(startCommand(command.args), caller);
    case "next_step":
      return await engine.next(nextCommand(command.args), caller);
    case "current_step":
      return await engine.current(currentCommand(command.args), caller);
    case "end_workflow":
      return await engine.end(endCommand(command.args), caller);
    case "read_skill": {
      requireSkill?.(command.args.name);
      return readableBody((await engine.loadSkill(command.args.name, caller.workspace)).skill);
    }
    default:
      if (agents === undefined) {
        throw new InvalidInputError(
          `There are no agents behind this door, so ${command.action} can't be done: serve with --tools workflow,agents`,
          { field: "action", wanted: null, actual: command.action },
        );
      }
      return await agents.run(command, caller);
  }
}

async function currentAfter(
  error: unknown,
  caller: Caller,
  { engine }: DispatchContext,
): Promise<EngineOutcome | undefined> {
  if (!(error instanceof StaleInputError)) return undefined;
  const session = typeof error.data.session === "string" ? { session: error.data.session } : {};
  return await engine.current(session, caller).catch(() => undefined);
}
