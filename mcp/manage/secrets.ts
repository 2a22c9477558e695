/**
 * Values that must not be printed.
 * @module
 */

import { isJsonObject, type Json } from "../../lib/json.ts";

/** Names whose values are kept back. */
const TELLING = /key|token|secret|passw|auth|credential|cookie|session|private/i;
/** Variables whose values everybody may see, and which stand in ordinary paths. */
const PUBLIC = new Set(
  ["HOME", "PWD", "PATH", "USER", "LOGNAME", "SHELL", "LANG", "TMPDIR", "TEMP", "TMP", "USERPROFILE", "APPDATA"]
    .concat(["LOCALAPPDATA", "PROGRAMFILES", "SYSTEMROOT", "CLAUDE_PROJECT_DIR"]),
);
/** Shorter values would hide half of an ordinary text and are no secrets worth the name. */
const SHORTEST = 6;

/** The mask. */
export const MASK = "***";

/** Collects what is secret and hides it in texts. */
export class Secrets {
  #values: string[] = [];

  /** Notes a value that came from a variable of the environment. */
  addVariable(name: string, value: string): void {
    if (!PUBLIC.has(name.toUpperCase())) this.add(value);
  }

  /** Notes the value of a setting if its name says that it's a secret. */
  addNamed(name: string, value: string): void {
    if (TELLING.test(name)) this.add(value);
  }

  /** Notes a value, and the parts of it that are secret by themselves (`Bearer x`). */
  add(value: string): void {
    for (const part of new Set([value, value.trim(), value.slice(value.indexOf(" ") + 1).trim()])) {
      if (part.length >= SHORTEST && !this.#values.includes(part)) this.#values.push(part);
    }
    // A secret that holds another one goes first, or a half of it would stay.
    this.#values.sort((a, b) => b.length - a.length);
  }

  /** Notes what another collection has. */
  addAll(other: Secrets): void {
    for (const value of other.#values) this.add(value);
  }

  /** A text without secrets, neither as they are nor as they stand in an address or in JSON. */
  mask(text: string): string {
    for (const value of this.#values) {
      for (const form of new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])) {
        if (text.includes(form)) text = text.replaceAll(form, MASK);
      }
    }
    return text;
  }

  /** Any JSON value, its strings masked. */
  maskJson<T extends Json>(value: T): T {
    if (this.#values.length === 0) return value;
    if (typeof value === "string") return this.mask(value) as T;
    if (Array.isArray(value)) return value.map((item) => this.maskJson(item)) as T;
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.mask(key), this.maskJson(item)])) as T;
  }
}
