/**
 * One tool call: from the request to a command and its caller, and from the outcome to a result.
 * @module
 */

import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { Command } from "../../lib/host/dispatch/command.ts";
import { dispatch } from "../../lib/host/dispatch/dispatch.ts";
import { namedWorkspace } from "../../lib/host/dispatch/named_workspace.ts";
import { outcomeOfError } from "../../lib/host/dispatch/outcome.ts";
import type { Caller, Connection, EngineApi } from "../../lib/host/engine/mod.ts";
import type { NotedCall } from "../../lib/host/hook/caller_note.ts";
import type { Json } from "../../lib/json.ts";
import type { Owner } from "../../lib/session/state.ts";
import { ownerFromMeta } from "../owner_from_meta.ts";
import { resultOf } from "./result.ts";

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

/** Does a command and says what it came to. */
export async function answerCommand(
  context: ToolContext,
  command: Command,
  request: ServerContext,
): Promise<CallToolResult> {
  return await answer(
    context,
    command.action,
    command.args,
    request,
    async (caller) => resultOf(await dispatch(command, caller, context), context.structured),
  );
}

/** Runs a call and turns whatever it throws into an error result that a model can act on. */
export async function answer(
  context: ToolContext,
  tool: string,
  args: { workspace_dir?: string | undefined },
  request: ServerContext,
  run: (caller: Caller) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await withProgress(request, run(callerOf(context, tool, args, request)));
  } catch (error) {
    return resultOf(outcomeOfError(null, "mcp", error), context.structured);
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
  const workspace = dir === undefined ? connection.workspace ?? context.workspace : namedWorkspace(dir);
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
