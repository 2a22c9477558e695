/**
 * One tool call: from the request to a caller, and from the engine's answer to a result.
 * @module
 */

import { isAbsolute, resolve } from "node:path";
import { realpathSync, statSync } from "node:fs";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { InvalidInputError, StaleInputError } from "../../lib/error.ts";
import type { Caller, Connection, Engine, Outcome, Reported } from "../../lib/host/engine/mod.ts";
import { ownerFromMeta } from "../owner_from_meta.ts";
import { errorOf, resultOf } from "./result.ts";

/** What every tool of one connection shares. */
export interface ToolContext {
  engine: Engine;
  /** The workspace where a call names none. */
  workspace: string;
  connection: Connection & { workspace?: string };
  structured: boolean;
  /** The client's name, such as `claude-code`. */
  clientName(): string | undefined;
}

/** How often a waiting call says that it's still there, in milliseconds. */
const PROGRESS_MS = 5_000;

/** Runs a call and turns whatever it throws into an error result that a model can act on. */
export async function answer(
  context: ToolContext,
  args: { workspace_dir?: string | undefined },
  request: ServerContext,
  run: (caller: Caller) => Promise<Outcome | Reported | CallToolResult>,
): Promise<CallToolResult> {
  let caller: Caller | undefined;
  try {
    caller = callerOf(context, args.workspace_dir, request);
    const done = await withProgress(request, run(caller));
    return "content" in done ? done : resultOf(done, context.structured);
  } catch (error) {
    const current = error instanceof StaleInputError && caller ? await currentOf(context, error, caller) : undefined;
    return errorOf(error, current);
  }
}

function callerOf(context: ToolContext, dir: string | undefined, request: ServerContext): Caller {
  const workspace = dir === undefined ? context.connection.workspace ?? context.workspace : realFolder(dir);
  if (dir !== undefined) context.connection.workspace = workspace;
  const owner = ownerFromMeta(request.mcpReq._meta, context.clientName());
  return {
    door: "mcp",
    workspace,
    connection: context.connection,
    signal: request.mcpReq.signal,
    ...(owner ? { owner } : {}),
  };
}

function realFolder(dir: string): string {
  const wrong = (why: string) =>
    new InvalidInputError(`workspace_dir "${dir}" ${why}: send the absolute path of the project's folder`, {
      field: "workspace_dir",
      wanted: "an absolute path of a folder",
      actual: dir,
    });
  if (!isAbsolute(dir)) throw wrong("isn't absolute");
  try {
    if (!statSync(dir).isDirectory()) throw wrong("isn't a folder");
    return realpathSync(resolve(dir));
  } catch (error) {
    throw error instanceof InvalidInputError ? error : wrong("doesn't exist");
  }
}

async function currentOf(context: ToolContext, error: StaleInputError, caller: Caller): Promise<Outcome | undefined> {
  const session = typeof error.data.session === "string" ? { session: error.data.session } : {};
  return await context.engine.current(session, caller).catch(() => undefined);
}

async function withProgress<T>(request: ServerContext, work: Promise<T>): Promise<T> {
  const token = request.mcpReq._meta?.progressToken;
  if (token === undefined) return await work;
  let beats = 0;
  const timer = setInterval(() => {
    beats++;
    request.mcpReq.notify({
      method: "notifications/progress",
      params: {
        progressToken: token,
        progress: beats,
        message: `still running after ${(beats * PROGRESS_MS) / 1000} s`,
      },
    }).catch(() => {});
  }, PROGRESS_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
