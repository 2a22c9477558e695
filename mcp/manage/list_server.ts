/**
 * What a server has: tools, prompts, resources, resource templates.
 * @module
 */

import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { isJsonObject, type Json, type JsonObject } from "../../lib/json.ts";
import type { ServerConnection } from "./connect_server.ts";
import { ManageError } from "./manage_error.ts";

/** The lists of one server, as its catalog entry has them. */
export interface ServerLists {
  tools: JsonObject[];
  prompts: JsonObject[];
  resources: JsonObject[];
  resource_templates: JsonObject[];
  /** How long all of them are good, in milliseconds; 0 where the server doesn't say. */
  ttl_ms: number;
  /** Lists that the server announced and then couldn't give. */
  problems: string[];
}

/** The longest that a server's word on freshness is taken. */
const LONGEST_TTL = 86_400_000;

/** Limits of one round of requests. */
export interface ListOptions {
  timeout: number;
  signal?: AbortSignal;
}

/** A tool as a catalog keeps it. Only the tools' list is worth failing for. */
export async function listServer(connection: ServerConnection, options: ListOptions): Promise<ServerLists> {
  const { client } = connection;
  const requests = { timeout: options.timeout, ...(options.signal === undefined ? {} : { signal: options.signal }) };
  // The SDK writes to stdout when it's asked for what a server hasn't announced.
  const has = client.getServerCapabilities();
  const problems: string[] = [];
  const ttls: number[] = [];
  const optional = async <K extends string>(
    name: K,
    list: () => Promise<Record<K, unknown[]>>,
  ): Promise<JsonObject[]> => {
    try {
      const result = await list();
      ttls.push(ttlOf(result));
      return result[name] as JsonObject[];
    } catch (error) {
      // The list may be announced for another one of its kind (resources without templates).
      if (!(error instanceof ProtocolError && error.code === -32601)) {
        problems.push(`${name}: ${(error as Error).message}`);
      }
      return [];
    }
  };
  const [tools, prompts, resources, templates] = await Promise.all([
    listTools(connection, options, (ttl) => ttls.push(ttl)),
    has?.prompts ? optional("prompts", () => client.listPrompts(undefined, requests)) : [],
    has?.resources ? optional("resources", () => client.listResources(undefined, requests)) : [],
    has?.resources ? optional("resourceTemplates", () => client.listResourceTemplates(undefined, requests)) : [],
  ]);
  return {
    tools,
    prompts: prompts.map((prompt) => pick(prompt, ["name", "title", "description", "arguments"])),
    resources: resources.map((one) => pick(one, ["uri", "name", "title", "description", "mimeType", "size"])),
    resource_templates: templates.map((one) => pick(one, ["uriTemplate", "name", "title", "description", "mimeType"])),
    ttl_ms: Math.min(LONGEST_TTL, ...ttls),
    problems,
  };
}

/**
 * The tools alone, in the order of their names.
 *
 * @throws {ManageError} the list can't be had
 */
export async function listTools(
  connection: ServerConnection,
  options: ListOptions,
  onTtl: (ttl: number) => void = () => {},
): Promise<JsonObject[]> {
  const { client } = connection;
  const requests = { timeout: options.timeout, ...(options.signal === undefined ? {} : { signal: options.signal }) };
  if (!client.getServerCapabilities()?.tools) return [];
  try {
    const result = await client.listTools(undefined, requests);
    onTtl(ttlOf(result));
    return result.tools.map((tool) => fromTool(tool as unknown as JsonObject))
      .sort((a, b) => String(a.name) < String(b.name) ? -1 : 1);
  } catch (error) {
    if (options.signal?.aborted) throw new ManageError("ERR_CANCELLED", "Cancelled while listing the tools");
    if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
      throw new ManageError(
        "ERR_SERVER_TIMEOUT",
        `The server didn't list its tools within ${options.timeout / 1_000} s`,
        { phase: "discovery" },
        "elsewhere",
      );
    }
    const parse = error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
    throw new ManageError(
      parse ? "ERR_RESPONSE_PARSE" : "ERR_SERVER_FAILED",
      `The server can't list its tools: ${error instanceof Error ? error.message : error}`,
      {},
      "elsewhere",
    );
  }
}

/** A tool with the names that the catalog uses. */
function fromTool(tool: JsonObject): JsonObject {
  return {
    ...pick(tool, ["name", "title", "description"]),
    input_schema: tool.inputSchema ?? { type: "object" },
    ...(tool.outputSchema === undefined ? {} : { output_schema: tool.outputSchema }),
    ...(isJsonObject(tool.annotations) ? { annotations: tool.annotations } : {}),
  };
}

function pick(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name] as Json]));
}

function ttlOf(result: object): number {
  const { ttlMs } = result as { ttlMs?: unknown };
  return typeof ttlMs === "number" && ttlMs > 0 && Number.isFinite(ttlMs) ? ttlMs : 0;
}
