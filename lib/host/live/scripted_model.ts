/**
 * A model on the loopback that says what a script tells it to, so that real clients can be driven without an account.
 * @module
 */

import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json, JsonObject } from "../../json.ts";
import type { ModelReply, ModelRequest, ModelWire } from "./model_wire.ts";
import { anthropicWire } from "./anthropic_wire.ts";
import { chatWire } from "./chat_wire.ts";
import { geminiWire } from "./gemini_wire.ts";
import { responsesWire } from "./responses_wire.ts";

const WIRES: readonly ModelWire[] = [anthropicWire, responsesWire, chatWire, geminiWire];

/** No run of a check needs more; a client that never ends is given an error then. */
const MAX_REQUESTS = 60;

/**
 * What the model does at a request: calls the tool of that name (the end of the client's name for it is enough), with
 * arguments or, where the tool takes free text, with that; or speaks.
 */
export type ModelMove = { tool: string; args: JsonObject } | { tool: string; input: string } | { say: string };

/** A running model. */
export interface ScriptedModel {
  url: string;
  /** Requests that offered tools, in order: those of the agent itself. */
  requests: ModelRequest[];
  stop(): Promise<void>;
}

/** Starts one; `decide` is asked at each request that offers tools. */
export async function startScriptedModel(
  decide: (request: ModelRequest, n: number) => ModelMove,
): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  let n = 0;
  const server = createServer(async (request, response) => {
    const text = await read(request);
    const path = (request.url ?? "").split("?")[0];
    const body = parse(text);
    const wire = WIRES.find((one) => one.serves(path));
    if (wire === undefined) return send(response, other(path));
    if (++n > MAX_REQUESTS) return send(response, { error: { message: "This script is over" } }, 400);
    const asked = { ...wire.read(body), body: text };
    // The others are a client's own: titles, summaries, routing.
    if (asked.tools.length > 0) requests.push(asked);
    const move: ModelMove = asked.tools.length > 0 ? decide(asked, requests.length - 1) : { say: "Done." };
    const written = wire.write(body, replyTo(move, asked), `${n}`, path);
    if ("value" in written) return send(response, written.value);
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of written.events) {
      const name = written.named ? `event: ${event.type}\n` : "";
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
    }
    response.end(written.done ? "data: [DONE]\n\n" : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function replyTo(move: ModelMove, request: ModelRequest): ModelReply {
  if ("say" in move) return { text: move.say };
  const tool = request.tools.find(({ name }) => name === move.tool) ??
    request.tools.find(({ name }) => name.endsWith(move.tool));
  return { tool: tool ?? { name: move.tool }, ...("input" in move ? { input: move.input } : { args: move.args }) };
}

/** Clients look around before they begin. */
function other(path: string): Json {
  if (path.endsWith("/count_tokens")) return { input_tokens: 10 };
  if (path.endsWith(":countTokens")) return { totalTokens: 10 };
  const model = { id: "scripted", slug: "scripted", object: "model", name: "models/scripted" };
  return { object: "list", data: [model], models: [model] };
}

function send(response: ServerResponse, value: Json, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parse(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}
