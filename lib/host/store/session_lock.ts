/**
 * One writer at a time: a lock file that is created exclusively and says whose it is.
 *
 * A lock whose owner is gone is removed by whoever wants it. Two of them must not both do so (the second would remove the
 * new lock of the first), so a lock is removed only by who holds the lock on removing it, and after another look; and
 * since that one's owner may be killed too, it's removed in the same way. No wall clock is asked for anything.
 *
 * Where the file system has links, a lock is another name of a file that says whose it is (`lock_token.ts`).
 * @module
 */

import { dirname } from "node:path";
import process from "node:process";
import { SessionBusyError } from "../../error.ts";
import { isJsonObject } from "../../json.ts";
import { errnoOf, type FileOps } from "./file_ops.ts";
import type { LockTokens } from "./lock_token.ts";
import { type Processes, type ProcessIdentity, readIdentity, writeIdentity } from "./process_identity.ts";
import { openRegular, readSpan } from "./read_file.ts";
import { storageError } from "./storage_error.ts";
import { removeQuietly, writeAll } from "./write_file.ts";

/** What locking takes. */
export interface LockContext {
  files: FileOps;
  processes: Processes;
  /** Where a lock may be a link of a file that is there already; without them every lock is a file of its own. */
  tokens?: LockTokens;
  /** Milliseconds after which a lock that can't be had is given up. */
  waitMs: number;
  /** Milliseconds of a clock that never jumps. */
  clock(): number;
  /** In [0, 1). */
  random(): number;
  sleep(ms: number): Promise<void>;
}

/** A lock held. */
export interface Lock {
  /** Never throws: what the lock was taken for has happened by then. */
  release(): void;
}

/** A lock file as one look found it. */
interface Sight {
  /** Different for every lock ever made. */
  key: string;
  text: string;
  /** Undefined where the file says nothing (yet). */
  owner?: ProcessIdentity;
}

/** When a lock was first seen by its path, for those that say nothing. */
type FirstSeen = Map<string, { key: string; at: number }>;

// Who makes a lock writes its name into it at once. One that stays empty for EMPTY_MS belongs to a process that was killed
// in between; and a process that was stopped in between for over SLOW_MS doesn't trust its lock any more.
const EMPTY_MS = 800;
const SLOW_MS = 400;

const UTF8 = new TextEncoder();

let made = 0;
/** Locks of this process that nobody holds, by path and text: they couldn't be removed, or were made too slowly. */
const abandoned = new Set<string>();

function nameOf(path: string, text: string): string {
  return `${path}\n${text}`;
}

/**
 * Takes the lock of a session.
 *
 * @throws {SessionBusyError} a living process held it all the time
 * @throws {StorageError} the system refused
 */
export async function takeLock(context: LockContext, id: string, path: string): Promise<Lock> {
  const { clock, random, sleep, waitMs } = context;
  const began = clock();
  const firstSeen: FirstSeen = new Map();
  for (let round = 0;; round++) {
    const text = tryMake(context, path);
    if (text !== undefined) return { release: () => release(context.files, path, text) };
    const sight = look(context.files, path);
    if (sight && isStale(context, path, sight, firstSeen)) {
      if (remove(context, path, sight, firstSeen)) continue;
    }
    if (clock() - began >= waitMs) throw busy(id, path, sight, waitMs);
    await sleep(1 + random() * Math.min(2 ** round, 20));
  }
}

/** Whether a living process holds a lock just now. */
export function isLocked(files: FileOps, processes: Processes, path: string): boolean {
  const sight = look(files, path);
  return sight !== undefined && (sight.owner === undefined || !processes.isGone(sight.owner));
}

/** The text of the lock that was made; undefined where there's another. */
function tryMake(context: LockContext, path: string): string | undefined {
  const linked = tryLink(context, path);
  return linked === undefined ? tryMakeFile(context, path) : linked ?? undefined;
}

/** The same by a link, null where there's another lock; undefined where links aren't to be had. */
function tryLink({ files, tokens }: LockContext, path: string): string | null | undefined {
  const sessions = dirname(path);
  for (let attempt = 1; attempt <= 2; attempt++) {
    const token = tokens?.of(sessions);
    if (token === undefined) return undefined;
    try {
      files.link(token.path, path);
      // All locks of a process here say the same: one that was left behind and is gone must not be taken for this one.
      abandoned.delete(nameOf(path, token.text));
      return token.text;
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === "EEXIST") return null;
      tokens!.refused(sessions, errno);
    }
  }
  return undefined;
}

