/**
 * The little of the machine that a hook needs, so that it starts fast on each runtime: on Deno the first `node:` import
 * alone takes longer than all the rest.
 * @module
 */

/** Files, synchronously. Nothing here throws: what can't be read isn't there. */
export interface HookFiles {
  /** A file's text, or its first `limit` bytes; undefined where it can't be read. */
  read(path: string, limit?: number): string | undefined;
  /** A file's size in bytes. */
  size(path: string): number | undefined;
  /** When it was last changed, in milliseconds since 1970. */
  changedAt(path: string): number | undefined;
  /** The names in a folder. */
  names(folder: string): string[];
  /** The path without links; the path itself where it doesn't exist. */
  realPath(path: string): string;
  /** Writes a file for its owner alone, with the folders that are missing; whole, where there was one before. */
  replace(path: string, text: string): boolean;
  /** Takes a file away, where it is there. */
  remove(path: string): void;
}

/** The process of a hook. */
export interface HookMachine {
  files: HookFiles;
  env: Readonly<Record<string, string | undefined>>;
  /** As `process.platform` has it. */
  platform: string;
  home: string;
  readStdin(): Promise<string>;
  /** Calls once after that many milliseconds. */
  after(milliseconds: number, call: () => void): void;
  /** Writes both in one piece each and ends the process. */
  end(stdout: string, stderr: string, exitCode: number): void;
}
