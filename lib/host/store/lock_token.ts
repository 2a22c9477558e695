/**
 * A file that says who this process is, so that a lock can be made as another name of it: that takes a third of the time of
 * making, writing and closing a file, and leaves the disk less to do at the next fsync. `.skill-workflow/locks/<pid>-<hash>`,
 * one a process; whoever makes one clears away those of processes that are gone.
 * @module
 */

import { dirname, join } from "node:path";
import process from "node:process";
import { isJsonObject } from "../../json.ts";
import { hashText } from "../../hash.ts";
import type { FileOps } from "./file_ops.ts";
import { type Processes, readIdentity, writeIdentity } from "./process_identity.ts";
import { decode, readWhole } from "./read_file.ts";
import { removeQuietly, replaceFile } from "./write_file.ts";

const DAY_MS = 86_400_000;

/** A file to link, and what is in it. */
export interface LockToken {
  path: string;
  text: string;
}

/** The tokens of a process, one in each folder of sessions that it writes to. */
export class LockTokens {
  readonly #files: FileOps;
  readonly #processes: Processes;
  readonly #tokens = new Map<string, LockToken | null>();

  constructor(files: FileOps, processes: Processes) {
    this.#files = files;
    this.#processes = processes;
  }

  /** The token for locks in a folder of sessions; undefined where none can be made, and a lock has to be a file. */
  of(sessions: string): LockToken | undefined {
    let token = this.#tokens.get(sessions);
    if (token === undefined) {
      token = this.#make(join(dirname(sessions), "locks"));
      this.#tokens.set(sessions, token);
    }
    return token ?? undefined;
  }

  /** Takes a token back that couldn't be linked: made again where it's gone, given up where the file system has no links. */
  refused(sessions: string, errno: string | undefined): void {
    if (errno === "ENOENT" && this.#tokens.get(sessions)) this.#tokens.delete(sessions);
    else this.#tokens.set(sessions, null);
  }

  #make(folder: string): LockToken | null {
    // Links are slow there, and another process can't remove a name of an open file.
    if (process.platform === "win32") return null;
    try {
      this.#files.mkdir(folder);
      if (!this.#files.lstat(folder)?.isDirectory()) return null;
      this.#sweep(folder);
      const { self } = this.#processes;
      const identity = JSON.stringify(writeIdentity(self));
      const path = join(folder, `${self.pid}-${hashText(identity)}`);
      const text = `${identity.slice(0, -1)},"nonce":"${path.slice(-16)}"}`;
      replaceFile(this.#files, path, new TextEncoder().encode(text));
      return { path, text };
    } catch {
      return null;
    }
  }

  #sweep(folder: string): void {
    for (const name of this.#files.readdir(folder)) {
      if (!/^\d+-[0-9a-f]{16}(\.tmp)?$/.test(name)) continue;
      const path = join(folder, name);
      const owner = this.#ownerIn(path);
      // Nobody knows whether a process of another machine is gone; one that isn't makes its token again.
      const isOld = Date.now() - (this.#files.lstat(path)?.mtimeMs ?? 0) > DAY_MS;
      if (isOld || (owner && this.#processes.isGone(owner))) removeQuietly(this.#files, path);
    }
  }

  #ownerIn(path: string): ReturnType<typeof readIdentity> {
    try {
      const value: unknown = JSON.parse(decode(readWhole(this.#files, path)));
      return isJsonObject(value) ? readIdentity(value) : undefined;
    } catch {
      return undefined;
    }
  }
}
