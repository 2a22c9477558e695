/**
 * What an installation would change, before anything is. Source: spec "Client profiles".
 * @module
 */

import type { Machine } from "../profile/places.ts";
import type { ClientProfile, Scope } from "../profile/profile_type.ts";

/** A program with its arguments; absolute, since clients start it from anywhere. */
export interface Program {
  /** The program. */
  command: string;
  /** Its arguments. */
  args: readonly string[];
}

/** What to install, and where. */
export interface InstallRequest {
  /** The client. */
  profile: ClientProfile;
  /** The user or a workspace. */
  scope: Scope;
  /** The machine. */
  machine: Machine;
  /** Starts the MCP server. */
  server: Program;
  /** Starts a hook: client and purpose come behind it. */
  hook: Program;
}

/** One change. */
export type Change =
  /** `before` is null where there's no file. */
  | { kind: "write"; file: string; before: string | null; after: string; what: string }
  | { kind: "delete"; file: string; before: string; what: string }
  /** The client's own command. */
  | { kind: "run"; argv: readonly string[]; what: string };

/** All changes, in order. */
export interface InstallPlan {
  /** What it is. */
  kind: "install" | "uninstall";
  /** The client's id. */
  client: string;
  /** The user or a workspace. */
  scope: Scope;
  /** What would be changed, in order. */
  changes: Change[];
  /** What is there already, or has nothing to be taken away. */
  unchanged: string[];
  /** What a person has to know or do. */
  notes: string[];
}

/** The name of our server, and of everything else of ours in clients' files. */
export const OWN_NAME = "skill-workflow";
