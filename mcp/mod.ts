/**
 * The MCP server, to be embedded: an engine behind five tools.
 * @module
 */

export { serve, type ServeHttpOptions, type ServeOptions } from "./serve.ts";
export { DEFAULT_PORT, type HttpOptions, serveHttp } from "./serve_http.ts";
export type { TrustDoor, TrustLook } from "./person/trust_door.ts";
export { serveStdio } from "./serve_stdio.ts";
export type { MakeManager, ServerSetup, ToolSet } from "./server_setup.ts";
export type { MoveListener, SessionMoves } from "./session_moves.ts";
export type * from "../lib/host/agent/agents_type.ts";
