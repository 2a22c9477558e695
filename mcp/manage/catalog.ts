/**
 * The catalog: what was found on each server, kept in a file. Source: spec "Managing other MCP servers".
 * @module
 */

import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { SessionBusyError, WorkflowError } from "../../lib/error.ts";
import { takeLock } from "../../lib/host/store/session_lock.ts";
import { storeMachine } from "../../lib/host/store/store_machine.ts";
import { writePrivately } from "../../lib/host/write_privately.ts";
import { isJsonObject, type JsonObject } from "../../lib/json.ts";
import { CONTRACT_VERSION, type Failure } from "./contract.ts";
import { fitCatalog } from "./fit_catalog.ts";
import { ManageError } from "./manage_error.ts";

/** What the catalog has of one server. */
export interface CatalogEntry {
  /** Digest of the server's configuration. */
  config_digest: string;
  /** The era of the protocol that it speaks. */
  era: "legacy" | "modern";
  /** Whether the era was found out (`auto`) and may be relied on next time. */
  era_probed: boolean;
  /** The server's answer to `server/discover`, to connect without asking again. */
  discover?: JsonObject;
  /** The server. */
  server: JsonObject | null;
  /** ISO 8601, UTC. */
  discovered_at: string;
  /** How long it stays fresh, in milliseconds. */
  ttl_ms: number;
  /** Whether the last attempt failed, so that all this is older. */
  stale: boolean;
  /** What went wrong, where something did. */
  failure: (Failure & { at: string }) | null;
  /** Its tools. */
  tools: JsonObject[];
  /** Its prompts. */
  prompts: JsonObject[];
  /** Its resources. */
  resources: JsonObject[];
  /** Its resource templates. */
  resource_templates: JsonObject[];
  /** What had to be left out to keep the catalog small. */
  cut?: string[];
}

/** A server that was never reached: why not. */
export interface FailedEntry {
  /** Digest of the server's configuration. */
  config_digest: string | null;
  /** What went wrong, where something did. */
  failure: Failure & { at: string };
}

/** The file's content. */
export interface Catalog {
  /** Version of the format. */
  format: 1;
  /** Version of the contract. */
  contract_version: string;
  /** The configuration file. */
  config: string;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** By name. */
  servers: Record<string, CatalogEntry>;
  /** Servers of which nothing is known but that they failed. */
  failures: Record<string, FailedEntry>;
}

/** What a discovery found out, to be put into the catalog. */
export interface CatalogChange {
  config: string;
  /** When the discovery began, ISO 8601. */
  began: string;
  at: string;
  found: ReadonlyMap<string, CatalogEntry>;
  failed: ReadonlyMap<string, FailedEntry>;
  /** All servers of the configuration; others of it are dropped. Left out where only some were asked. */
  all?: readonly string[];
}

/** Milliseconds to wait for another writer. */
const WAIT_MS = 10_000;
/** A catalog that is larger wasn't written by us. */
const READ_BYTES = 4_000_000;

/** The catalog, or an empty one where there's none or it can't be read: it can always be made again. */
export function readCatalog(file: string): Catalog {
  const empty: Catalog = {
    format: 1,
    contract_version: CONTRACT_VERSION,
    config: "",
    updated_at: "",
    servers: Object.create(null),
    failures: Object.create(null),
  };
  try {
    if (statSync(file).size > READ_BYTES) return empty;
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isJsonObject(value) || value.format !== 1 || !isJsonObject(value.servers)) return empty;
    const read = value as unknown as Catalog;
    for (const [name, entry] of Object.entries(read.servers)) if (isEntry(entry)) empty.servers[name] = entry;
    for (const [name, entry] of Object.entries(read.failures ?? {})) empty.failures[name] = entry;
    return { ...empty, config: String(read.config), updated_at: String(read.updated_at) };
  } catch {
    return empty;
  }
}

/**
 * Puts a discovery's findings into the file: under a lock, upon what others have written meanwhile, whole or not at all.
 *
 * @returns the catalog as it was written
 * @throws {ManageError} `ERR_CATALOG_FAILED`: the system refused, or another writer didn't come to an end
 */
export async function saveCatalog(file: string, change: CatalogChange): Promise<Catalog> {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const lock = await takeLock({ ...storeMachine(), waitMs: WAIT_MS }, "the catalog", `${file}.lock`);
    try {
      const catalog = fitCatalog(merge(readCatalog(file), change));
      writePrivately(file, `${JSON.stringify(catalog)}\n`);
      return catalog;
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof SessionBusyError) {
      throw new ManageError("ERR_CATALOG_FAILED", `Another process keeps writing ${file}\nTry again`, { file });
    }
    const errno = error as NodeJS.ErrnoException;
    if (!(error instanceof WorkflowError) && errno.code === undefined) throw error;
    throw new ManageError("ERR_CATALOG_FAILED", `Can't write the catalog ${file}: ${errno.message}`, { file });
  }
}

/** Whether an entry needs no asking: its server said how long it's good. */
export function isFresh(entry: CatalogEntry, now: number): boolean {
  const at = Date.parse(entry.discovered_at);
  // A clock that was put back would make it good for ever.
  return !entry.stale && entry.cut === undefined && now >= at && now < at + entry.ttl_ms;
}

function merge(catalog: Catalog, change: CatalogChange): Catalog {
  const servers: Catalog["servers"] = Object.assign(Object.create(null), catalog.servers);
  const failures: Catalog["failures"] = Object.assign(Object.create(null), catalog.failures);
  if (change.all !== undefined && catalog.config === change.config) {
    const known = new Set(change.all);
    for (const name of Object.keys(servers)) if (!known.has(name)) delete servers[name];
    for (const name of Object.keys(failures)) if (!known.has(name)) delete failures[name];
  }
  for (const [name, entry] of change.found) {
    const other = servers[name];
    const newer = other !== undefined && !other.stale && other.config_digest === entry.config_digest &&
      other.discovered_at > entry.discovered_at;
    if (!newer) servers[name] = entry;
    delete failures[name];
  }
  for (const [name, entry] of change.failed) {
    const good = servers[name];
    if (good === undefined) failures[name] = entry;
    // Whoever reached it since then knows better.
    else if (good.discovered_at < change.began) servers[name] = { ...good, stale: true, failure: entry.failure };
  }
  return {
    ...catalog,
    config: change.config,
    updated_at: change.at,
    servers: sorted(servers),
    failures: sorted(failures),
  };
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  const result: Record<string, T> = Object.create(null);
  for (const name of Object.keys(record).sort()) result[name] = record[name];
  return result;
}

function isEntry(value: unknown): value is CatalogEntry {
  if (!isJsonObject(value)) return false;
  const lists = [value.tools, value.prompts, value.resources, value.resource_templates];
  return typeof value.config_digest === "string" && typeof value.discovered_at === "string" &&
    typeof value.ttl_ms === "number" && (value.era === "legacy" || value.era === "modern") &&
    lists.every((list) => Array.isArray(list) && list.every(isJsonObject));
}
