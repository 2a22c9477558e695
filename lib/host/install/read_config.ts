/**
 * Reads clients' configuration files.
 * @module
 */

import { existsSync, readFileSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { StorageError } from "../../error.ts";
import { describeErrno } from "../inside.ts";
import { type Machine, resolvePlace } from "../profile/places.ts";
import type { ConfigFile } from "../profile/profile_type.ts";
import { JsonText } from "./edit_json.ts";
import { getToml } from "./edit_toml.ts";
import { OWN_NAME } from "./install_plan.ts";

/** Larger files aren't configuration. */
const MAX_SIZE = 16_777_216;

/** A file's text; null where there's none. */
export function readConfig(file: string): string | null {
  try {
    if (statSync(file).size > MAX_SIZE) {
      throw new StorageError(`"${file}" is too large to be a configuration`, { path: file });
    }
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    const why = error instanceof TypeError ? "it isn't UTF-8" : describeErrno(code);
    throw new StorageError(`Can't read "${file}": ${why}\nNothing was changed`, { path: file });
  }
}

/** The file of a client's servers: the first alternative that exists, else the usual one. */
export function serverFile(config: ConfigFile, machine: Machine): string {
  const usual = resolvePlace(config.place, machine);
  const { dirname, join } = machine.os === "windows" ? win32 : posix;
  const others = (config.alternatives ?? []).map((name) => join(dirname(usual), name));
  return existsSync(usual) ? usual : others.find((path) => existsSync(path)) ?? usual;
}

/**
 * Our server's entry in a client's file; undefined where there's none.
 *
 * @throws {EditError} the file isn't what it should be
 */
export function registeredServer(config: ConfigFile, machine: Machine): unknown {
  const text = readConfig(serverFile(config, machine)) ?? "";
  const path = [...config.keyPath, OWN_NAME];
  return config.format === "toml" ? getToml(text, path) : new JsonText(text, true).get(path);
}
