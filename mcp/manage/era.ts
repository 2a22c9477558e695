/**
 * Protocol eras: which is tried, and what is remembered of a server. Source: spec "Managing other MCP servers".
 * @module
 */

import type { JsonObject } from "../../lib/json.ts";
import type { CatalogEntry } from "./catalog.ts";

/** Which protocol era is tried: the older one, whichever the server speaks, or only the stateless one. */
export type EraMode = "legacy" | "auto" | "modern";

/** What is known of a server: that it speaks the older era, or what it answered to `server/discover`. */
export type KnownEra = { kind: "legacy" } | { kind: "modern"; discover: JsonObject };

/** How long it's believed that a server speaks only the older era, in milliseconds: it may have been renewed. */
const ERA_MS = 86_400_000;

/** The era to try, and what is known of it. Without a wish, a server that `auto` has found out about keeps it. */
export function eraOf(
  wanted: EraMode | undefined,
  entry: CatalogEntry | undefined,
): { era: EraMode; known?: KnownEra } {
  const era = wanted ?? (entry?.era_probed ? "auto" : "legacy");
  if (era === "legacy" || entry === undefined || !entry.era_probed) return { era };
  if (entry.era === "modern") {
    return entry.discover === undefined ? { era } : { era, known: { kind: "modern", discover: entry.discover } };
  }
  const age = Date.now() - Date.parse(entry.discovered_at);
  return era === "auto" && age >= 0 && age < ERA_MS ? { era, known: { kind: "legacy" } } : { era };
}
