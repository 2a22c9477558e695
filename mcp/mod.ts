/**
 * The MCP server, to be embedded: an engine behind five tools.
 * @module
 */

export { serve, type ServeOptions } from "./serve.ts";
export { makeServer, type ServerSetup } from "./make_server.ts";
export { serveStdio } from "./serve_stdio.ts";
