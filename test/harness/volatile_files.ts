/**
 * A disk in memory that loses power: of what wasn't synced, anything may be there afterwards, in part or not at all.
 * @module
 */

import { dirname } from "node:path";
import type { FileOps, FileStat } from "../../lib/host/store/file_ops.ts";

interface Inode {
  ino: number;
  folder: boolean;
  data: Uint8Array;
  /** What a sync has made sure of. */
  durable: Uint8Array;
  changed: number;
}

/** One change of names, whole or not at all. */
interface NameChange {
  folder: string;
  set?: [path: string, inode: Inode];
  remove?: string;
}

/** A disk. */
export interface VolatileDisk {
  files: FileOps;
  /** Turns the power off and on again. */
  losePower(random: () => number): void;
}

/** A disk with some folders on it. */
export function volatileDisk(folders: readonly string[]): VolatileDisk {
  let names = new Map<string, Inode>();
  let durableNames = new Map<string, Inode>();
  let changes: NameChange[] = [];
  const handles = new Map<number, Inode>();
  let last = 100;
  let now = 1;

  function inode(folder: boolean): Inode {
    return { ino: ++last, folder, data: new Uint8Array(0), durable: new Uint8Array(0), changed: now++ };
  }

  function fail(code: string, path: string): never {
    throw Object.assign(new Error(`${code}: ${path}`), { code });
  }

  function at(path: string): Inode {
    return names.get(path) ?? fail("ENOENT", path);
  }

  function change(made: NameChange, map: Map<string, Inode>): void {
    if (made.set) map.set(...made.set);
    if (made.remove !== undefined) map.delete(made.remove);
  }

  function rename(made: NameChange): void {
    change(made, names);
    changes.push(made);
  }

  function stat(file: Inode): FileStat {
    const { ino, folder, data, changed } = file;
    return {
      ino,
      size: data.length,
      mtimeMs: changed,
      ctimeMs: changed,
      isFile: () => !folder,
      isDirectory: () => folder,
      isSymbolicLink: () => false,
    };
  }

  function store(file: Inode, bytes: Uint8Array, position: number): void {
    const data = new Uint8Array(Math.max(file.data.length, position + bytes.length));
    data.set(file.data);
    data.set(bytes, position);
    file.data = data;
    file.changed = now++;
  }

  for (const path of folders) {
    const folder = inode(true);
    names.set(path, folder);
    durableNames.set(path, folder);
  }

  const files: FileOps = {
    open(path, mode) {
      if (mode === "create") {
        if (names.has(path)) fail("EEXIST", path);
        at(dirname(path));
        rename({ folder: dirname(path), set: [path, inode(false)] });
      }
      const fd = ++last;
      handles.set(fd, at(path));
      return fd;
    },
    read(fd, buffer, offset, length, position) {
      const part = handles.get(fd)!.data.subarray(position, position + length);
      buffer.set(part, offset);
      return part.length;
    },
    write(fd, buffer, offset, length, position) {
      const file = handles.get(fd)!;
      store(file, buffer.subarray(offset, offset + length), position ?? file.data.length);
      return length;
    },
    truncate(fd, length) {
      const file = handles.get(fd)!;
      file.data = file.data.slice(0, length);
      file.changed = now++;
    },
    sync(fd) {
      const file = handles.get(fd)!;
      file.durable = file.data;
    },
    stat: (fd) => stat(handles.get(fd)!),
    close: (fd) => void handles.delete(fd),
    lstat: (path) => names.has(path) ? stat(at(path)) : undefined,
    rename: (from, to) => rename({ folder: dirname(to), set: [to, at(from)], remove: from }),
    link(from, to) {
      if (names.has(to)) fail("EEXIST", to);
      rename({ folder: dirname(to), set: [to, at(from)] });
    },
    unlink(path) {
      at(path);
      rename({ folder: dirname(path), remove: path });
    },
    mkdir(path) {
      at(dirname(path));
      if (!names.has(path)) rename({ folder: dirname(path), set: [path, inode(true)] });
    },
    readdir(path) {
      at(path);
      return [...names.keys()].filter((name) => dirname(name) === path).map((name) => name.slice(path.length + 1));
    },
    entries: (path) =>
      files.readdir(path).map((name) => ({ name, isFile: () => files.lstat(`${path}/${name}`)!.isFile() })),
    realpath: (path) => (at(path), path),
    syncFolder(path) {
      at(path);
      for (const made of changes) if (made.folder === path) change(made, durableNames);
      changes = changes.filter((made) => made.folder !== path);
    },
  };

  function losePower(random: () => number): void {
    // Of each folder's changes a beginning has got through.
    for (const folder of new Set(changes.map((made) => made.folder))) {
      const own = changes.filter((made) => made.folder === folder);
      for (const made of own.slice(0, Math.floor(random() * (own.length + 1)))) change(made, durableNames);
    }
    changes = [];
    handles.clear();
    // What is in a folder that isn't there isn't there either.
    const reachable = (path: string): boolean =>
      folders.includes(path) || (durableNames.has(path) && reachable(dirname(path)));
    durableNames = new Map([...durableNames].filter(([path]) => reachable(path)));
    names = new Map(durableNames);
    for (const file of new Set(names.values())) {
      file.data = survivor(file, random);
      file.durable = file.data;
      file.changed = now++;
    }
  }

  return { files, losePower };
}

/** What is left of a file: the synced content, the last one, or of what was added some part, perhaps with holes. */
function survivor({ data, durable }: Inode, random: () => number): Uint8Array {
  if (data === durable || random() < 0.3) return durable;
  if (random() < 0.3 || data.length <= durable.length) return data;
  const left = data.slice(0, durable.length + Math.floor(random() * (data.length - durable.length + 1)));
  if (random() < 0.5) {
    left.fill(0, durable.length, durable.length + Math.floor(random() * (left.length - durable.length + 1)));
  }
  return left;
}
