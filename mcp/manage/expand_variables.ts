/**
 * `${VAR}` and `${VAR:-default}` in a configuration.
 * @module
 */

import { ManageError } from "./manage_error.ts";

/** Where values come from, and what is noted on the way. */
export interface Expansion {
  env: Readonly<Record<string, string | undefined>>;
  /** Takes every value that came from a variable. */
  onValue(name: string, value: string): void;
}

/**
 * The text with its variables replaced. An empty variable counts as unset where there's a default. What comes in isn't
 * expanded again.
 *
 * @throws {ManageError} a variable isn't set and has no default
 */
export function expandVariables(text: string, expansion: Expansion, where: string): string {
  let result = "";
  let at = 0;
  for (;;) {
    const start = text.indexOf("${", at);
    const end = start === -1 ? -1 : text.indexOf("}", start + 2);
    if (end === -1) return result + text.slice(at);
    const inner = text.slice(start + 2, end);
    const colon = inner.indexOf(":-");
    const name = colon === -1 ? inner : inner.slice(0, colon);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      // Not ours: a shell's `${x%y}` inside an argument stays what it is.
      result += text.slice(at, end + 1);
      at = end + 1;
      continue;
    }
    const set = Object.hasOwn(expansion.env, name) ? expansion.env[name] : undefined;
    const usesDefault = colon !== -1 && (set === undefined || set === "");
    const value = usesDefault ? inner.slice(colon + 2) : set;
    if (value === undefined) {
      throw new ManageError(
        "ERR_CONFIG_INVALID",
        `${where} wants the environment variable ${name}, which isn't set\nSet it, or write \${${name}:-default}`,
        { variable: name, where },
      );
    }
    if (!usesDefault) expansion.onValue(name, value);
    result += text.slice(at, start) + value;
    at = end + 1;
  }
}
