/**
 * Asks servers what they have, all at once, and keeps the answers in the catalog.
 * @module
 */

import { dirname, relative, resolve } from "node:path";
import type { JsonObject } from "../../lib/json.ts";
import { type Catalog, type CatalogEntry, type FailedEntry, isFresh, readCatalog, saveCatalog } from "./catalog.ts";
import { connectServer } from "./connect_server.ts";
import type { DiscoveredServer } from "./contract.ts";
import { eraOf } from "./era.ts";
import { listServer } from "./list_server.ts";
import { ManageError } from "./manage_error.ts";
import { oneAtATime } from "./one_at_a_time.ts";
import type { Config } from "./read_config.ts";
import { configDigest, type ServerConfig } from "./server_config.ts";
import type { ManageSettings } from "./settings.ts";
import type { Telemetry } from "./telemetry.ts";
import { readTimes, type Times } from "./time_limits.ts";

/** A discovery. */
export interface DiscoverOptions {
  /** Only these, by their exact names; all of the configuration if not given. */
  servers?: readonly string[];
  /** Asks also servers that said how long their lists are good. */
  refresh?: boolean;
}

/** What a discovery found. */
export interface Discovery {
  servers: DiscoveredServer[];
  catalog_path: string | null;
}

/** How many servers are asked at the same time. */
const PARALLEL = 8;

/** Where the catalog of these settings is. */
export function catalogPath(settings: Pick<ManageSettings, "workspace" | "catalog">): string | null {
  return settings.catalog === null ? null : resolve(settings.workspace, settings.catalog ?? "assets/tools.json");
}

/**
 * Discovers. A server that fails is a finding, not an error.
 *
 * @throws {ManageError} a server isn't in the configuration, or the catalog can't be written
 */
export async function discover(
  config: Config,
  settings: ManageSettings,
  options: DiscoverOptions,
  telemetry: Telemetry,
): Promise<Discovery> {
  const times = readTimes(settings.times);
  const file = catalogPath(settings);
  const known = file === null ? undefined : readCatalog(file);
  const names = [...options.servers ?? config.names];
  // An unknown name is a mistake in the request, and nothing is started then.
  for (const name of names) config.entry(name);
  const began = new Date().toISOString();
  const found = new Map<string, CatalogEntry>();
  const failed = new Map<string, FailedEntry>();
  const cached = new Set<string>();
  await inParallel(names, async (name) => {
    const entry = knownEntry(known, name, config);
    if (!options.refresh && entry !== undefined && isFresh(entry, Date.now())) {
      cached.add(name);
      return;
    }
    settings.onState?.("DISCOVERING", name);
    try {
      const server = config.server(name);
      found.set(name, await oneAtATime(`${server.digest} ${name}`, () => ask(server, settings, times, entry)));
      telemetry.discovered(name, found.get(name)!.tools.length);
    } catch (error) {
      if (!(error instanceof ManageError)) throw error;
      settings.onState?.("SERVER_FAILED", name);
      const failure = { ...error.toFailure(), at: new Date().toISOString() };
      failed.set(name, { config_digest: configDigest(config.entry(name)), failure });
    }
  });
  if (settings.signal?.aborted) throw new ManageError("ERR_CANCELLED", "The discovery was cancelled");
  let catalog = known;
  if (file !== null && found.size + failed.size > 0) {
    const all = options.servers === undefined ? { all: config.names } : {};
    catalog = await saveCatalog(file, {
      config: relative(dirname(file), config.file),
      began,
      at: new Date().toISOString(),
      found,
      failed,
      ...all,
    });
    settings.onState?.("CATALOG_SAVED");
  }
  const servers = names.map((name) => {
    const entry = found.get(name) ?? knownEntry(catalog, name, config);
    const status = cached.has(name) ? "cached" : found.has(name) ? "ok" : entry === undefined ? "failed" : "stale";
    return describe(name, status, entry, failed.get(name));
  });
  return { servers, catalog_path: file };
}

/** What the catalog has of a server as it's configured now: of another configuration it says nothing. */
export function knownEntry(catalog: Catalog | undefined, name: string, config: Config): CatalogEntry | undefined {
  if (catalog === undefined || !Object.hasOwn(catalog.servers, name)) return undefined;
  const entry = catalog.servers[name];
  return entry.config_digest === configDigest(config.entry(name)) ? entry : undefined;
}

/** A server's `discover` answer holds its instructions, which may be long. */
const DISCOVER_BYTES = 8_000;

async function ask(
  server: ServerConfig,
  settings: ManageSettings,
  times: Times,
  known: CatalogEntry | undefined,
): Promise<CatalogEntry> {
  const { env, signal, records, onLine } = settings;
  const { era, known: knownEra } = eraOf(settings.era, known);
  const connection = await connectServer(server, {
    env,
    era,
    timeout: times.connect,
    ...(knownEra === undefined ? {} : { known: knownEra }),
    ...(signal === undefined ? {} : { signal }),
    ...(records === undefined ? {} : { records }),
    ...(onLine === undefined ? {} : { onLine: (line: string) => onLine(server.name, line) }),
  });
  try {
    const { problems, ...lists } = await listServer(connection, {
      timeout: times.discovery,
      ...(signal === undefined ? {} : { signal }),
    });
    for (const problem of problems) onLine?.(server.name, `can't list ${server.secrets.mask(problem)}`);
    const info = connection.client.getServerVersion();
    const answer = connection.known.kind === "modern" ? connection.known.discover : undefined;
    const entry: CatalogEntry = {
      config_digest: server.digest,
      era: connection.era,
      era_probed: era !== "legacy",
      ...(answer !== undefined && JSON.stringify(answer).length <= DISCOVER_BYTES ? { discover: answer } : {}),
      server: info === undefined ? null : { name: info.name, version: info.version },
      discovered_at: new Date().toISOString(),
      stale: false,
      failure: null,
      ...lists,
    };
    return server.secrets.maskJson(entry as unknown as JsonObject) as unknown as CatalogEntry;
  } finally {
    await connection.close();
  }
}

function describe(
  name: string,
  status: DiscoveredServer["status"],
  entry: CatalogEntry | undefined,
  failed: FailedEntry | undefined,
): DiscoveredServer {
  const failure = failed?.failure ?? null;
  return {
    name,
    status,
    tools: entry?.tools ?? [],
    prompts: entry?.prompts ?? [],
    resources: entry?.resources ?? [],
    resource_templates: entry?.resource_templates ?? [],
    era: entry?.era ?? null,
    discovered_at: entry?.discovered_at ?? null,
    failure: failure === null ? null : without(failure),
  };
}

function without({ at: _, ...failure }: FailedEntry["failure"]): DiscoveredServer["failure"] {
  return failure;
}

/** The first error that isn't a finding is thrown once everything that was started has come to its end. */
async function inParallel(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  const waiting = [...names];
  const run = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await work(name);
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(PARALLEL, names.length) }, run));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
