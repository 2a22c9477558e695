/**
 * Ties an MCP call to the host session that makes it. Most clients don't tell a server whose call it is, but their hook
 * knows: it leaves a note just before the call, under the call's id or its input, and the server takes it.
 * @module
 */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type Json } from "../../json.ts";
import type { Owner } from "../../session/state.ts";
import { sha256 } from "../sha256.ts";

/** A call as the hook, and then the server, sees it. */
export interface NotedCall {
  /** The tool's own name, without its server. */
  tool: string;
  input: Json;
  /** The client's id of the call, where it hands it to both. */
  useId?: string;
}

/** Older notes aren't of this call. */
const MAX_AGE = 120_000;
const MAX_SWEPT = 100;

/** Leaves a note. `state` is the user's state folder. Never throws. */
export function leaveCallerNote(state: string, call: NotedCall, owner: Owner, now: Date): void {
  const folder = join(state, "callers");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    sweep(folder, now);
    const text = JSON.stringify({ owner, at: now.toISOString() });
    for (const key of keysOf(call)) writeFileSync(join(folder, key), text, { mode: 0o600 });
  } catch {
    // Without a note the server's process stands for the owner.
  }
}

/** Takes the note of a call: whose it is; undefined where there's none, or only an old one. */
export function takeCallerNote(state: string, call: NotedCall, now: Date): Owner | undefined {
  let found: Owner | undefined;
  for (const key of keysOf(call)) {
    const path = join(state, "callers", key);
    try {
      const note: unknown = JSON.parse(readFileSync(path, "utf8"));
      rmSync(path, { force: true });
      if (found !== undefined || !isJsonObject(note) || !isJsonObject(note.owner)) continue;
      const age = now.getTime() - Date.parse(String(note.at));
      if (typeof note.owner.session === "string" && age >= -MAX_AGE && age < MAX_AGE) {
        found = note.owner as unknown as Owner;
      }
    } catch {
      // no note under this key
    }
  }
  return found;
}

function keysOf({ tool, input, useId }: NotedCall): string[] {
  const byInput = sha256(`${tool}\n${canonical(input)}`).slice(0, 32);
  return useId === undefined || useId === "" ? [byInput] : [sha256(useId).slice(0, 32), byInput];
}

/** JSON with sorted keys: a client may hand them on in another order. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${entries.join(",")}}`;
}

function sweep(folder: string, now: Date): void {
  for (const name of readdirSync(folder).slice(0, MAX_SWEPT)) {
    const path = join(folder, name);
    try {
      if (now.getTime() - statSync(path).mtimeMs > MAX_AGE) rmSync(path, { force: true });
    } catch {
      // somebody else's sweep was faster
    }
  }
}
