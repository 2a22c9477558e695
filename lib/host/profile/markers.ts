/**
 * Variables by which a client's children are known.
 * @module
 */

import { AGENT_MARKERS } from "../agent_markers.ts";

/** What the list of markers has for a client, by the name it has there. */
export function markersOf(client: string): readonly string[] {
  return AGENT_MARKERS.find((entry) => entry.client === client)?.telling ?? [];
}
