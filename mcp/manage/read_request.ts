/**
 * A request of the contract, checked.
 * @module
 */

import * as v from "valibot";
import { didYouMean } from "../../lib/did_you_mean.ts";
import { isJsonObject, type JsonObject } from "../../lib/json.ts";
import { CONTRACT_VERSION, type RequestType } from "./contract.ts";
import type { ExecuteOptions } from "./execute.ts";
import { ManageError } from "./manage_error.ts";

/** A request that was understood. */
export interface ReadRequest {
  type: RequestType;
  context: Partial<ExecuteOptions>;
  /** Whether it's of an older version of the contract. */
  older: boolean;
}

const TYPES = ["discover", "execute", "list-prompts", "list-resources"] as const;
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000));
const context = v.strictObject({
  server: v.optional(text),
  tool: v.optional(text),
  args: v.optional(v.custom<JsonObject>(isJsonObject, "Expected an object")),
  method: v.optional(v.picklist(["gemini-cli", "direct-cli", "subagent"])),
  prompt: v.optional(v.pipe(v.string(), v.maxLength(100_000))),
});

/**
 * Checks a request. Versions 1.x are taken too: their requests mean the same.
 *
 * @throws {ManageError} `ERR_REQUEST_INVALID`
 */
export function readRequest(request: unknown): ReadRequest {
  if (!isJsonObject(request)) throw wrong("The request isn't an object", "request");
  const { Request_Type: type, Context, contract_version: version } = request;
  if (!TYPES.includes(type as RequestType)) {
    const hint = typeof type === "string" ? didYouMean(type, TYPES) : "";
    throw wrong(`Request_Type is ${JSON.stringify(type)}: ${hint || `there are ${TYPES.join(", ")}`}`, "Request_Type");
  }
  const major = typeof version === "string" ? /^([12])\.\d{1,3}\.\d{1,3}$/.exec(version)?.[1] : undefined;
  if (major === undefined) {
    throw wrong(`contract_version is ${JSON.stringify(version)}: wanted ${CONTRACT_VERSION}`, "contract_version");
  }
  const parsed = v.safeParse(context, Context ?? {});
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw wrong(`Context.${v.getDotPath(issue) ?? ""}: ${issue.message}`, `Context.${v.getDotPath(issue) ?? ""}`);
  }
  const { server, tool } = parsed.output;
  if (type === "execute" && (server === undefined || tool === undefined)) {
    throw wrong(`Context.${server === undefined ? "server" : "tool"} is missing: execute wants both`, "Context");
  }
  return { type: type as RequestType, context: parsed.output as Partial<ExecuteOptions>, older: major === "1" };
}

function wrong(message: string, field: string): ManageError {
  return new ManageError("ERR_REQUEST_INVALID", message, { field });
}
