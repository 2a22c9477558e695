/**
 * What a command may use of the terminal; injected, so that commands can be tested and embedded.
 * @module
 */

import type { Manager, ManageSettings } from "../../mcp/manage/mod.ts";

/** Streams, environment and the folder a command runs in. */
export interface Io {
  /** Writes to stdout. */
  out(text: string): void;
  /** Writes to stderr. */
  err(text: string): void;
  /** Reads one line after a prompt; null at the end of input. */
  ask(prompt: string): Promise<string | null>;
  /** All of stdin. */
  input(): Promise<string>;
  cwd: string;
  env: { [name: string]: string | undefined };
  /** Whether a person can be asked. */
  interactive: boolean;
  /** Whether stdout is a terminal. */
  terminal: boolean;
  /** Columns of the terminal; 80 where there is none. */
  width: number;
  /** Whether stdout takes colour. */
  colour: boolean;
}

/** How to serve MCP. */
export interface ServeOptions {
  workspace: string;
  structured: boolean;
  trustAll: boolean;
  /** Skills as prompts. */
  prompts: boolean;
  /** Sets of tools; `workflow` alone where nothing is said. */
  tools?: ("workflow" | "agents" | "mcp")[];
  /** The command line of this program, which agents start as a recording proxy. */
  program?: string[];
  /** A folder in which requests are taken as files as well. */
  requests?: string;
  /** Streamable HTTP on the loopback instead of stdin and stdout. */
  http?: { port?: number; roots: string[]; token: boolean };
  env: Io["env"];
}

/** Managing other MCP servers. */
export interface ManageDoor {
  createManager(settings: ManageSettings): Manager;
  /** Serves an agent the one tool of a request file, and writes down what it answered. */
  runRecordingProxy(file: string): Promise<void>;
}

/** Doors that stand beside the command line; whoever puts the program together hands them in. */
export interface Doors {
  serve(options: ServeOptions): Promise<void>;
  /** Managing other MCP servers; loaded when it's asked for. */
  manage(): Promise<ManageDoor>;
  /** The program of a thread that plays scenarios, where the program can have further threads. */
  scenarioThread?: URL;
}

/** Exit codes of every command. */
export const EXIT: Readonly<{ ok: 0; failed: 1; usage: 2 }> = Object.freeze({ ok: 0, failed: 1, usage: 2 });
