/**
 * The file door: requests as files in a folder, for agents that have no MCP. `<name>.json` holds an action and its
 * arguments, `<name>.json.response.json` is the answer. Polling, since a network drive tells nobody of new files. There's
 * no action for trust, approval or `off`. Source: spec "Agents and the one dispatch".
 * @module
 */

import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InvalidInputError, StorageError } from "../../error.ts";
import { isJsonObject, type Json } from "../../json.ts";
import { machineProcesses, type Processes, readIdentity, writeIdentity } from "../store/process_identity.ts";
import { describeErrno } from "../inside.ts";
import { type Command, readCommand } from "./command.ts";
import { dispatch, type DispatchContext } from "./dispatch.ts";
import { type Dispatched, outcomeJson, outcomeOfError } from "./outcome.ts";
import { answerName, isForeign, isRequestName, readRequest, writeAnswer } from "./request_file.ts";

/** How to open a file door. */
export interface FileDoorOptions extends DispatchContext {
  /** The folder of requests, absolute. It's made where it's missing. */
  folder: string;
  /** The workspace where a request names none. */
  workspace: string;
  /** Milliseconds between two looks; 250 if not given. */
  interval?: number;
  /** Told of what can't be answered. */
  onerror?(error: Error): void;
}

/** An open file door. */
export interface FileDoor {
  /** Looks once, and resolves when everything that it found is answered. */
  look(): Promise<void>;
  /** Takes no more requests, and resolves when those that were taken are answered. */
  close(): Promise<void>;
}

/**
 * Opens a file door.
 *
 * @throws {StorageError} the folder isn't one of the user's own
 */
export function openFileDoor(options: FileDoorOptions): FileDoor {
  const { folder, interval = 250, onerror } = options;
  ownFolder(folder);
  const processes = machineProcesses();
  const running = new Map<string, Promise<void>>();
  /** Malformed requests by name: one that still changes may not be written whole yet. */
  const malformed = new Map<string, string>();
  let closed = false;

  const look = async () => {
    if (closed) return;
    try {
      const names = new Set(readdirSync(folder));
      for (const name of malformed.keys()) if (!names.has(name)) malformed.delete(name);
      for (const name of [...names].sort()) {
        if (!isRequestName(name) || names.has(answerName(name)) || running.has(name)) continue;
        const work = handle(name, options, processes, malformed).catch((error: Error) => onerror?.(error))
          .finally(() => running.delete(name));
        running.set(name, work);
      }
    } catch (error) {
      onerror?.(error as Error);
    }
    await Promise.all(running.values());
  };
  const timer = setInterval(() => void look(), interval);
  return {
    look,
    close: async () => {
      closed = true;
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}

async function handle(
  name: string,
  options: FileDoorOptions,
  processes: Processes,
  malformed: Map<string, string>,
): Promise<void> {
  const { folder } = options;
  const request = readRequest(folder, name);
  if (request === undefined) return;
  const value = parse(request.text);
  if (value === undefined && malformed.get(name) !== request.stamp) {
    malformed.set(name, request.stamp);
    return;
  }
  malformed.delete(name);
  const claim = join(folder, `.${name}.claim`);
  const taken = take(claim, processes);
  if (taken === "theirs" || answered(folder, name)) {
    if (taken === "ours") rmSync(claim, { force: true });
    return;
  }
  const outcome = taken === "ours" ? await answer(value, options) : interrupted();
  writeAnswer(folder, name, `${JSON.stringify(outcomeJson(outcome), null, 2)}\n`);
  rmSync(claim, { force: true });
}

/** What a request that nobody has taken yet comes to. */
async function answer(value: Json | undefined, options: FileDoorOptions): Promise<Dispatched> {
  let command: Command | undefined;
  try {
    if (!isJsonObject(value)) {
      throw new InvalidInputError(
        'The request isn\'t a JSON object: wanted an action and its arguments, such as {"action": "current_step"}',
        { field: "request", wanted: "a JSON object", actual: null },
      );
    }
    const { action, ...args } = value;
    command = readCommand(action, args);
    return await dispatch(command, { door: "file", workspace: options.workspace }, options);
  } catch (error) {
    return outcomeOfError(command?.action ?? null, "file", error);
  }
}

/** A request that was taken by a process that is gone: it may have been done, so it isn't done again. */
function interrupted(): Dispatched {
  const error = new InvalidInputError(
    "The server ended while it worked on this request, and whether it was done isn't known: ask for current_step, " +
      "then send what is still missing under another name",
    { field: "request", wanted: null, actual: null },
  );
  return outcomeOfError(null, "file", error);
}

/** Takes a request: ours, already another living process's, or left behind by one that is gone. */
function take(claim: string, processes: Processes): "ours" | "theirs" | "left" {
  try {
    writeFileSync(claim, JSON.stringify(writeIdentity(processes.self)), { mode: 0o600, flag: "wx", flush: true });
    return "ours";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const owner = readIdentity(parse(readFileSync(claim, "utf8").slice(0, 4_096)));
  // An empty claim is one that is just being written, or whose writer was killed then: nothing was begun.
  if (owner === undefined) return olderThan(claim, 10_000) ? "left" : "theirs";
  return processes.isGone(owner) ? "left" : "theirs";
}

function olderThan(file: string, milliseconds: number): boolean {
  return Date.now() - lstatSync(file).mtimeMs > milliseconds;
}

function answered(folder: string, name: string): boolean {
  return lstatSync(join(folder, answerName(name)), { throwIfNoEntry: false }) !== undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function ownFolder(folder: string): void {
  const refused = (why: string, errno: string | null = null) =>
    new StorageError(`Requests can't be taken from ${JSON.stringify(folder)}: ${why}`, { path: folder, errno });
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stat = lstatSync(folder);
    if (!stat.isDirectory()) throw refused("it isn't a folder");
    if (isForeign(stat.uid)) throw refused("it's another user's");
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw refused(describeErrno(code), code ?? null);
  }
}
