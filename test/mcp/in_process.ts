/**
 * Our server and the real client in one process, in both protocol eras: cheap where the process itself isn't the point.
 * @module
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createMcpHandler, InMemoryTransport } from "@modelcontextprotocol/server";
import { makeEngine } from "../../lib/host/make_engine.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import { extendServer } from "../../mcp/extend_server.ts";
import { makeServer } from "../../mcp/make_server.ts";
import { fileTrust } from "../../mcp/person/file_trust.ts";
import type { ServerSetup } from "../../mcp/server_setup.ts";
import { SessionMoves } from "../../mcp/session_moves.ts";
import { type Answer, answerOf, makePlace, type Place } from "./connect.ts";

/** The protocol eras. */
export const ERAS = ["legacy", "modern"] as const;
export type Era = (typeof ERAS)[number];

/** A form as the client's user gets it. */
export interface Form {
  message: string;
  requestedSchema: { properties: Record<string, Record<string, unknown>>; required?: string[] };
}

/** How the client's user answers; a promise that never settles is a person who went away. */
export type Person = (form: Form) => unknown;

/** A workspace with a server over it. */
export interface Bench {
  place: Place;
  setup: ServerSetup;
  /** Connects a client; with a person it offers forms. */
  open(era: Era, person?: Person): Promise<{
    client: Client;
    call(name: string, args?: Record<string, unknown>): Promise<Answer>;
    close(): Promise<void>;
  }>;
  remove(): void;
}

/** A bench whose workspace holds these files. */
export function makeBench(
  files: Record<string, string>,
  more: Partial<ServerSetup> & { trustAll?: boolean; prompts?: boolean; effectWait?: number } = {},
): Bench {
  const place = makePlace();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place.workspace, path)), { recursive: true });
    writeFileSync(join(place.workspace, path), text);
  }
  const { trustAll = false, prompts = false, effectWait = 45_000, ...rest } = more;
  const dirs = userDirs({ env: { HOME: place.home, USERPROFILE: place.home } });
  const moves = new SessionMoves();
  const setup: ServerSetup = {
    engine: makeEngine({ dirs, trustAll, effectWait, changed: ({ state }) => moves.moved(state.id) }),
    workspace: place.workspace,
    instructions: "",
    extend: extendServer(place.home, prompts),
    moves,
    trust: fileTrust(dirs.config),
    ...rest,
  };
  return {
    place,
    setup,
    open: (era, person) => open(setup, era, person),
    remove: () => {
      setup.engine.close();
      place.remove();
    },
  };
}

async function open(setup: ServerSetup, era: Era, person?: Person): ReturnType<Bench["open"]> {
  const client = new Client({ name: "test", version: "1" }, {
    versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" },
    capabilities: person ? { elicitation: { form: {} } } : {},
  });
  if (person) {
    client.setRequestHandler(
      "elicitation/create",
      async (request) => await person(request.params as unknown as Form) as never,
    );
  }
  const end = era === "modern" ? await connectModern(setup, client) : await connectLegacy(setup, client);
  return {
    client,
    call: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args })),
    close: async () => {
      await client.close();
      await end();
    },
  };
}

async function connectLegacy(setup: ServerSetup, client: Client): Promise<() => Promise<void>> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = makeServer(setup, "legacy");
  await server.connect(ours);
  await client.connect(theirs);
  return () => server.close();
}

async function connectModern(setup: ServerSetup, client: Client): Promise<() => Promise<void>> {
  const { moves, ...rest } = setup;
  const handler = createMcpHandler(({ era }) => makeServer(rest, era), { legacy: "reject" });
  moves?.on((_, isNew) => isNew && handler.notify.resourcesChanged());
  const fetch = (input: string | URL | Request, init?: RequestInit) => handler.fetch(new Request(input, init));
  await client.connect(new StreamableHTTPClientTransport(new URL("http://127.0.0.1/mcp"), { fetch }));
  return () => handler.close();
}
