/**
 * Arguments of a call: JSON, a file, stdin, or `name=value`.
 * @module
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { UsageError } from "../command.ts";
import type { Io } from "../io.ts";

/**
 * Reads them. Undefined where none are given. `describe` gives the tool with its schema, which says what a value of
 * `name=value` is meant to be; it's only asked where a value could be more than one thing.
 *
 * @throws {UsageError} they can't be read
 */
export async function readCall(
  pairs: readonly string[],
  given: string | undefined,
  io: Pick<Io, "cwd" | "input">,
  describe: () => Promise<{ [key: string]: unknown }>,
): Promise<JsonObject | undefined> {
  if (given !== undefined && pairs.length > 0) throw new UsageError("Give --args or name=value, not both");
  if (given !== undefined) return readJson(given, io);
  if (pairs.length === 0) return undefined;
  const args: JsonObject = Object.create(null);
  const values = pairs.map((pair): [string, string] => {
    const at = pair.indexOf("=");
    if (at < 1) throw new UsageError(`Unexpected argument "${pair}": wanted name=value`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  const types = values.some(([, text]) => typeof parse(text) !== "string") ? await typesOf(describe) : undefined;
  for (const [name, text] of values) {
    if (Object.hasOwn(args, name)) throw new UsageError(`The argument "${name}" is given twice`);
    args[name] = types?.(name).includes("string") ? text : parse(text);
  }
  return args;
}

async function readJson(given: string, io: Pick<Io, "cwd" | "input">): Promise<JsonObject> {
  const from = given === "-" ? "stdin" : given.startsWith("@") ? given.slice(1) : "--args";
  let text: string;
  try {
    text = given === "-"
      ? await io.input()
      : given.startsWith("@")
      ? readFileSync(resolve(io.cwd, from), "utf8")
      : given;
  } catch (error) {
    throw new UsageError(`Can't read the arguments from ${from}: ${(error as Error).message}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The arguments from ${from} aren't JSON: ${(error as Error).message}`);
  }
  if (!isJsonObject(value)) throw new UsageError(`The arguments from ${from} aren't an object`);
  return value;
}

/** JSON where it is some, else the text. */
function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** A tool that can't be described is called all the same, which then says why. */
async function typesOf(describe: () => Promise<{ [key: string]: unknown }>): Promise<(name: string) => Json[]> {
  const tool = await describe().catch(() => ({}) as { [key: string]: unknown });
  const properties = isJsonObject(tool.input_schema) ? tool.input_schema.properties : undefined;
  return (name) => {
    const schema = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const type = isJsonObject(schema) ? schema.type : undefined;
    return Array.isArray(type) ? type : type === undefined ? [] : [type];
  };
}
