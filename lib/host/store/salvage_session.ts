/**
 * Making a damaged session consistent again: the longest valid beginning of its journal, and what is lost with the rest.
 * @module
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { SessionCorruptedError } from "../../error.ts";
import { isJsonObject, type JsonObject } from "../../json.ts";
import type { SessionState } from "../../session/state.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import { digestState } from "../state_digest.ts";
import { writeSnapshot } from "./append_input.ts";
import { applyEntry } from "./apply_lines.ts";
import { corrupted } from "./corrupted.ts";
import { decodeDefinition, encodeDefinition } from "./definition_file.ts";
import { errnoOf } from "./file_ops.ts";
import { decodeObject, encodeLine } from "./journal_line.ts";
import { isWhole, type Line, readLines } from "./journal_reader.ts";
import { readLarge } from "./large_files.ts";
import { type OpenSession, openSession, type ReadContext } from "./open_session.ts";
import { decode, FileProblem, openRegular, readWhole } from "./read_file.ts";
import type { SessionPaths } from "./session_paths.ts";
import { decodeHead } from "./snapshot_file.ts";
import { storageError } from "./storage_error.ts";
import type { Salvage } from "./salvage.ts";
import { removeQuietly, replaceFile } from "./write_file.ts";

/** What the journal gives. */
interface Found {
  state?: SessionState;
  bytes: Uint8Array[];
  doubtful: number[];
  rest: Salvage["lost"];
}

/**
 * Recovers a session; whoever calls this holds its lock. An undamaged one is left alone.
 *
 * @param workflow stands in for a damaged definition, where its digest is the one that the session was started with
 * @throws {SessionCorruptedError} not even the start can be recovered; nothing was changed
 * @throws {StorageError} the system refused
 */
export function salvageSession(
  context: ReadContext,
  id: string,
  paths: SessionPaths,
  workflow?: Workflow,
): Salvage | undefined {
  let problem: string;
  try {
    const session = openSession(context, id, paths);
    return session && { id, revision: session.state.revision, lost: [], doubtful: [] };
  } catch (error) {
    if (!(error instanceof SessionCorruptedError)) throw error;
    problem = error.message.split("\n")[0];
  }
  const definition = findDefinition(context, id, paths, workflow);
  const found = readPrefix(context, id, paths, definition);
  const { state } = found;
  if (!state) {
    throw corrupted(id, {
      file: paths.journal,
      line: 1,
      problem: "can't be recovered: neither it nor what follows leads to a recorded state" +
        (workflow
          ? ""
          : "; if the definition is what is damaged, salvage in the workspace that still has the skill unchanged"),
    });
  }
  const confirmed = confirmedRevision(context, id, paths);
  const kept = keepOldFiles(context, paths);
  // It shows a revision that may be lost, and no older one would replace it.
  removeQuietly(context.files, paths.view);
  try {
    replaceFile(context.files, paths.definition, encodeDefinition(id, definition));
    replaceFile(context.files, paths.journal, concat(found.bytes));
    writeSnapshot(context.files, sessionOf(context, id, paths, state, found.bytes));
    context.files.syncFolder(join(paths.journal, ".."));
  } catch (error) {
    throw storageError(error, "salvage into", paths.journal, `The old files are in ${kept}`);
  }
  const lost = [...found.rest];
  for (let revision = state.revision + lost.length + 1; revision <= confirmed; revision++) lost.push({ revision });
  return { id, revision: state.revision, problem, lost, doubtful: found.doubtful, kept };
}

function findDefinition(
  { files, migrations }: ReadContext,
  id: string,
  paths: SessionPaths,
  workflow?: Workflow,
): Workflow {
  try {
    return decodeDefinition(id, readWhole(files, paths.definition), migrations);
  } catch (error) {
    if (!(error instanceof FileProblem) && errnoOf(error) !== "ENOENT") {
      throw storageError(error, "read", paths.definition);
    }
    if (workflow) return workflow;
    const problem = error instanceof FileProblem ? error.message : "is missing: the file isn't there";
    throw corrupted(id, {
      file: paths.definition,
      line: 1,
      problem: `${problem}; no state can be rebuilt without it. Salvage needs the skill as it was at the start`,
    });
  }
}

