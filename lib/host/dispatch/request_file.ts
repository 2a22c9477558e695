/**
 * One request of the file door, and its answer. Files are what anybody with access to the folder may have put there.
 * @module
 */

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { randomUUID } from "node:crypto";

/** The largest request, in bytes. */
export const REQUEST_BYTES = 1_048_576;

const ENDING = ".json";
const ANSWERED = ".json.response.json";

/** Whether a file's name is that of a request. */
export function isRequestName(name: string): boolean {
  return name.endsWith(ENDING) && !name.endsWith(".response.json") && !name.startsWith(".") && name.length <= 200;
}

/** The name of a request's answer. */
export function answerName(name: string): string {
  return `${name.slice(0, -ENDING.length)}${ANSWERED}`;
}

/** A request's text, and what changes when somebody still writes it. */
export interface RequestText {
  text: string;
  stamp: string;
}

/** Reads a request. Undefined for what is none: links, others' files, folders, pipes, and files over the limit. */
export function readRequest(folder: string, name: string): RequestText | undefined {
  let handle: number;
  try {
    // Neither a link nor a pipe may hold us up.
    handle = openSync(
      join(folder, name),
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile() || stat.nlink > 1 || stat.size > REQUEST_BYTES || isForeign(stat.uid)) return undefined;
    const buffer = new Uint8Array(stat.size);
    let length = 0;
    for (let read = 1; read > 0 && length < buffer.length; length += read) {
      read = readSync(handle, buffer, length, buffer.length - length, length);
    }
    const text = new TextDecoder().decode(buffer.subarray(0, length));
    return { text, stamp: `${stat.size} ${stat.mtimeMs} ${stat.ino}` };
  } catch {
    return undefined;
  } finally {
    closeSync(handle);
  }
}

/** Whether a file is another user's. */
export function isForeign(uid: number): boolean {
  const own = process.getuid?.();
  return own !== undefined && uid !== own;
}

/** Writes an answer whole, or not at all where there's one already. `link` is `linkSync`, but in tests. */
export function writeAnswer(folder: string, name: string, answer: string, link: typeof linkSync = linkSync): void {
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  const file = join(folder, answerName(name));
  writeFileSync(temporary, answer, { mode: 0o600, flag: "wx", flush: true });
  try {
    link(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    // Network drives and memory cards may have no links; who answers holds the claim, so nobody else writes meanwhile.
    if (!existsSync(file)) renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}
