/**
 * The way from other processes to the one that runs an agent: requests as files in the agent's private folder. Only who
 * holds the agent's lock answers, so a request needs no claim.
 * @module
 */

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  AgentBusyError,
  AgentFailedError,
  AgentTimeoutError,
  AgentUnavailableError,
  WorkflowError,
} from "../../../error.ts";
import type { JsonObject } from "../../../json.ts";
import { answerName, isRequestName, readRequest, writeAnswer } from "../../dispatch/request_file.ts";

/** What another process may ask of the owner. */
export type OwnerRequest =
  | { action: "ask"; task: string; timeout: number }
  | { action: "launch"; task: string | null }
  | { action: "stop" };

const LOOK_MS = 200;

/** Does what another process asks for. The signal says that nobody waits for it any more. */
type Handle = (request: OwnerRequest, signal: AbortSignal) => Promise<string>;

/** Answers the requests in a folder until it's closed; what an earlier owner left there is thrown away. */
export function openOwnerDoor(folder: string, handle: Handle): { close(): void } {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const taken = new Map<string, AbortController>();
  const look = () => {
    let names: string[] = [];
    try {
      names = readdirSync(folder);
    } catch {
      // Taken away under us: nobody can ask then.
    }
    for (const [name, gone] of taken) {
      if (names.includes(name)) continue;
      gone.abort();
      taken.delete(name);
    }
    for (const name of names) {
      if (!isRequestName(name) || taken.has(name)) continue;
      const text = readRequest(folder, name)?.text;
      if (text === undefined) continue;
      const gone = new AbortController();
      taken.set(name, gone);
      answer(text, (request) => handle(request, gone.signal)).then((outcome) => {
        if (!gone.signal.aborted) writeAnswer(folder, name, JSON.stringify(outcome));
      }).catch(() => {});
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return { close: () => clearInterval(timer) };
}

async function answer(text: string, handle: (request: OwnerRequest) => Promise<string>): Promise<JsonObject> {
  try {
    return { ok: true, answer: await handle(JSON.parse(text) as OwnerRequest) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return error instanceof WorkflowError
      ? { ok: false, code: error.code, message, data: error.data }
      : { ok: false, code: "AgentFailedError", message, data: {} };
  }
}

const ERRORS = { AgentBusyError, AgentFailedError, AgentTimeoutError, AgentUnavailableError } as const;

/** What an owner gets beside the time that a request itself takes, in milliseconds: for a start, or an end. */
const SLACK_MS = 90_000;

/** Asks the owner. Undefined where it's gone before it answered, or hasn't opened its door yet; `isOwned` says whether there's one. */
export async function askOwner(
  folder: string,
  request: OwnerRequest,
  options: { isOwned(): boolean; signal?: AbortSignal },
): Promise<string | undefined> {
  const name = `${randomUUID()}.json`;
  const file = join(folder, name);
  const deadline = performance.now() + SLACK_MS + (request.action === "ask" ? request.timeout : 0);
  try {
    writeFileSync(`${file}.part`, JSON.stringify(request), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  } catch {
    // The owner is just beginning, or has just ended.
    await wait();
    return undefined;
  }
  try {
    for (;;) {
      await wait();
      const outcome = read(join(folder, answerName(name)));
      if (outcome !== undefined) return unwrap(outcome);
      if (options.signal?.aborted) throw new AgentTimeoutError("Nobody waits for the answer any more", {});
      if (performance.now() > deadline) {
        throw new AgentTimeoutError("The process that runs the agent doesn't answer", {});
      }
      // An owner that has just begun throws away what was there before.
      if (!options.isOwned() || !existsSync(file)) return undefined;
    }
  } finally {
    rmSync(file, { force: true });
    rmSync(join(folder, answerName(name)), { force: true });
  }
}

function unwrap(outcome: JsonObject): string {
  if (outcome.ok === true) return String(outcome.answer);
  const code = String(outcome.code);
  const Kind = Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS] : AgentFailedError;
  throw new Kind(String(outcome.message), outcome.data as JsonObject);
}

function read(file: string): JsonObject | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as JsonObject;
  } catch {
    return undefined;
  }
}

function wait(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
