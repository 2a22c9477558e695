/**
 * One tool call: from the request to a caller, and from the engine's answer to a result.
 * @module
 */

import { isAbsolute, resolve } from "node:path";
import { realpathSync, statSync } from "node:fs";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { InvalidInputError, StaleInputError } from "../../lib/error.ts";
import type { Caller, Connection, EngineApi, Outcome, Reported } from "../../lib/host/engine/mod.ts";
import type { NotedCall } from "../../lib/host/hook/caller_note.ts";
import type { Json } from "../../lib/json.ts";
import type { Owner } from "../../lib/session/state.ts";
import { ownerFromMeta } from "../owner_from_meta.ts";
import { errorOf, resultOf } from "./result.ts";

/** What every tool of one connection shares. */
export interface ToolContext {
  engine: EngineApi;
  /** Throws where the caller hasn't got a skill. */
  requireSkill?(name: string): void;
  /** The workspace where a call names none. */
  workspace: string;
  connection: Connection & { workspace?: string };
  structured: boolean;
  /** The client's name, such as `claude-code`. */
  clientName(): string | undefined;
  /** The owner that a hook noted just before a call. */
  notedOwner?(call: NotedCall): Owner | undefined;
}

/** How often a waiting call says that it's still there, in milliseconds. */
const PROGRESS_MS = 5_000;

/** Runs a call and turns whatever it throws into an error result that a model can act on. */
export async function answer(
  context: ToolContext,
  tool: string,
  args: { workspace_dir?: string | undefined },
  request: ServerContext,
  run: (caller: Caller) => Promise<Outcome | Reported | CallToolResult>,
): Promise<CallToolResult> {
  let caller: Caller | undefined;
  try {
    caller = callerOf(context, tool, args, request);
    const done = await withProgress(request, run(caller));
    return "content" in done ? done : resultOf(done, context.structured);
  } catch (error) {
    const current = error instanceof StaleInputError && caller ? await currentOf(context, error, caller) : undefined;
    return errorOf(error, current);
  }
}

function callerOf(
  context: ToolContext,
  tool: string,
  args: { workspace_dir?: string | undefined },
  request: ServerContext,
): Caller {
  const { connection } = context;
  const dir = args.workspace_dir;
  const workspace = dir === undefined ? connection.workspace ?? context.workspace : realFolder(dir);
  if (dir !== undefined) connection.workspace = workspace;
  const owner = ownerOf(context, tool, args, request);
  return { door: "mcp", workspace, connection, signal: request.mcpReq.signal, ...(owner ? { owner } : {}) };
}

/** Whose call it is: as the client says, else as its hook noted; this process where neither tells. */
function ownerOf(context: ToolContext, tool: string, args: object, request: ServerContext): Owner | undefined {
  const meta = request.mcpReq._meta;
  const useId = meta?.["claudecode/toolUseId"];
  const noted = context.notedOwner?.({ tool, input: args as Json, ...(typeof useId === "string" ? { useId } : {}) });
  return ownerFromMeta(meta, context.clientName()) ?? noted;
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
