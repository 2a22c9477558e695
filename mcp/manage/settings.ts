/**
 * What a manager is set up with.
 * @module
 */

import type { ManageState, MethodId } from "./contract.ts";
import type { EraMode } from "./era.ts";
import type { LogEntry } from "./log_entry.ts";
import type { Times } from "./time_limits.ts";

/** Settings of a manager; only the workspace is needed. */
export interface ManageSettings {
  /** The workspace's folder. */
  workspace: string;
  /** Environment variables: for `${VAR}`, for the short list that servers inherit, for finding programs. */
  env: Readonly<Record<string, string | undefined>>;
  /** Another configuration than the workspace's `.mcp.json`. */
  config?: string;
  /** A client whose configuration is read instead, by name. */
  from?: string;
  /** The catalog's file, from the workspace; `assets/tools.json` by default. Null for none. */
  catalog?: string | null;
  /** Which protocol era is tried; what an earlier `auto` found out is used by default, else `legacy`. */
  era?: EraMode;
  /** Limits of time. */
  times?: Partial<Times>;
  /** Methods in the order in which they're tried. */
  order?: readonly MethodId[];
  /** The command line of this program (`node cli.js`): agents start it as a recording proxy. */
  proxy?: readonly string[];
  /** Folder in which running process groups are on record, so that the next start can end what a crash left. */
  records?: string;
  /** The skill on whose behalf this happens, for the log. */
  skill?: string;
  /** Takes the log entries. */
  log?(entry: LogEntry): void;
  /** Told of every state. */
  onState?(state: ManageState, server?: string): void;
  /** A line of a server's stderr, or of a call's progress. */
  onLine?(server: string, line: string): void;
  /** Calls it off. */
  signal?: AbortSignal;
}
