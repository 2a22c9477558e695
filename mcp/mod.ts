/**
 * The MCP server, to be embedded: an engine behind five tools.
 * @module
 */

export { serve, type ServeOptions } from "./serve.ts";
export { serveStdio } from "./serve_stdio.ts";
export type { ServerSetup, ToolSet } from "./server_setup.ts";
