/**
 * One line of the journal: format, revision, time, door, input, digest of the state after, checksum.
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import type { JournalEntry } from "../session_store.ts";
import { FORMAT, migrate, type Migration } from "./format.ts";
import { freezeJson } from "./freeze_json.ts";
import { attach, detach, INPUT_SLOTS, type KnownDigests, LARGE, type LargeRef, readRefs } from "./large_values.ts";
import { FileProblem } from "./read_file.ts";
import { seal, unseal } from "./sealed_line.ts";

/** A line to be written, and the large values that it refers to. */
export interface EncodedLine {
  bytes: Uint8Array;
  large: KnownDigests;
}

/** A line that was read. */
export interface DecodedLine {
  entry: JournalEntry;
  /** False for a line of an older format: its digest is that of a state which this version makes differently. */
  comparable: boolean;
}

const UTF8 = new TextEncoder();

/** The line of an entry, with its line end. */
export function encodeLine(entry: JournalEntry): EncodedLine {
  const { revision, at, door, digest } = entry;
  const plain = entry.input as unknown as JsonObject;
  // Nearly every input is small as a whole, and then no part of it has to be looked at.
  const { value: input, refs, large } = JSON.stringify(plain).length <= LARGE
    ? { value: plain, refs: [], large: new Map() }
    : detach(plain, INPUT_SLOTS);
  const line = seal({
    format: FORMAT,
    revision,
    at,
    door,
    input,
    ...(refs.length > 0 ? { large: refs as unknown as Json } : {}),
    digest,
  });
  return { bytes: UTF8.encode(`${line}\n`), large };
}

/**
 * The entry of a line's text (without the line end), which must be line `number` of its journal.
 *
 * @param readLarge reads a large value by its digest
 * @throws {FileProblem} the line isn't what it should be
 */
export function decodeLine(
  text: string,
  number: number,
  readLarge: (digest: string) => Json,
  migrations: ReadonlyMap<number, Migration>,
): DecodedLine {
  const read = unseal(text);
  if ("problem" in read) throw new FileProblem(read.problem, number);
  return decodeObject(read.value, number, readLarge, migrations);
}

/** The same for a line's object, its checksum already looked at. */
export function decodeObject(
  object: JsonObject,
  number: number,
  readLarge: (digest: string) => Json,
  migrations: ReadonlyMap<number, Migration>,
): DecodedLine {
  const { value, present } = migrate(object, "line", number, migrations);
  const { revision, at, door, input, digest } = value;
  if (revision !== number) {
    throw new FileProblem(
      `has revision ${
        typeof revision === "number" ? revision : "none"
      } instead of ${number}: lines are missing or were moved`,
      number,
    );
  }
  const refs = readRefs(value.large);
  if (
    typeof at !== "string" || typeof door !== "string" || typeof digest !== "string" || !isInput(input, number) || !refs
  ) {
    throw new FileProblem("isn't a journal line", number);
  }
  complete(input, refs, readLarge, number);
  return {
    entry: { revision, at, door, input: input as unknown as JournalEntry["input"], digest },
    comparable: present,
  };
}

function complete(input: JsonObject, refs: LargeRef[], read: (digest: string) => Json, number: number): void {
  try {
    attach(input, refs, read);
    freezeJson(input);
  } catch (error) {
    if (error instanceof RangeError) throw new FileProblem(error.message, number);
    throw error;
  }
}

function isInput(input: Json | undefined, number: number): input is JsonObject {
  if (!isJsonObject(input) || typeof input.type !== "string") return false;
  if (number > 1) return input.type !== "start";
  return input.type === "start" && isJsonObject(input.start) && typeof input.start.id === "string" &&
    typeof input.start.at === "string";
}
