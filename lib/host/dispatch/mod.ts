/**
 * The one dispatch behind the doors.
 * @module
 */

export { type Action, ACTIONS, type Command, readCommand } from "./command.ts";
export { dispatch, type DispatchContext } from "./dispatch.ts";
export { type Dispatched, type Outcome as DispatchOutcome, outcomeJson } from "./outcome.ts";
export { type FileDoor, type FileDoorOptions, openFileDoor } from "./file_door.ts";
export type * from "../agent/agents_type.ts";
export { makeAgents, type MakeAgentsOptions } from "../agent/make_agents.ts";
