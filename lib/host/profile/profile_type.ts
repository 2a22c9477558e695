/**
 * What there is to know of a client, as data: adding a client is adding one of these. Source: spec "Client profiles".
 * @module
 */

import type { Json, JsonObject } from "../../json.ts";

/** Operating systems that a profile tells apart. */
export type Os = "linux" | "macos" | "windows";

/** Whose configuration: the user's, or the workspace's. */
export type Scope = "user" | "workspace";

/**
 * A folder that paths start from. `config` is the XDG configuration folder (`~/.config`) on every system; `appData` is
 * where an application keeps its files (`%APPDATA%`, `~/Library/Application Support`, the XDG configuration folder).
 */
export type Root = "home" | "workspace" | "config" | "appData" | "system";

/** A file or folder below a root. The path is relative, with `/`, and never leads up. */
export interface Place {
  /** Where the path begins. */
  root: Root;
  /** Behind the root, with slashes. */
  path: string;
  /** A variable that moves it, and the path below the variable's value. */
  override?: { variable: string; path: string };
}

/** A place on each operating system. */
export type Places = Place | Readonly<Record<Os, Place>>;

/** A configuration file into which one key is inserted. */
export interface ConfigFile {
  /** Where the file is. */
  place: Places;
  /** The file's format. */
  format: "json" | "jsonc" | "toml";
  /** Names of the file in the same folder that are used instead where they exist. */
  alternatives?: readonly string[];
  /** Where the servers stand in it. */
  keyPath: readonly string[];
  /** A server's entry. `{command}` is the program; an item `{args}` of a list stands for all arguments. */
  entry: JsonObject;
}

/** The client's own command. `{name}`, `{command}`, `{entry}` (JSON) and the item `{args}` are filled in. */
export interface CliRegistration {
  /** Arguments that register a server. */
  add: readonly string[];
  /** Arguments that take it away. */
  remove: readonly string[];
}

/** How a server is registered. */
export interface ServerRegistration {
  /** How the client talks to a server. */
  transport: "stdio" | "socket";
  /** The configuration file, by scope. */
  files: Partial<Readonly<Record<Scope, ConfigFile>>>;
  /** Used where there is one for the scope; the file is only read then. */
  cli?: Partial<Readonly<Record<Scope, CliRegistration>>>;
  /** The key of an entry that holds its variables; `env` if not given. */
  envKey?: string;
  /** For one run. */
  flag?: { flag: string; value: "path" | "json" | "toml-kv" | "@file" };
  /** For one run. */
  env?: { variable: string; value: "json" };
}

/** The commonest reason for "registered but not visible". */
export interface TrustGate {
  /** What a person does, in one or two sentences. */
  how: string;
  /** For one run. */
  /** A variable that gives the trust. */
  env?: { variable: string; value: string };
  /** A flag that gives the trust. */
  flag?: string;
  /** A key of the server's entry that approves its tools. */
  approvalKey?: string;
  /** What each wants before it counts; without it nobody knows. */
  gates?: { server: Readonly<Record<Scope, Gate>>; hooks?: Readonly<Record<Scope, Gate>> };
  /** Where the client keeps the folders that a person has trusted. */
  folders?: TrustedFolders;
}

/**
 * `free` counts at once, `folder` in a folder that a person has trusted, `reviewed` once a person has trusted this very hook,
 * `asked` once a person was asked, of which there's no record to be read.
 */
export type Gate = "free" | "folder" | "reviewed" | "asked";

/** The record of trusted folders. */
export interface TrustedFolders {
  /** The file. */
  place: Places;
  /** The file's format. */
  format: "jsonc" | "toml";
  /** Where it stands; `{folder}` is the folder's path. */
  keyPath: readonly string[];
  /** What stands there. Without it there's a list of folders. */
  value?: Json;
  /** What is below a trusted folder is trusted, too. */
  below?: true;
}

/** What one of our hooks is for. */
export type HookPurpose = "tool" | "start" | "prompt" | "stop" | "subagent_stop" | "skill";

/** How a client writes a hook down. */
export type HookShape =
  | "nested"
  | "copilot"
  | "vscode"
  | "cursor"
  | "antigravity"
  | "windsurf"
  | "plugin";

