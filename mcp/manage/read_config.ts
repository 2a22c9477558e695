/**
 * The configuration that names the servers: `.mcp.json`, or one that a client keeps.
 * @module
 */

import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { parse as parseJsonc, type ParseError, printParseErrorCode } from "jsonc-parser";
import { didYouMean, nearest } from "../../lib/did_you_mean.ts";
import { findProfile } from "../../lib/host/profile/mod.ts";
import { osOf, resolvePlace } from "../../lib/host/profile/places.ts";
import type { ConfigFile } from "../../lib/host/profile/profile_type.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import { isJsonObject, type Json, type JsonObject } from "../../lib/json.ts";
import { ManageError } from "./manage_error.ts";
import { readServer, type ServerConfig } from "./server_config.ts";
import { SIZES } from "./time_limits.ts";

/** Where to read. */
export interface ConfigOptions {
  /** Its `.mcp.json` is read unless `file` or `from` says otherwise. */
  workspace: string;
  file?: string;
  /** A client by name, such as `claude-code`: what it has for the workspace, else for the user. */
  from?: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** A configuration that was read. Entries are read one by one: a broken one doesn't hide the others. */
export interface Config {
  file: string;
  names: string[];
  /** A server by its exact name. */
  server(name: string): ServerConfig;
  /** The entry as it's written. */
  entry(name: string): Json;
}

/**
 * Reads the configuration.
 *
 * @throws {ManageError} `ERR_CONFIG_MISSING` or `ERR_CONFIG_INVALID`; from `server`, `ERR_SERVER_NOT_FOUND`
 */
export async function readConfig(options: ConfigOptions): Promise<Config> {
  const { file, keyPath, format } = options.from === undefined
    ? {
      file: resolve(options.workspace, options.file ?? ".mcp.json"),
      keyPath: ["mcpServers"],
      format: "json" as const,
    }
    : placeOf(options.from, options);
  let servers: Json | undefined = await parse(readText(file), file, format);
  for (const key of keyPath) servers = isJsonObject(servers) && Object.hasOwn(servers, key) ? servers[key] : undefined;
  if (!isJsonObject(servers)) {
    throw new ManageError("ERR_CONFIG_INVALID", `${file} has no ${keyPath.join(".")}: wanted an object of servers`, {
      file,
    });
  }
  const entries = servers;
  const names = Object.keys(entries).sort();
  if (names.length > SIZES.servers) {
    throw new ManageError(
      "ERR_CONFIG_INVALID",
      `${file} has ${names.length} servers: wanted at most ${SIZES.servers}`,
      {
        file,
      },
    );
  }
  const entry = (name: string): Json => {
    if (Object.hasOwn(entries, name)) return entries[name];
    const hint = didYouMean(name, names) || (names.length === 0 ? "there are none" : `there are ${names.join(", ")}`);
    throw new ManageError("ERR_SERVER_NOT_FOUND", `There is no server ${JSON.stringify(name)} in ${file}: ${hint}`, {
      server: name,
      file,
      suggestions: nearest(name, names),
    });
  };
  const folder = options.from === undefined ? dirname(file) : options.workspace;
  return { file, names, entry, server: (name) => readServer(name, entry(name), { file, folder, env: options.env }) };
}

type Place = { file: string; keyPath: readonly string[]; format: ConfigFile["format"] };

/** The first of a client's files that there is: the workspace's, then the user's. */
function placeOf(client: string, options: ConfigOptions): Place {
  const profile = findProfile(client);
  const { home } = userDirs({ env: options.env });
  const machine = { os: osOf(process.platform), home, workspace: options.workspace, env: options.env };
  const places: Place[] = [profile.server.files.workspace, profile.server.files.user].flatMap((config) => {
    if (config === undefined) return [];
    const path = resolvePlace(config.place, machine);
    const others = (config.alternatives ?? []).map((name) => join(dirname(path), name));
    return [path, ...others].map((file) => ({ file, keyPath: config.keyPath, format: config.format }));
  });
  // Claude Code keeps a user's servers in its own state, which it writes itself but lets others read.
  if (profile.id === "claude-code") {
    places.push({ file: join(home, ".claude.json"), keyPath: ["mcpServers"], format: "json" });
  }
  const found = places.find(({ file }) => statSync(file, { throwIfNoEntry: false })?.isFile());
  if (found !== undefined) return found;
  const looked = places.map(({ file }) => file);
  throw new ManageError(
    "ERR_CONFIG_MISSING",
    `${profile.title} has no servers here: looked for ${looked.join(", ") || "nothing, it keeps them nowhere"}`,
    { client: profile.id, looked },
  );
}

function readText(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) {
    throw new ManageError(
      "ERR_CONFIG_MISSING",
      `There is no ${file}\nWrite one with {"mcpServers": {"name": {"command": "…"}}}, or name another with --config or --from`,
      { file },
    );
  }
  if (stat.size > SIZES.config) {
    throw new ManageError("ERR_CONFIG_INVALID", `${file} has ${stat.size} bytes: wanted at most ${SIZES.config}`, {
      file,
    });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw new ManageError(
      "ERR_CONFIG_INVALID",
      `Can't read ${file}: ${error instanceof Error ? error.message : error}`,
      {
        file,
      },
    );
  }
}

/** Comments and trailing commas are taken everywhere: clients write them too. */
async function parse(text: string, file: string, format: ConfigFile["format"]): Promise<JsonObject> {
  let value: unknown;
  if (format === "toml") {
    const { parse } = await import("@decimalturn/toml-patch");
    try {
      value = parse(text);
    } catch (error) {
      throw invalid(file, error instanceof Error ? error.message : String(error));
    }
  } else {
    const errors: ParseError[] = [];
    value = parseJsonc(text, errors, { allowTrailingComma: true });
    if (errors.length > 0) {
      const before = text.slice(0, errors[0].offset).split("\n");
      const place = `${before.length}:${before[before.length - 1].length + 1}`;
      throw invalid(`${file}:${place}`, printParseErrorCode(errors[0].error));
    }
  }
  if (!isJsonObject(value)) throw invalid(file, "it isn't an object");
  return value;
}

function invalid(file: string, why: string): ManageError {
  return new ManageError("ERR_CONFIG_INVALID", `Can't read the configuration ${file}: ${why}`, { file });
}