/** The lines up to the last one whose digest matches the state that they lead to. */
function readPrefix(context: ReadContext, id: string, paths: SessionPaths, workflow: Workflow): Found {
  const { files, reducer, migrations } = context;
  const found: Found = { bytes: [], doubtful: [], rest: [] };
  let state: SessionState | undefined;
  // Lines since the last that a digest confirmed: a later one may still confirm them.
  let open: Uint8Array[] = [];
  let doubtful: number[] = [];
  let broken = false;
  const fd = openWhereThereIs(context, paths.journal);
  if (fd === undefined) return found;
  try {
    for (const line of readLines(files, fd, 0, 1)) {
      const text = textIn(line);
      const object = text === undefined ? undefined : parse(text);
      found.rest.push({ revision: line.number, ...describe(object) });
      if (broken || !object) {
        broken = true;
        continue;
      }
      try {
        const read = (digest: string) => readLarge(files, id, paths.folder, digest);
        const { entry, comparable } = decodeObject(object, line.number, read, migrations);
        const next = applyEntry(reducer, id, workflow, state, entry, false);
        const digest = digestState(next, state);
        const confirmed = !comparable || digest === entry.digest;
        state = next;
        const isDoubtful = !isWhole(line) || !confirmed;
        if (isDoubtful) doubtful.push(line.number);
        open.push(isDoubtful ? encodeLine({ ...entry, digest }).bytes : line.bytes);
        if (!confirmed) continue;
        found.state = state;
        found.bytes.push(...open);
        found.doubtful.push(...doubtful);
        found.rest = [];
        open = [];
        doubtful = [];
      } catch (error) {
        if (!(error instanceof FileProblem || error instanceof SessionCorruptedError)) throw error;
        broken = true;
      }
    }
  } catch (error) {
    // A line of endless length ends what can be read.
    if (!(error instanceof FileProblem)) throw error;
    found.rest.push({ revision: error.line });
  } finally {
    files.close(fd);
  }
  return found;
}

/** The last line may lack its end and have all the rest. */
function textIn(line: Line): string | undefined {
  try {
    return decode(line.bytes).trimEnd();
  } catch (error) {
    if (error instanceof FileProblem) return undefined;
    throw error;
  }
}

function openWhereThereIs({ files }: ReadContext, path: string): number | undefined {
  try {
    return openRegular(files, path);
  } catch (error) {
    if (error instanceof FileProblem || errnoOf(error) === "ENOENT") return undefined;
    throw storageError(error, "read", path);
  }
}

/** A line's object, whether or not its checksum matches. */
function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function describe(object: JsonObject | undefined): { at?: string; type?: string } {
  const type = isJsonObject(object?.input) ? object.input.type : undefined;
  return {
    ...(typeof object?.at === "string" ? { at: object.at } : {}),
    ...(typeof type === "string" ? { type } : {}),
  };
}

/** How far the snapshot's head says that the journal went; 0 where it can't say. */
function confirmedRevision({ files }: ReadContext, id: string, paths: SessionPaths): number {
  try {
    return decodeHead(id, readWhole(files, paths.snapshot)).head.summary.revision;
  } catch (error) {
    if (error instanceof FileProblem || errnoOf(error) !== undefined) return 0;
    throw error;
  }
}

/** Copies, so that a crash in the middle leaves everything where it was. */
function keepOldFiles({ files }: ReadContext, paths: SessionPaths): string {
  let path = paths.journal;
  try {
    let number = 1;
    while (files.lstat(`${paths.folder}.damaged.${number}`)) number++;
    const folder = `${paths.folder}.damaged.${number}`;
    files.mkdir(folder);
    for (
      const [name, from] of [["journal.jsonl", paths.journal], ["json", paths.snapshot], [
        "workflow.json",
        paths.definition,
      ]]
    ) {
      path = from;
      if (files.lstat(from)?.isFile()) replaceFile(files, join(folder, name), readWhole(files, from));
    }
    files.syncFolder(folder);
    return folder;
  } catch (error) {
    throw storageError(error, "keep a copy of", path);
  }
}

function sessionOf(
  { files }: ReadContext,
  id: string,
  paths: SessionPaths,
  state: SessionState,
  lines: Uint8Array[],
): OpenSession {
  const hash = createHash("sha256");
  for (const line of lines) hash.update(line);
  const stat = files.lstat(paths.journal)!;
  return { id, paths, state, journal: { bytes: stat.size, hash, stat }, torn: 0 };
}

function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
