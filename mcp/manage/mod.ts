/**
 * Managing other MCP servers: discover what they have, call their tools, fall back, observe.
 * @module
 */

export { createManager, type Manager } from "./manager.ts";
export type { ManageSettings } from "./settings.ts";
export type { DiscoverOptions } from "./discover.ts";
export type { ExecuteOptions } from "./execute.ts";
export * from "./contract.ts";
export { type FailureKind, ManageError } from "./manage_error.ts";
export type { LogEntry, LogPoint } from "./log_entry.ts";
export type { EraMode } from "./era.ts";
export { DEFAULT_TIMES, LONGEST_TIMES, type Times } from "./time_limits.ts";
export { DEFAULT_ORDER, GEMINI_FIRST } from "./methods/order.ts";
export { type Catalog, type CatalogEntry, type FailedEntry, readCatalog } from "./catalog.ts";
export { INHERITED } from "./server_environment.ts";
