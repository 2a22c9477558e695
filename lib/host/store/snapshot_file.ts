/**
 * The snapshot, `<id>.json`, two lines:
 *
 * 1. the head: what a list shows, and how far the journal is confirmed. Blanks fill it up to a fixed width, so that every
 *    advance can write it in place: one small write without an fsync, always after the journal's. It's the second witness
 *    without which a journal that lost its last lines would look like one that never had them.
 * 2. the body: a state, the journal's length and hash at that state. Replaced by rename, and only now and then.
 * @module
 */

import type { Hash } from "node:crypto";
import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import type { SessionState } from "../../session/state.ts";
import type { SessionSummary } from "../session_store.ts";
import { detachState, digestState } from "../state_digest.ts";
import { FORMAT } from "./format.ts";
import { type KnownDigests, type LargeRef, readRefs } from "./large_values.ts";
import { decode, FileProblem } from "./read_file.ts";
import { seal, unseal } from "./sealed_line.ts";

/** The head's width is a multiple of this; a list reads that much at first. */
export const HEAD_STEP = 1024;

/** What stands in the head. */
export interface Head {
  format: number;
  summary: Omit<SessionSummary, "workspace" | "problem">;
  /** Bytes of the journal up to and with the confirmed line `summary.revision`. */
  journal: number;
  body: BodyPlace;
}

/** What the head says of the body. */
export interface BodyPlace {
  bytes: number;
  /** Of its state. */
  revision: number;
  /** Bytes of the journal up to that revision. */
  journal: number;
}

/** What stands in the body. */
export interface Body {
  revision: number;
  /** The journal's bytes up to and with line `revision`, and their SHA-256. */
  journal: { bytes: number; sha256: string };
  /** With the workflow's digest in its place, and null where `refs` point. */
  state: JsonObject;
  refs: LargeRef[];
  digest: string;
}

/** A snapshot that was read; without a body where that is of another format. */
export interface Snapshot {
  head: Head;
  headBytes: number;
  body?: Body;
}

const UTF8 = new TextEncoder();

/** The head as bytes of a width, or of the width that it needs with some room; undefined where it doesn't fit. */
export function encodeHead(
  state: SessionState,
  journal: number,
  body: BodyPlace,
  width?: number,
): Uint8Array | undefined {
  const { workflow } = state;
  const line = UTF8.encode(seal({
    format: FORMAT,
    id: state.id,
    revision: state.revision,
    turn: state.turn,
    status: state.status,
    step: state.step,
    // Titles are the author's and have no bound; a list has one.
    workflow: workflow.name.slice(0, 200),
    title: workflow.title.slice(0, 200),
    owner: state.owner as unknown as Json,
    started_at: state.started_at,
    updated_at: state.updated_at,
    journal,
    body: body as unknown as JsonObject,
  }));
  const bytes = width ?? Math.ceil((line.length + HEAD_STEP / 4) / HEAD_STEP) * HEAD_STEP;
  if (line.length + 1 > bytes) return undefined;
  const head = new Uint8Array(bytes).fill(0x20);
  head.set(line);
  head[bytes - 1] = 0x0a;
  return head;
}

/** The whole file, and the large values that it refers to. */
export function encodeSnapshot(
  state: SessionState,
  journal: number,
  hash: Hash,
): { bytes: Uint8Array; headBytes: number; place: BodyPlace; large: KnownDigests } {
  const { value, refs, large } = detachState(state);
  const body = UTF8.encode(`${
    seal({
      format: FORMAT,
      id: state.id,
      revision: state.revision,
      journal: { bytes: journal, sha256: hash.copy().digest("hex") },
      state: value,
      large: refs as unknown as Json,
      digest: digestState(state),
    })
  }\n`);
  const place = { bytes: body.length, revision: state.revision, journal };
  const head = encodeHead(state, journal, place)!;
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return { bytes, headBytes: head.length, place, large };
}

/** The head from the beginning of a file's bytes; `bytes` may hold more, and must hold the whole line. */
export function decodeHead(id: string, bytes: Uint8Array): { head: Head; headBytes: number } {
  const end = bytes.indexOf(0x0a);
  if (end < 0) throw new FileProblem("is cut short");
  const read = unseal(decode(bytes.subarray(0, end)).trimEnd());
  if ("problem" in read) throw new FileProblem(read.problem);
  const { format, revision, turn, status, step, workflow, title, owner, started_at, updated_at, journal, body } =
    read.value;
  if (read.value.id !== id) throw new FileProblem("belongs to another session");
  if (typeof format !== "number" || format > FORMAT) {
    throw new FileProblem(`is of format ${Number(format)}, and this version reads up to ${FORMAT}`);
  }
  const place = isJsonObject(body) ? { bytes: body.bytes, revision: body.revision, journal: body.journal } : { body };
  const numbers = [revision, turn, journal, ...Object.values(place)].every(isCount);
  const texts = [status, workflow, title, started_at, updated_at].every((value) => typeof value === "string");
  if (!numbers || !texts || (step !== null && typeof step !== "string") || (owner !== null && !isJsonObject(owner))) {
    throw new FileProblem("isn't the head of a snapshot");
  }
  const summary = { id, revision, turn, status, step, workflow, title, owner, started_at, updated_at };
  return {
    head: {
      format,
      summary: summary as unknown as Head["summary"],
      journal: journal as number,
      body: place as BodyPlace,
    },
    headBytes: end + 1,
  };
}

/**
 * A snapshot from its file's bytes.
 *
 * @throws {FileProblem} the file isn't what it should be
 */
export function decodeSnapshot(id: string, bytes: Uint8Array): Snapshot {
  const { head, headBytes } = decodeHead(id, bytes);
  const rest = bytes.subarray(headBytes);
  if (rest.length !== head.body.bytes) {
    throw new FileProblem(`has ${rest.length} bytes instead of ${head.body.bytes}`, 2);
  }
  if (head.format !== FORMAT) return { head, headBytes };
  const text = decode(rest, 2);
  if (!text.endsWith("\n")) throw new FileProblem("isn't what was written (it has no line end)", 2);
  const read = unseal(text.slice(0, -1));
  if ("problem" in read) throw new FileProblem(read.problem, 2);
  const { revision, journal, state, large, digest } = read.value;
  const refs = readRefs(large);
  if (read.value.id !== id) throw new FileProblem("belongs to another session", 2);
  if (
    read.value.format !== FORMAT || typeof revision !== "number" || !isJsonObject(journal) || !isJsonObject(state) ||
    !refs ||
    typeof digest !== "string" || typeof journal.bytes !== "number" || typeof journal.sha256 !== "string"
  ) {
    throw new FileProblem("isn't the body of a snapshot", 2);
  }
  const { bytes: length, sha256 } = journal;
  return { head, headBytes, body: { revision, journal: { bytes: length, sha256 }, state, refs, digest } };
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
