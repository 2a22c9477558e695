/**
 * The error for a stored session that can't be trusted.
 * @module
 */

import { SessionCorruptedError } from "../../error.ts";

/** What is wrong, in which file, in which line (from 1). */
export interface Damage {
  file: string;
  line: number;
  /** Goes on from "line N of FILE "; no word of the file's content. */
  problem: string;
}

/** A `SessionCorruptedError` that names file, line and the command that salvages. */
export function corrupted(id: string, { file, line, problem }: Damage): SessionCorruptedError {
  const salvage = `skill-workflow sessions salvage ${id}`;
  return new SessionCorruptedError(
    `Session "${id}" is damaged: line ${line} of ${file} ${problem}\nNothing was changed. Recover what is intact with: ${salvage}`,
    { session: id, file, line, problem, salvage },
  );
}