/** Where and how hooks are registered. */
export interface HookRegistration {
  /** How the client's hooks are written. */
  shape: HookShape;
  /** The files, and where in them the map of events stands: nowhere deeper where the file is the map. */
  files: Partial<Readonly<Record<Scope, { place: Places; keyPath: readonly string[] }>>>;
  /** The whole file is ours: `install` creates it, `uninstall` deletes it. */
  wholeFile: boolean;
  /** The client's events and what ours does at each. */
  events: Readonly<Record<string, HookPurpose>>;
  /** What the client calls its time limit, and the unit. */
  timeout?: { key: string; unit: "s" | "ms" };
  /** Makes a failing hook block the tool. */
  failClosed?: JsonObject;
  /** What a person does before the client runs the hooks. */
  trust?: string;
  /** What the client does when the guard fails, in a few words each. */
  failures: HookFailures;
}

/** Does the tool run when the guard misbehaves? `closed` is blocked. */
export interface HookFailures {
  /** The hook crashes. */
  crash: HookFailure;
  /** The hook's program isn't there. */
  missing: HookFailure;
  /** The hook takes too long. */
  timeout: HookFailure;
  /** What it prints can't be read. */
  malformed: HookFailure;
  /** Nobody has trusted it. */
  untrusted: HookFailure;
}

/**
 * `wrapped` runs by itself, and is blocked through the wrapper that `install` writes; `fixed` through the client's key.
 * Of hooks that aren't trusted: `guarded` runs them all the same, `skipped` doesn't, `refused` doesn't run at all.
 */
export type HookFailure = "closed" | "fixed" | "wrapped" | "open" | "guarded" | "skipped" | "refused" | "unknown";

/** How the client runs without a person. Items `{prompt}`, `{session}` are filled in. */
export interface Headless {
  /** The command line. */
  argv: readonly string[];
  /** What it wants on stdin. */
  stdin: "prompt" | "empty";
  /** The event that ends a turn. */
  /** The event that ends a run. */
  final: string;
  /** Arguments that go on with a session. */
  resume?: readonly string[];
  /** Arguments about permissions. */
  permission?: readonly string[];
}

/**
 * A client's own structured mode, as an agent: `stream-json` keeps one process and takes a line of JSON a turn, `exec-json`
 * is started for each turn. The item `{config}` stands for what tells it of our server.
 */
export interface Structured {
  /** What it speaks. */
  protocol: "stream-json" | "exec-json";
  /** The command line; of `exec-json` with the item `{prompt}`. */
  argv: readonly string[];
  /** What goes on with `{session}`: of `stream-json` added, of `exec-json` the arguments of a further turn. */
  resume: readonly string[];
}

/** What a client is known by. */
export interface ClientProfile {
  /** The id. */
  id: string;
  /** For people. */
  title: string;
  /** Other names under which people ask for it. */
  aliases: readonly string[];
  /** Where the data come from: measured with `version`, its documentation, or others' code. */
  evidence: "measured" | "documented" | "secondary";
  /** The version that was measured. */
  version?: string;
  /** The server. */
  server: ServerRegistration;
  /** What has to be trusted before it runs. */
  trust: TrustGate;
  /** Folders of skills that the client reads, the best one for a new skill first. */
  skills: { workspace: readonly string[]; user: readonly string[] };
  /** The hooks. */
  hooks?: HookRegistration;
  /** Its table in `lib/fence/tool_names.ts`. */
  tools?: string;
  /** How it runs without a person. */
  headless?: Headless;
  /** Starts it as an agent of the Agent Client Protocol. */
  acp?: readonly string[];
  /** The session's mode in which it brings every decision to us, where it doesn't begin in it. */
  acpMode?: string;
  /** It takes no server with a session: the flag for one run gives it. */
  acpServers?: "flag";
  /** How it writes a tool of a server when it asks whether it may be used: the call's kind, and its title. */
  acpAsks?: { kind: string; title: string };
  /** Variables for it as such an agent: what it would else decide by itself is brought to us, and our server is taken. */
  acpEnv?: Readonly<Record<string, string>>;
  /** How it's driven as an agent without that protocol. */
  structured?: Structured;
  /** Where it keeps the schemas of MCP tools that its model reads. */
  toolSchemas?: Places;
  /** Variables that it sets for the programs it starts. */
  markers: readonly string[];
}

/** A template with its placeholders filled in. */
export function fillTemplate(template: Json, values: { command: string; args: readonly string[] }): Json {
  if (template === "{command}") return values.command;
  if (Array.isArray(template)) {
    return template.flatMap((item) => item === "{args}" ? [...values.args] : [fillTemplate(item, values)]);
  }
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillTemplate(value, values)]));
}