function tryMakeFile({ files, processes, clock }: LockContext, path: string): string | undefined {
  const began = clock();
  let fd: number;
  try {
    fd = files.open(path, "create");
  } catch (error) {
    const errno = errnoOf(error);
    // On Windows a file that is just being removed is still in the way.
    if (errno === "EEXIST" || (process.platform === "win32" && errno === "EPERM")) return undefined;
    throw storageError(error, "lock", path);
  }
  const nonce = `${began}.${made++}`;
  const text = `${ownText(processes.self)},"at":"${new Date().toISOString()}","nonce":"${nonce}"}`;
  try {
    writeAll(files, fd, UTF8.encode(text), 0);
  } catch (error) {
    removeQuietly(files, path);
    throw storageError(error, "lock", path);
  } finally {
    files.close(fd);
  }
  if (clock() - began < SLOW_MS) return text;
  abandoned.add(nameOf(path, text));
  return undefined;
}

const OWN_TEXTS = new WeakMap<ProcessIdentity, string>();

/** This process as a lock names it, without the closing brace: every advance writes it. */
function ownText(self: ProcessIdentity): string {
  let text = OWN_TEXTS.get(self);
  if (text === undefined) {
    text = JSON.stringify(writeIdentity(self)).slice(0, -1);
    OWN_TEXTS.set(self, text);
  }
  return text;
}

function release(files: FileOps, path: string, text: string): void {
  try {
    unlinkLock(files, path);
  } catch {
    abandoned.add(nameOf(path, text));
  }
}

function isStale(
  { processes, clock }: LockContext,
  path: string,
  sight: Sight,
  firstSeen: FirstSeen,
): boolean {
  if (abandoned.has(nameOf(path, sight.text))) return true;
  if (sight.owner) return processes.isGone(sight.owner);
  const seen = firstSeen.get(path);
  if (seen?.key === sight.key) return clock() - seen.at >= EMPTY_MS;
  firstSeen.set(path, { key: sight.key, at: clock() });
  return false;
}

/** Removes a stale lock, unless another process is just doing so. */
function remove(context: LockContext, path: string, stale: Sight, firstSeen: FirstSeen): boolean {
  const { files } = context;
  const removal = `${path}.removal`;
  // A file of its own: another link would change the lock that it's about.
  const text = tryMakeFile(context, removal);
  if (text === undefined) {
    const sight = look(files, removal);
    if (sight && isStale(context, removal, sight, firstSeen)) remove(context, removal, sight, firstSeen);
    return false;
  }
  try {
    // Since the first look, another process may have removed it and made its own.
    if (look(files, path)?.key === stale.key) unlinkLock(files, path);
    abandoned.delete(nameOf(path, stale.text));
    return true;
  } finally {
    release(files, removal, text);
  }
}

function look(files: FileOps, path: string): Sight | undefined {
  let fd: number;
  try {
    fd = openRegular(files, path);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw storageError(error, "read", path);
  }
  try {
    const text = new TextDecoder().decode(readSpan(files, fd, 0, 1024));
    // Another lock may have got the same inode, and say as little.
    const { ino, ctimeMs } = files.stat(fd);
    return { key: `${ino} ${ctimeMs} ${text}`, text, owner: ownerIn(text) };
  } finally {
    files.close(fd);
  }
}

function ownerIn(text: string): ProcessIdentity | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? readIdentity(value) : undefined;
  } catch {
    return undefined;
  }
}

function unlinkLock(files: FileOps, path: string): void {
  for (let attempt = 1;; attempt++) {
    try {
      return files.unlink(path);
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === "ENOENT") return;
      if (attempt === 10 || (errno !== "EPERM" && errno !== "EBUSY" && errno !== "EACCES")) {
        throw storageError(error, "unlock", path);
      }
      if (process.platform === "win32") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt * 5);
    }
  }
}

function busy(id: string, path: string, sight: Sight | undefined, waitMs: number): SessionBusyError {
  const owner = sight?.owner;
  const who = owner ? `process ${owner.pid} on ${owner.host}` : "another process";
  return new SessionBusyError(
    `Session "${id}" is in use by ${who}, for over ${waitMs} ms\n` +
      `Try again. If that process doesn't run any more, remove ${path}`,
    { session: id, pid: owner?.pid ?? null, host: owner?.host ?? null, lock: path },
  );
}
