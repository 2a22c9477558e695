/**
 * The token that HTTP callers show: made once a user, kept in a file that only the user can read.
 * @module
 */

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writePrivately } from "../../lib/host/write_privately.ts";

/** A token and where it's kept. */
export interface KeptToken {
  /** The token. */
  token: string;
  /** Absolute path of its file. */
  file: string;
}

const FORM = /^[A-Za-z0-9_-]{43}$/;

/**
 * The user's token, so that a client's configuration stays right from one start to the next; a new one where there is
 * none yet, or where the file isn't one of ours. Deleting the file makes a new token at the next start.
 *
 * @throws {StorageError} the file can't be written
 */
export function keptToken(state: string): KeptToken {
  const file = join(state, "http-token");
  const found = readToken(file);
  if (found !== undefined) return { token: found, file };
  const token = randomBytes(32).toString("base64url");
  writePrivately(file, `${token}\n`);
  return { token, file };
}

/** Whether an `Authorization` header holds the token, in a time that says nothing about how much of it was right. */
export function bearsToken(header: string | null, token: string): boolean {
  const [scheme, shown, ...rest] = (header ?? "").trim().split(/ +/, 3);
  if (scheme?.toLowerCase() !== "bearer" || shown === undefined || rest.length > 0) return false;
  return timingSafeEqual(digest(shown), digest(token));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

function readToken(file: string): string | undefined {
  try {
    const stat = lstatSync(file);
    if (!stat.isFile() || stat.size > 1_000) return undefined;
    const token = readFileSync(file, "utf8").trim();
    if (!FORM.test(token)) return undefined;
    chmodSync(file, 0o600);
    return token;
  } catch {
    return undefined;
  }
}
