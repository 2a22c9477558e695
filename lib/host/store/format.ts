/**
 * The version of what is written, and the way from older ones to it.
 * @module
 */

import type { JsonObject } from "../../json.ts";
import { FileProblem } from "./read_file.ts";

/**
 * The version that journal lines, snapshots and definitions carry in `format`. It goes up when their shape changes, and
 * also when the reducer makes another state of the same inputs: a line of another version is migrated, and its digest
 * isn't compared. Whoever raises it adds the way from the version before to `MIGRATIONS`, and a folder of frozen files.
 */
export const FORMAT = 2;

/** From a format to the next one: what becomes of a journal line, and of a definition. Each by the older format's number. */
export interface Migration {
  line(line: JsonObject): JsonObject;
  definition(definition: JsonObject): JsonObject;
}

/** Every older format that is still read. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map([
  // The state knows the last delivery by a number, no longer by a text.
  [1, { line: (line) => ({ ...line, format: 2 }), definition: (definition) => ({ ...definition, format: 2 }) }],
]);

/**
 * Brings a journal line or a definition to the present format.
 *
 * @returns the value, and whether it was of the present format all along
 * @throws {FileProblem} there's no way to the present format
 */
export function migrate(
  value: JsonObject,
  kind: keyof Migration,
  line: number,
  migrations: ReadonlyMap<number, Migration>,
): { value: JsonObject; present: boolean } {
  const from = value.format;
  if (typeof from !== "number" || !Number.isInteger(from)) throw new FileProblem("names no format", line);
  if (from > FORMAT) {
    throw new FileProblem(
      `is of format ${from}, and this version reads up to ${FORMAT}: it was written by a newer skill-workflow, use that one`,
      line,
    );
  }
  let migrated = value;
  for (let format = from; format < FORMAT; format++) {
    const migration = migrations.get(format);
    if (!migration) throw new FileProblem(`is of format ${from}, which this version can't read any more`, line);
    migrated = migration[kind](migrated);
  }
  return { value: migrated, present: from === FORMAT };
}
