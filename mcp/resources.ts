/**
 * Sessions as resources: the report and the picture of each, with word when one moves. Source: spec "MCP server".
 * @module
 */

import { type McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { SessionNotFoundError } from "../lib/error.ts";
import type { Caller, EngineApi, Reported } from "../lib/host/engine/mod.ts";
import type { SessionSummary } from "../lib/host/session_store.ts";
import { ICONS } from "./identity.ts";
import type { SessionMoves } from "./session_moves.ts";

/** What the resources are made from. */
export interface SessionResources {
  /** Where sessions come from. */
  engine: EngineApi;
  /** The workspace whose sessions are listed. */
  workspace: string;
  /** Tells of moves, on a connection that lasts. */
  moves?: SessionMoves;
  /** Whether the protocol filters notifications by what the client listens to; else we do. */
  modern: boolean;
}

/** Sessions that are listed, the newest ones. */
const MAX_LISTED = 50;

const KINDS = [
  {
    name: "report",
    title: "Report of a session",
    description: "What a workflow session has done so far, as Markdown",
    mimeType: "text/markdown",
    text: (reported: Reported) => Promise.resolve(reported.text),
  },
  {
    name: "graph",
    title: "Graph of a session",
    description: "The workflow with the way that a session took, as a Mermaid flowchart",
    mimeType: "text/vnd.mermaid",
    text: async ({ state, report }: Reported) => {
      const { drawMermaid, makePicture, walkOf } = await import("../lib/draw/mod.ts");
      return drawMermaid(makePicture(state.workflow, walkOf(state, report.path)));
    },
  },
] as const;

/** The address of a session's resource. */
export function sessionUri(id: string, kind: "report" | "graph"): string {
  return `skill-workflow://sessions/${id}/${kind}`;
}

/** The newest sessions of the workspace. */
export async function listedSessions({ engine, workspace }: SessionResources): Promise<SessionSummary[]> {
  return (await engine.list(workspace)).slice(-MAX_LISTED);
}

/** Registers both kinds on a server that isn't connected yet. */
export function registerSessionResources(server: McpServer, from: SessionResources): void {
  const caller: Caller = { door: "mcp", workspace: from.workspace };
  for (const kind of KINDS) {
    const { name, title, description, mimeType } = kind;
    const template = new ResourceTemplate(sessionUri("{id}", name), {
      list: async () => ({
        resources: (await listedSessions(from)).filter((one) => one.status !== "corrupt").map((one) => ({
          uri: sessionUri(one.id, name),
          name: `${one.id}/${name}`,
          title: `${one.title}: ${name}`,
          description: `${one.status}${one.step ? ` at "${one.step}"` : ""}`,
          mimeType,
          icons: ICONS,
        })),
      }),
    });
    server.registerResource(name, template, { title, description, mimeType, icons: ICONS }, async (uri, { id }) => {
      try {
        const text = await kind.text(await from.engine.report(String(id), caller));
        return { contents: [{ uri: uri.href, mimeType, text }] };
      } catch (error) {
        if (error instanceof SessionNotFoundError) throw new ResourceNotFoundError(uri.href, error.message);
        throw error;
      }
    });
  }
  tellMoves(server, from);
}

function tellMoves(mcp: McpServer, { moves, modern }: SessionResources): void {
  const { server } = mcp;
  const wanted = new Set<string>();
  server.registerCapabilities({ resources: { subscribe: true, listChanged: true } });
  if (!modern) {
    server.setRequestHandler("resources/subscribe", ({ params }) => {
      // Whoever subscribes to more than there can be gets no more word, not more memory.
      if (wanted.size < 1_000) wanted.add(params.uri);
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", ({ params }) => {
      wanted.delete(params.uri);
      return {};
    });
  }
  if (moves === undefined) return;
  const off = moves.on((id, isNew) => {
    // A client that is gone needs no word.
    if (isNew) server.sendResourceListChanged().catch(() => {});
    for (const { name } of KINDS) {
      const uri = sessionUri(id, name);
      if (modern || wanted.has(uri)) server.sendResourceUpdated({ uri }).catch(() => {});
    }
  });
  const before = server.onclose;
  server.onclose = () => {
    off();
    before?.();
  };
}
