/**
 * From the lines of a journal to a state.
 * @module
 */

import { WorkflowError } from "../../error.ts";
import type { SessionState } from "../../session/state.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { Reducer } from "../reducer.ts";
import type { JournalEntry } from "../session_store.ts";
import { digestState } from "../state_digest.ts";
import { decodeLine } from "./journal_line.ts";
import { isWhole, readLines, textOf } from "./journal_reader.ts";
import { readLarge } from "./large_files.ts";
import type { OpenSession, ReadContext } from "./open_session.ts";
import { FileProblem } from "./read_file.ts";

/**
 * Applies the complete lines past `session.journal.bytes`. Returns the bytes of a torn one at the end: one without a line
 * end, or one that a loss of power left full of holes. It can't be one of the first `confirmed` lines.
 *
 * @throws {FileProblem} a line isn't what it should be
 * @throws {SessionCorruptedError} a large value isn't
 */
export function applyLines(
  { files, reducer, migrations }: ReadContext,
  session: OpenSession,
  fd: number,
  workflow: Workflow,
  confirmed: number,
): number {
  const { journal, id, paths } = session;
  const { size } = files.stat(fd);
  const read = (digest: string) => readLarge(files, id, paths.folder, digest);
  for (const line of readLines(files, fd, journal.bytes, (session.state?.revision ?? 0) + 1)) {
    const isLast = journal.bytes + line.bytes.length >= size;
    if (isLast && line.number > confirmed && !isWhole(line)) return line.bytes.length;
    const { entry, comparable } = decodeLine(textOf(line), line.number, read, migrations);
    session.state = applyEntry(reducer, id, workflow, session.state, entry, comparable);
    journal.hash.update(line.bytes);
    journal.bytes += line.bytes.length;
  }
  return 0;
}

/**
 * The state after an entry.
 *
 * @throws {FileProblem} it can't be applied, or leads to another state than it says
 */
export function applyEntry(
  reducer: Reducer,
  id: string,
  workflow: Workflow,
  state: SessionState | undefined,
  entry: JournalEntry,
  compare: boolean,
): SessionState {
  const { revision } = entry;
  let next: SessionState;
  try {
    if (entry.input.type === "start") {
      if (entry.input.start.id !== id) throw new FileProblem("is the start of another session", revision);
      next = reducer.start(workflow, entry.input.start);
    } else {
      next = reducer.step(state!, entry.input);
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    const why = error instanceof WorkflowError ? ` (${error.code})` : "";
    throw new FileProblem(`can't be applied to the state before it${why}`, revision);
  }
  if (next.revision !== revision || (compare && digestState(next, state) !== entry.digest)) {
    throw new FileProblem("leads to another state than the one it records (digests differ)", revision);
  }
  return next;
}
