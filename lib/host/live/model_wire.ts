/**
 * The ways in which coding clients talk to their model.
 * @module
 */

import type { Json, JsonObject } from "../../json.ts";

/** A tool as a request offers it. */
export interface OfferedTool {
  name: string;
  namespace?: string;
}

/** A request to the model, the same for every wire. */
export interface ModelRequest {
  tools: OfferedTool[];
  /** What tools answered so far, oldest first. */
  results: string[];
  /** The whole request as it came. */
  body: string;
}

/** A tool call; `input` is free text for tools that take it. */
export type ModelCall = { tool: OfferedTool; args: JsonObject } | { tool: OfferedTool; input: string };

/** What the model answers: a tool call, or a text that ends its turn. */
export type ModelReply = ModelCall | { text: string };

/** A call's arguments for a wire that knows no free text. */
export function argsOf(call: ModelCall): JsonObject {
  return "args" in call ? call.args : { input: call.input };
}

/** An answer as it's sent: one value, or the events of a stream. */
export type Written =
  | { value: Json }
  /** `named`: each event stands under its type's name; `done`: the stream ends with a mark of its own. */
  | { events: JsonObject[]; named?: true; done?: true };

/** One wire: what of a model's API is needed to call tools and to speak. */
export interface ModelWire {
  /** Whether a path is this wire's. */
  serves(path: string): boolean;
  read(body: JsonObject): Omit<ModelRequest, "body">;
  /** `id` is new for each answer. */
  write(body: JsonObject, reply: ModelReply, id: string, path: string): Written;
}

/** Every text in a value, in order. */
export function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textIn).filter((text) => text !== "").join("\n");
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value).filter(([key]) => !["type", "id", "tool_use_id", "call_id", "name"].includes(key))
    .map(([, inner]) => textIn(inner)).filter((text) => text !== "").join("\n");
}

/** The objects in a list; none where it isn't one. */
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

/** What the call before the n-th request came to: the result that is new in it. */
export function newResult(requests: readonly ModelRequest[], n: number): string {
  const before = requests[n - 1]?.results.length ?? 0;
  return requests[n]?.results.slice(before).join("\n") ?? "";
}
