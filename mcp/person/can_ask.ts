/**
 * Whether a client can put a form before its user.
 * @module
 */

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";

/**
 * Whether the client of this request offers elicitation by form: as each request says in the modern era, as `initialize`
 * said in the older one. A client that names no mode means forms.
 */
export function canAsk(request: ServerContext, declared: ClientCapabilities | undefined): boolean {
  const envelope = request.mcpReq.envelope as Record<string, unknown> | undefined;
  const said = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const { elicitation } = said ?? declared ?? {};
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
