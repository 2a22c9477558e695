/**
 * The entry of one server: from a configuration's JSON to what is needed to reach it.
 * @module
 */

import { isAbsolute, resolve } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../lib/json.ts";
import { sha256 } from "../../lib/host/sha256.ts";
import { expandVariables, type Expansion } from "./expand_variables.ts";
import { ManageError } from "./manage_error.ts";
import { Secrets } from "./secrets.ts";

/** How a server is reached. */
export type Reach =
  | { transport: "stdio"; command: string; args: string[]; env: Record<string, string>; cwd: string }
  | { transport: "http" | "sse"; url: string; headers: Record<string, string>; mayBeSse: boolean };

/** A server of a configuration. */
export interface ServerConfig {
  name: string;
  reach: Reach;
  /** SHA-256 of the entry as it's written, variables not expanded. */
  digest: string;
  secrets: Secrets;
}

/** What an entry is read with. */
export interface ServerContext {
  /** The configuration file, for messages. */
  file: string;
  /** Where a server on this machine is started. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The digest of an entry, whatever the order of its keys. */
export function configDigest(entry: Json): string {
  return sha256(JSON.stringify(sortKeys(entry)));
}

/**
 * Reads a server's entry and expands its variables.
 *
 * @throws {ManageError} the entry isn't one, or a variable isn't set
 */
export function readServer(name: string, entry: Json, context: ServerContext): ServerConfig {
  const where = `The server ${JSON.stringify(name)} in ${context.file}`;
  const wrong = (what: string) =>
    new ManageError("ERR_CONFIG_INVALID", `${where} ${what}`, { server: name, file: context.file });
  if (!isJsonObject(entry)) throw wrong("isn't an object: wanted a command, or a url");

  const secrets = new Secrets();
  const expansion: Expansion = { env: context.env, onValue: (variable, value) => secrets.addVariable(variable, value) };
  const expand = (value: Json | undefined, key: string): string => {
    if (typeof value !== "string") throw wrong(`has ${key} ${JSON.stringify(value)}: wanted a text`);
    return expandVariables(value, expansion, where);
  };
  const record = (value: Json | undefined, key: string): Record<string, string> => {
    if (value === undefined) return {};
    if (!isJsonObject(value)) throw wrong(`has ${key} ${JSON.stringify(value)}: wanted names and texts`);
    const all: Record<string, string> = Object.create(null);
    for (const [variable, text] of Object.entries(value)) {
      all[variable] = expand(typeof text === "number" || typeof text === "boolean" ? String(text) : text, key);
    }
    return all;
  };

  const { type } = entry;
  const url = entry.url ?? entry.httpUrl ?? entry.serverUrl;
  const kind = typeof type === "string" ? type : url === undefined ? "stdio" : "http";
  const digest = configDigest(entry);
  if (kind === "stdio" || kind === "local") {
    // opencode writes program and arguments as one list.
    const words = Array.isArray(entry.command) ? entry.command : [entry.command, ...list(entry.args, wrong)];
    const [command, ...args] = words.map((word, i) => expand(word, i === 0 ? "command" : "args"));
    if (command === undefined || command === "") throw wrong("has no command");
    const env = record(entry.env ?? entry.environment, "env");
    for (const [variable, value] of Object.entries(env)) secrets.addNamed(variable, value);
    const cwd = entry.cwd === undefined ? context.folder : resolve(context.folder, expand(entry.cwd, "cwd"));
    return { name, reach: { transport: "stdio", command: local(command, cwd), args, env, cwd }, digest, secrets };
  }
  const transport = kind === "sse"
    ? "sse"
    : ["http", "streamable-http", "streamableHttp", "remote"].includes(kind)
    ? "http"
    : undefined;
  if (transport === undefined) throw wrong(`has the type ${JSON.stringify(kind)}: there are stdio, http and sse`);
  const headers = record(entry.headers, "headers");
  for (const value of Object.values(headers)) secrets.add(value);
  const address = readUrl(expand(url, "url"), wrong);
  if (address.password !== "") secrets.add(decodeURIComponent(address.password));
  for (const [key, value] of address.searchParams) secrets.addNamed(key, value);
  return {
    name,
    reach: { transport, url: address.href, headers, mayBeSse: type === undefined },
    digest,
    secrets,
  };
}

function readUrl(text: string, wrong: (what: string) => ManageError): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw wrong("has no url that begins with http:// or https://");
  }
  return url;
}

function list(value: Json | undefined, wrong: (what: string) => ManageError): Json[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrong(`has args ${JSON.stringify(value)}: wanted a list of texts`);
  return value;
}

/** `./server.sh` means the one beside the configuration; a bare name is looked for on the PATH. */
function local(command: string, cwd: string): string {
  return !isAbsolute(command) && /[/\\]/.test(command) ? resolve(cwd, command) : command;
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  const sorted: JsonObject = Object.create(null);
  for (const key of Object.keys(value).sort()) sorted[key] = sortKeys(value[key]);
  return sorted;
}
