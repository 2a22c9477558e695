/**
 * Sessions of clients of the older protocol era over HTTP: what a server remembers of them, what it tells them and what it
 * asks them needs a connection that lasts. Source: spec "MCP server".
 * @module
 */

import {
  isInitializeRequest,
  legacyStatelessFallback,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/** How sessions are kept. */
export interface LegacySessionOptions {
  /** Makes the server of a session, or that of one request alone. */
  make(lasting: boolean): McpServer;
  /** Sessions at once; the one that was used longest ago gives way to a new one. */
  maxSessions: number;
  /** Largest body of a request, in bytes. */
  maxBody: number;
  /** Told what goes wrong. */
  onerror(error: Error): void;
}

/** A session: its calls that are still being answered, and its way out. */
interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
  running: number;
}

const HEADER = "mcp-session-id";

/** The sessions of one server. */
export class LegacySessions {
  readonly #options: LegacySessionOptions;
  readonly #alone: (request: Request) => Promise<Response>;
  /** In the order of their last use. */
  readonly #sessions = new Map<string, Session>();

  /** No session yet. */
  constructor(options: LegacySessionOptions) {
    this.#options = options;
    this.#alone = legacyStatelessFallback(() => options.make(false), options.onerror, {
      maxRequestBodySize: options.maxBody,
    });
  }

  /** Answers a request: in its session, in a new one where it begins with `initialize`, else by itself. */
  async handle(request: Request): Promise<Response> {
    const id = request.headers.get(HEADER);
    if (id === null) return await begins(request) ? await this.#begin(request) : await this.#alone(request);
    const session = this.#sessions.get(id);
    if (session === undefined) return refusal(404, -32001, "Session not found: begin with initialize");
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return await during(session, request);
  }

  /** Ends every session. */
  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
    this.#sessions.clear();
  }

  async #begin(request: Request): Promise<Response> {
    if (!this.#makeRoom()) return refusal(503, -32000, "Too many sessions have calls running: end one and try again");
    const { maxBody: maxRequestBodySize } = this.#options;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
      maxRequestBodySize,
    });
    const session: Session = { transport, server: this.#options.make(true), running: 0 };
    await session.server.connect(transport);
    const { onclose } = transport;
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
      onclose?.();
    };
    const response = await during(session, request);
    // What wasn't an `initialize` after all has no session.
    if (transport.sessionId === undefined) await session.server.close();
    return response;
  }

  /** False where every session has a call running. */
  #makeRoom(): boolean {
    if (this.#sessions.size < this.#options.maxSessions) return true;
    const idle = [...this.#sessions].find(([, session]) => session.running === 0);
    if (idle === undefined) return false;
    this.#sessions.delete(idle[0]);
    idle[1].server.close().catch(this.#options.onerror);
    return true;
  }
}

/** Answers in a session, which counts as busy until the answer has been sent; a stream of notifications doesn't. */
async function during(session: Session, request: Request): Promise<Response> {
  const counts = request.method === "POST";
  const done = () => void (counts && session.running--);
  if (counts) session.running++;
  try {
    const response = await session.transport.handleRequest(request);
    if (response.body === null || !counts) {
      done();
      return response;
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    response.body.pipeTo(writable).then(done, done);
    return new Response(readable, { status: response.status, headers: response.headers });
  } catch (error) {
    done();
    throw error;
  }
}

async function begins(request: Request): Promise<boolean> {
  if (request.method !== "POST") return false;
  try {
    return isInitializeRequest(await request.clone().json());
  } catch {
    return false;
  }
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}
