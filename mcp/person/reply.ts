/**
 * What came back for a form.
 * @module
 */

import { isJsonObject, type JsonObject } from "../../lib/json.ts";

/** An answer, or why there is none, as it's told to the agent. */
export type Reply = { content: JsonObject } | { none: string };

/** Reads an elicitation's result; it comes from the client and may be anything. */
export function readReply(result: unknown): Reply {
  const { action, content } = (isJsonObject(result as JsonObject) ? result : {}) as JsonObject;
  switch (action) {
    case "accept":
      return isJsonObject(content) ? { content } : { none: "the form came back without an answer" };
    case "decline":
      return { none: "the person declined to answer in the form" };
    case "cancel":
      return { none: "the person closed the form without an answer" };
    default:
      return { none: "the client brought no answer to the form" };
  }
}

/** What a field holds, where it holds text. */
export function textIn(content: JsonObject, field: string): string | undefined {
  const value = Object.hasOwn(content, field) ? content[field] : undefined;
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
