/**
 * Serves MCP over Streamable HTTP on the loopback, both protocol eras, to several clients at once. Source: spec "MCP
 * server".
 * @module
 */

import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { InvalidInputError } from "../lib/error.ts";
import { bearsToken, keptToken } from "./http/bearer_token.ts";
import { boundedEngine, requireInside } from "./http/bounded_engine.ts";
import { LegacySessions } from "./http/legacy_sessions.ts";
import { listen } from "./http/listen.ts";
import { makeServer } from "./make_server.ts";
import { sessionUri } from "./resources.ts";
import type { ServerSetup } from "./server_setup.ts";

/** How HTTP is served. */
export interface HttpOptions {
  /** The port on 127.0.0.1; 0 for any that is free. */
  port: number;
  /** Folders in which every workspace of a call must lie; the server's own workspace where there are none. */
  roots?: readonly string[];
  /** Whether callers must show the user's token; true if not given. */
  token?: boolean;
  /** The user's state folder, where the token is kept. */
  state: string;
  /** The user's home folder. */
  home: string;
}

/** The port where none is given. */
export const DEFAULT_PORT = 7391;
/** Largest body of a request, in bytes. */
const MAX_BODY = 4 * 1024 * 1024;
/** Streams of notifications that may be open at once. */
const MAX_SUBSCRIPTIONS = 64;
/** Sessions of the older era at once. */
const MAX_SESSIONS = 64;
/** What running calls get to finish when the server ends, in milliseconds. */
const GRACE_MS = 1_000;

/**
 * Serves until SIGTERM or SIGINT. Address and token are told on stderr.
 *
 * @returns resolves when the last connection is closed
 * @throws {InvalidInputError} the port is taken, or a root is no folder
 */
export async function serveHttp(setup: ServerSetup, options: HttpOptions): Promise<void> {
  const roots = (options.roots?.length ? options.roots : [setup.workspace]).map(realRoot);
  requireInside(roots, setup.workspace, "workspace");
  const kept = options.token === false ? undefined : keptToken(options.state);
  const tell = (text: string) => process.stderr.write(`skill-workflow: ${text}\n`);
  const onerror = (error: Error) => tell(error.message);

  const bounded = boundedSetup(setup, roots, options.home);
  // A modern server lives for one request: word of moves goes over the handler.
  const { moves: _moves, ...brief } = bounded;
  const handler = createMcpHandler(() => makeServer(brief, "modern"), {
    legacy: "reject",
    maxRequestBodySize: MAX_BODY,
    maxSubscriptions: MAX_SUBSCRIPTIONS,
    onerror,
  });
  const sessions = new LegacySessions({
    make: (lasting) => makeServer(lasting ? bounded : brief, "legacy"),
    maxSessions: MAX_SESSIONS,
    maxBody: MAX_BODY,
    onerror,
  });
  setup.moves?.on((id, isNew) => {
    if (isNew) handler.notify.resourcesChanged();
    for (const kind of ["report", "graph"] as const) handler.notify.resourceUpdated(sessionUri(id, kind));
  });
  const { port, close } = await listen(options.port, async (request) => {
    const refused = hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (refused) return refused;
    if (kept && !bearsToken(request.headers.get("authorization"), kept.token)) return unauthorised();
    if (new URL(request.url).pathname !== "/mcp") return new Response("The endpoint is /mcp\n", { status: 404 });
    const old = await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY });
    return old ? await sessions.handle(request) : await handler.fetch(request);
  }, onerror);

  tell(`serving http://127.0.0.1:${port}/mcp for workspaces in ${roots.join(", ")}`);
  if (kept) tell(`send the header "Authorization: Bearer ${kept.token}" (kept in ${kept.file})`);
  await signalled();
  const closed = close(GRACE_MS);
  setup.engine.close();
  await Promise.all([handler.close(), sessions.close(), setup.agents?.close()]);
  await closed;
}

function boundedSetup(setup: ServerSetup, roots: readonly string[], home: string): ServerSetup {
  const { manage, agents, ...rest } = setup;
  return {
    ...rest,
    engine: boundedEngine(setup.engine, roots, home),
    ...(agents === undefined ? {} : {
      agents: {
        run: (command, caller) => {
          requireInside(roots, caller.workspace, "workspace_dir");
          return agents.run(command, caller);
        },
        isLive: (target, workspace) => agents.isLive(target, workspace),
        close: () => agents.close(),
      },
    }),
    ...(manage === undefined ? {} : {
      manage: async (workspace, signal) => {
        requireInside(roots, workspace, "workspace_dir");
        return await manage(workspace, signal);
      },
    }),
  };
}

function realRoot(root: string): string {
  try {
    return realpathSync(resolve(root));
  } catch {
    throw new InvalidInputError(`The root "${root}" doesn't exist: give a folder with --root`, {
      field: "root",
      wanted: "a folder that exists",
      actual: root,
    });
  }
}

function unauthorised(): Response {
  return new Response('A token is wanted: send the header "Authorization: Bearer …" that the server printed\n', {
    status: 401,
    headers: { "www-authenticate": "Bearer", "content-type": "text/plain; charset=utf-8" },
  });
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
