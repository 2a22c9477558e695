/**
 * All entries of a journal, as `sessions show` and a replay want them.
 * @module
 */

import type { JournalEntry } from "../session_store.ts";
import { decodeLine } from "./journal_line.ts";
import { readLines, textOf } from "./journal_reader.ts";
import { readLarge } from "./large_files.ts";
import { inFile, type ReadContext } from "./open_session.ts";
import { openRegular } from "./read_file.ts";
import type { SessionPaths } from "./session_paths.ts";

/**
 * The first `revision` lines of a journal as entries.
 *
 * @throws {SessionCorruptedError} a line isn't what it should be
 */
export function readJournal(
  { files, migrations }: ReadContext,
  id: string,
  paths: SessionPaths,
  revision: number,
): JournalEntry[] {
  return inFile(id, paths.journal, () => {
    const fd = openRegular(files, paths.journal);
    try {
      const entries: JournalEntry[] = [];
      const read = (digest: string) => readLarge(files, id, paths.folder, digest);
      for (const line of readLines(files, fd, 0, 1)) {
        if (line.number > revision) break;
        entries.push(decodeLine(textOf(line), line.number, read, migrations).entry);
      }
      return entries;
    } finally {
      files.close(fd);
    }
  });
}
