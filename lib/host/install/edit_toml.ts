/**
 * Sets or takes away one table in a TOML text and leaves every other byte alone. Every result is read again and must say
 * exactly what was meant.
 * @module
 */

import { parse, patch } from "@decimalturn/toml-patch";
import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { EditError } from "./edit_error.ts";

type Table = Record<string, unknown>;

/** The value of a table's entry; undefined where there's none. */
export function getToml(text: string, path: readonly string[]): unknown {
  const found = path.reduce<unknown>(
    (at, key) => isTable(at) && Object.hasOwn(at, key) ? at[key] : undefined,
    read(text),
  );
  return found === undefined ? undefined : plain(found);
}

/**
 * The text with an entry set as a table of its own, at the end where it's new.
 *
 * @throws {EditError} the text can't be read, or something else than a table is on the way
 */
export function setToml(text: string, path: readonly string[], value: JsonObject): string {
  const before = read(text);
  const wanted = withEntry(before, path, value);
  if (isDeepStrictEqual(plain(before), plain(wanted))) return text;
  if (getToml(text, path) === undefined) {
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const gap = text === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
    const appended = `${text}${gap}${tableText(path, value, eol)}`;
    if (says(appended, wanted)) return appended;
  }
  return changedAlone(text, path, value, wanted) ?? proven(patch(text, wanted), wanted);
}

/** The text with our table changed by itself, since the library also tidies what stands around it. */
function changedAlone(text: string, path: readonly string[], value: JsonObject, wanted: Table): string | undefined {
  const lines = text.split(/(?<=\n)/);
  const name = path.join(".");
  const from = lines.findIndex((line) => line.trim() === `[${name}]`);
  if (from < 0) return undefined;
  const isNext = (line: string) => /^\s*\[/.test(line) && !line.trim().startsWith(`[${name}.`);
  const behind = lines.slice(from + 1).findIndex(isNext);
  const to = behind < 0 ? lines.length : from + 1 + behind;
  const part = (first: number, end?: number) => lines.slice(first, end).join("");
  try {
    const changed = part(0, from) + patch(part(from, to), withEntry({}, path, value)) + part(to);
    return says(changed, wanted) ? changed : undefined;
  } catch {
    return undefined;
  }
}

/** The text without an entry, and without the table around it where that is empty then. */
export function takeToml(text: string, path: readonly string[]): string {
  const before = read(text);
  if (getToml(text, path) === undefined) return text;
  const wanted = withEntry(before, path, undefined);
  if (isTable(wanted[path[0]]) && Object.keys(wanted[path[0]] as Table).length === 0) delete wanted[path[0]];
  // A table that was appended goes with the blank line before it, and leaves the comments of others.
  const cut = withoutTable(text, path);
  return cut !== undefined && says(cut, wanted) ? cut : proven(patch(text, wanted), wanted);
}

function read(text: string): Table {
  try {
    return parse(text) as Table;
  } catch (error) {
    const [first] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new EditError(first.replace(/:$/, ""));
  }
}

/** The tables with one entry changed; what isn't on the way to it is shared, since dates don't survive a copy. */
function withEntry(tables: Table, path: readonly string[], value: JsonObject | undefined): Table {
  const [key, ...rest] = path;
  if (rest.length === 0) {
    const { [key]: _, ...others } = tables;
    return value === undefined ? others : { ...tables, [key]: value };
  }
  const inner = Object.hasOwn(tables, key) ? tables[key] : {};
  if (!isTable(inner)) throw new EditError(`"${key}" isn't a table`);
  return { ...tables, [key]: withEntry(inner, rest, value) };
}

function tableText(path: readonly string[], value: JsonObject, eol: string): string {
  const key = (name: string) => /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
  const literal = (one: Json): string => {
    if (Array.isArray(one)) return `[${one.map(literal).join(", ")}]`;
    if (!isJsonObject(one)) return JSON.stringify(one);
    return `{ ${Object.entries(one).map(([name, inner]) => `${key(name)} = ${literal(inner)}`).join(", ")} }`;
  };
  const lines = Object.entries(value).map(([name, inner]) => `${key(name)} = ${literal(inner)}`);
  return [`[${path.map(key).join(".")}]`, ...lines, ""].join(eol);
}

/** The text without the lines from a table's header to the next blank line, comment or header. */
function withoutTable(text: string, path: readonly string[]): string | undefined {
  const lines = text.split(/(?<=\n)/);
  const from = lines.findIndex((line) => line.trim() === `[${path.join(".")}]`);
  if (from < 0) return undefined;
  let to = from + 1;
  while (to < lines.length && !/^\s*(?:$|[[#])/.test(lines[to])) to++;
  const blank = from > 0 && lines[from - 1].trim() === "" ? 1 : 0;
  return [...lines.slice(0, from - blank), ...lines.slice(to)].join("");
}

function proven(text: string, wanted: Table): string {
  if (!says(text, wanted)) throw new EditError("its tables are written in a way that can't be edited safely");
  return text;
}

function says(text: string, wanted: Table): boolean {
  try {
    return isDeepStrictEqual(plain(parse(text) as Table), plain(wanted));
  } catch {
    return false;
  }
}

/** Tables without their prototypes and dates, for comparing. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, inner) => typeof inner === "bigint" ? `${inner}n` : inner));
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
