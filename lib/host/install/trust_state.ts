/**
 * Whether a client has been told to trust what `install` wrote, as far as its files tell.
 * @module
 */

import { posix, win32 } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Machine, resolvePlace } from "../profile/places.ts";
import type { ClientProfile, Gate, Scope, TrustedFolders } from "../profile/profile_type.ts";
import { JsonText } from "./edit_json.ts";
import { getToml } from "./edit_toml.ts";
import { readConfig } from "./read_config.ts";

/** Whether a person has trusted it. */
export type TrustState = "trusted" | "untrusted" | "unknown";

/**
 * The trust of a client's server, or of its hooks, in one scope. `reviewed` is what the client itself says of our hooks, by
 * file, where it has been asked.
 *
 * @throws {StorageError} the client's record can't be read
 * @throws {EditError} the client's record isn't what it should be
 */
export function trustState(
  { trust }: ClientProfile,
  what: "server" | "hooks",
  scope: Scope,
  machine: Machine,
  reviewed: boolean | undefined,
): TrustState {
  const gate: Gate | undefined = trust.gates?.[what]?.[scope];
  switch (gate) {
    case "free":
      return "trusted";
    case "folder": {
      const given = trust.env !== undefined && machine.env[trust.env.variable] === trust.env.value;
      if (trust.folders === undefined) return given ? "trusted" : "unknown";
      return given || isTrustedFolder(trust.folders, machine) ? "trusted" : "untrusted";
    }
    case "reviewed":
      return reviewed === undefined ? "unknown" : reviewed ? "trusted" : "untrusted";
    default:
      return "unknown";
  }
}

function isTrustedFolder(record: TrustedFolders, machine: Machine): boolean {
  const { place, format, keyPath, value, below } = record;
  const text = readConfig(resolvePlace(place, machine)) ?? "";
  const json = format === "jsonc" ? new JsonText(text, true) : undefined;
  return (below ? foldersAbove(machine) : [machine.workspace]).some((folder) => {
    const path = keyPath.map((key) => key === "{folder}" ? folder : key);
    const found = json === undefined ? getToml(text, path) : json.get(path);
    return value === undefined ? Array.isArray(found) && found.includes(folder) : isDeepStrictEqual(found, value);
  });
}

/** The workspace and every folder above it. */
function foldersAbove({ os, workspace }: Machine): string[] {
  const { dirname } = os === "windows" ? win32 : posix;
  const folders = [workspace];
  for (let above = dirname(workspace); above !== folders.at(-1); above = dirname(above)) folders.push(above);
  return folders;
}
