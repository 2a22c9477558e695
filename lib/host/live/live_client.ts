/**
 * How a client is driven against the scripted model.
 * @module
 */

import type { ToolClass } from "../../fence/tool_class.ts";
import type { JsonObject } from "../../json.ts";
import type { ModelRequest } from "./model_wire.ts";
import type { ModelMove } from "./scripted_model.ts";

/** What a tool call is aimed at. */
export interface MoveTarget {
  /** The workspace, absolute. */
  workspace: string;
  /** A file in it that is there, or that the call would make. */
  file: string;
}

/** One client. Adding one is adding one of these. */
export interface LiveClient {
  /** The profile's id. */
  id: string;
  /** The program on the path. */
  program: string;
  /** Settings that lead it to the model and keep it from anything else; `~/` is the home. They're there before `install`. */
  files(url: string): Readonly<Record<string, string | JsonObject>>;
  /** The same as variables. */
  env(url: string): Readonly<Record<string, string>>;
  /** Runs one prompt, and has what it takes for the hooks to be trusted. */
  run: { args: readonly string[]; input?: string };
  /** What the model does before it sees our tools. */
  before?: readonly ModelMove[];
  /** A call of each class that it has a tool for here. A write makes the file with the word `written`. */
  moves: Readonly<Partial<Record<ToolClass, (target: MoveTarget) => ModelMove>>>;
}

/** What a write of `moves` leaves in the file. */
export const WRITTEN = "written";

/** The call of the first of these classes whose tool a request offers. */
export function offeredMove(
  { moves }: LiveClient,
  classes: readonly ToolClass[],
  target: MoveTarget,
  { tools }: ModelRequest,
): ModelMove | undefined {
  const calls = classes.flatMap((one) => moves[one]?.(target) ?? []);
  return calls.find((call) => "tool" in call && tools.some(({ name }) => name === call.tool));
}
