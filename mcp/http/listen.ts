/**
 * A handler of web-standard requests behind `node:http`, which Node, Deno and Bun all have.
 * @module
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { InvalidInputError } from "../../lib/error.ts";

/** Requests that may be open at once, subscriptions among them. */
export const MAX_OPEN = 256;

/** How often a server that ends looks for connections that have become idle, in milliseconds. */
const IDLE_MS = 50;

/** A server that listens. */
export interface Listening {
  /** The port, chosen by the system where 0 was asked for. */
  port: number;
  /** Takes no more calls, gives those that run `grace` milliseconds, then cuts what is left. */
  close(grace: number): Promise<void>;
}

/**
 * Listens on 127.0.0.1.
 *
 * @throws {InvalidInputError} the port is taken or not allowed
 */
export async function listen(
  port: number,
  handle: (request: Request) => Promise<Response>,
  onerror: (error: Error) => void,
): Promise<Listening> {
  let open = 0;
  const server = createServer((incoming, outgoing) => {
    open++;
    outgoing.once("close", () => open--);
    if (open > MAX_OPEN) {
      outgoing.writeHead(503, { "retry-after": "1", connection: "close" }).end("Too many open requests\n");
      return;
    }
    answer(incoming, outgoing, handle).catch((error: Error) => {
      onerror(error);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  await opened(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: async (grace) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // A connection whose last answer has just been sent is kept open for a next call.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
      const cut = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

function opened(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "is in use" : `can't be opened (${error.code ?? error.message})`;
      reject(
        new InvalidInputError(`Port ${port} ${why}: choose another with --port, or 0 for any that is free`, {
          field: "port",
          wanted: "a free port",
          actual: port,
        }),
      );
    });
    server.listen(port, "127.0.0.1", () => resolve());
  });
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort();
  });
  const request = toRequest(incoming, gone.signal);
  const response = request === undefined ? new Response("Bad request\n", { status: 400 }) : await handle(request);
  const headers = Object.fromEntries(response.headers);
  // What is left of a body that nobody reads mustn't be taken for the next request.
  if (!incoming.complete && response.status >= 400) headers.connection = "close";
  outgoing.writeHead(response.status, headers);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  await send(response.body, outgoing, gone.signal);
}

/** Undefined where what came can't be a request to us. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const headers = new Headers();
  const raw = incoming.rawHeaders;
  try {
    for (let i = 0; i < raw.length; i += 2) headers.append(raw[i], raw[i + 1]);
    const method = incoming.method ?? "GET";
    const body = method === "GET" || method === "HEAD"
      ? {}
      : { body: Readable.toWeb(incoming) as unknown as ReadableStream, duplex: "half" };
    // The type of `duplex` differs from one runtime to the other.
    const init = { method, headers, signal, ...body } as RequestInit;
    return new Request(new URL(incoming.url ?? "/", "http://127.0.0.1"), init);
  } catch {
    return undefined;
  }
}

async function send(body: ReadableStream, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  const reader = (body as unknown as NodeReadableStream<Uint8Array>).getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (let next = await reader.read(); !next.done && !signal.aborted; next = await reader.read()) {
      if (!outgoing.write(next.value)) {
        await new Promise<void>((resolve) => {
          outgoing.once("drain", resolve);
          outgoing.once("close", resolve);
        });
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    outgoing.end();
  }
}
