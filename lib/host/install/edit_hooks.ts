/**
 * Puts our hooks into a client's map of events, beside those of others, and takes them out again.
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { EditError } from "./edit_error.ts";
import type { JsonText } from "./edit_json.ts";
import { isOwnHook } from "./hook_command.ts";

/** The text with exactly these entries of ours, by event, and none of ours elsewhere in the map. */
export function setHooks(
  text: JsonText,
  keyPath: readonly string[],
  entries: Readonly<Record<string, JsonObject>>,
): JsonText {
  let edited = text;
  for (const event of new Set([...Object.keys(entries), ...eventsIn(text, keyPath)])) {
    edited = setEvent(edited, [...keyPath, event], Object.hasOwn(entries, event) ? entries[event] : undefined);
  }
  return edited;
}

/** Whether the map has a hook of ours for an event. */
export function hasHook(text: JsonText, keyPath: readonly string[], event: string): boolean {
  return listAt(text, [...keyPath, event]).some(isOwnHook);
}

function eventsIn(text: JsonText, keyPath: readonly string[]): string[] {
  const map = text.get(keyPath);
  return isJsonObject(map) ? Object.keys(map).filter((event) => Array.isArray(map[event])) : [];
}

function setEvent(text: JsonText, path: readonly string[], entry: JsonObject | undefined): JsonText {
  const list = listAt(text, path);
  const own = list.flatMap((item, index) => isOwnHook(item) ? [index] : []);
  if (own.length === 1 && isDeepStrictEqual(list[own[0]], entry)) return text;
  if (own.length === 0 && entry === undefined) return text;
  const [first] = own;
  const replaces = entry !== undefined && first !== undefined && isOursAlone(list[first]);
  let edited = text;
  // From the last one on, since places move.
  for (const index of own.reverse()) {
    if (!replaces || index !== first) edited = takeOwn(edited, path, index, list[index]);
  }
  if (entry === undefined) return edited;
  if (replaces) return edited.set([...path, first], entry);
  const rest = edited.get(path);
  return Array.isArray(rest) ? edited.set([...path, rest.length], entry, true) : edited.set(path, [entry]);
}

/** Takes our part out of one entry: all of it, but where somebody put hooks of their own beside ours. */
function takeOwn(text: JsonText, path: readonly string[], index: number, item: Json): JsonText {
  if (isOursAlone(item)) return text.take([...path, index]);
  const { hooks } = item as { hooks: Json[] };
  let edited = text;
  for (let at = hooks.length - 1; at >= 0; at--) {
    if (isOwnHook(hooks[at])) edited = edited.take([...path, index, "hooks", at]);
  }
  return edited;
}

function isOursAlone(item: Json): boolean {
  return !isJsonObject(item) || !Array.isArray(item.hooks) || item.hooks.every(isOwnHook);
}

function listAt(text: JsonText, path: readonly string[]): Json[] {
  const list = text.get(path);
  if (list === undefined) return [];
  if (!Array.isArray(list)) throw new EditError(`"${path.join(".")}" isn't a list`);
  return list;
}
