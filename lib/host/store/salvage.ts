/**
 * What salvaging a damaged session came to.
 * @module
 */

/** What a salvage came to. */
export interface Salvage {
  /** The session's id. */
  id: string;
  /** The last line that was recovered; the session goes on from there. */
  revision: number;
  /** What was wrong; undefined where nothing was. */
  problem?: string;
  /** Lines that were confirmed, or stand in the file, and couldn't be recovered; as far as they can still be read. */
  lost: { revision: number; at?: string; type?: string }[];
  /** Lines that don't match their checksum, and were kept since they lead to a state that a digest confirms. */
  doubtful: number[];
  /** The folder with the old files; undefined where nothing was changed. */
  kept?: string;
}
