/**
 * A value of TOML in one line, as a flag takes it.
 * @module
 */

import type { Json } from "../../../json.ts";

/** The value, with tables inline. TOML has no null: such entries are left out. */
export function tomlValue(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(tomlValue).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, one]) => one !== null);
    return `{${entries.map(([key, one]) => `${tomlKey(key)} = ${tomlValue(one)}`).join(", ")}}`;
  }
  // JSON's escapes are TOML's too; DEL is the one character that only TOML wants escaped.
  return typeof value === "string" ? JSON.stringify(value).replaceAll("\x7f", "\\u007f") : String(value);
}

/** A key, in quotes where it isn't a bare one. */
export function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : tomlValue(key);
}
