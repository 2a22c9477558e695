/**
 * Servers over HTTP for tests: the streamable transport, and the older one with its own stream of events.
 * @module
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { toStandardJsonSchema } from "@valibot/to-json-schema";

/** A server that listens. */
export interface Listening {
  url: string;
  close(): void;
}

/** Streamable HTTP in both eras; with a token, only for who has it. */
export async function streamable(token?: string): Promise<Listening> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "http", version: "1" }, { capabilities: { tools: {} } });
    server.registerTool(
      "add",
      { description: "Adds.", inputSchema: toStandardJsonSchema(v.object({ a: v.number(), b: v.number() })) },
      ({ a, b }) => ({ content: [{ type: "text", text: String(a + b) }] }),
    );
    return server;
  });
  return await listen(async (request, response, body) => {
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end();
      return;
    }
    const headers = new Headers(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method: request.method!,
        headers,
        ...(body === "" ? {} : { body }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
}

/** The transport of 2024: a stream of events, and an address to post to. */
export async function olderStream(): Promise<Listening> {
  let stream: ServerResponse | undefined;
  const tools = [{ name: "old", description: "Of old.", inputSchema: { type: "object" } }];
  const results: Record<string, (params: { protocolVersion?: string }) => unknown> = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "old", version: "1" },
    }),
    "tools/list": () => ({ tools }),
    "tools/call": () => ({ content: [{ type: "text", text: "as ever" }] }),
  };
  return await listen((request, response, body) => {
    if (request.method === "GET") {
      stream = response;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: endpoint\ndata: /post\n\n");
    } else if (request.url === "/post") {
      const { id, method, params } = JSON.parse(body);
      response.writeHead(202).end();
      if (id === undefined) return;
      const result = results[method]?.(params);
      const answer = result === undefined ? { error: { code: -32601, message: "no" } } : { result };
      stream?.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n\n`);
    } else response.writeHead(405).end();
  });
}

async function listen(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => unknown,
): Promise<Listening> {
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => body += chunk);
    request.on("end", () => void answer(request, response, body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
