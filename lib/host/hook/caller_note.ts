/**
 * Ties an MCP call to the host session that makes it. Most clients don't tell a server whose call it is, but their hook
 * knows: it leaves a note just before the call, under the call's id or its input, and the server takes it.
 * @module
 */

import { canonicalJson, hashText } from "../../hash.ts";
import { isJsonObject, type Json } from "../../json.ts";
import type { Owner } from "../../session/state.ts";
import type { HookFiles } from "./hook_machine.ts";

/** A call as the hook, and then the server, sees it. */
export interface NotedCall {
  /** The tool's own name, without its server. */
  tool: string;
  /** The call's arguments. */
  input: Json;
  /** The client's id of the call, where it hands it to both. */
  useId?: string;
}

/** Older notes aren't of this call. */
const MAX_AGE = 120_000;
const MAX_SWEPT = 100;

/** Leaves a note. `state` is the user's state folder. Where that isn't possible the server's process stands for the owner. */
export function leaveCallerNote(files: HookFiles, state: string, call: NotedCall, owner: Owner, now: Date): void {
  sweep(files, state, now);
  const text = JSON.stringify({ owner, at: now.toISOString() });
  for (const key of keysOf(call)) files.replace(fileOf(state, key), text);
}

/** Takes the note of a call: whose it is; undefined where there's none, or only an old one. */
export function takeCallerNote(files: HookFiles, state: string, call: NotedCall, now: Date): Owner | undefined {
  let found: Owner | undefined;
  for (const key of keysOf(call)) {
    const path = fileOf(state, key);
    if (files.changedAt(path) === undefined) continue;
    const owner = readNote(files.read(path), now);
    files.remove(path);
    found ??= owner;
  }
  return found;
}

function readNote(text: string | undefined, now: Date): Owner | undefined {
  let note: unknown;
  try {
    note = JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
  if (!isJsonObject(note) || !isJsonObject(note.owner) || typeof note.owner.session !== "string") return undefined;
  const age = now.getTime() - Date.parse(String(note.at));
  return age >= -MAX_AGE && age < MAX_AGE ? note.owner as unknown as Owner : undefined;
}

function keysOf({ tool, input, useId }: NotedCall): string[] {
  const byInput = hashText(`${tool}\n${canonicalJson(input)}`);
  return useId === undefined || useId === "" ? [byInput] : [hashText(useId), byInput];
}

function fileOf(state: string, key: string): string {
  return `${state}/callers/${key}`;
}

function sweep(files: HookFiles, state: string, now: Date): void {
  for (const name of files.names(`${state}/callers`).slice(0, MAX_SWEPT)) {
    const path = fileOf(state, name);
    const changed = files.changedAt(path);
    if (changed !== undefined && now.getTime() - changed > MAX_AGE) files.remove(path);
  }
}
