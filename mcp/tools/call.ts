/**
 * One tool call: from the request to a command and its caller, and from the outcome to a result.
 * @module
 */

import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { AgentsApi } from "../../lib/host/agent/agents_type.ts";
import type { Command } from "../../lib/host/dispatch/command.ts";
import { dispatch } from "../../lib/host/dispatch/dispatch.ts";
import { namedWorkspace } from "../../lib/host/dispatch/named_workspace.ts";
import { type Dispatched, outcomeOfError } from "../../lib/host/dispatch/outcome.ts";
import type { Caller, Connection, EngineApi } from "../../lib/host/engine/mod.ts";
import type { NotedCall } from "../../lib/host/hook/caller_note.ts";
import type { Json } from "../../lib/json.ts";
import type { Owner } from "../../lib/session/state.ts";
import { ownerFromMeta } from "../owner_from_meta.ts";
import type { PersonDoor } from "../person/person_door.ts";
import type { TrustDoor } from "../person/trust_door.ts";
import { withProgress } from "./progress.ts";
import { resultOf } from "./result.ts";

/** What every tool of one connection shares. */
export interface ToolContext {
  engine: EngineApi;
  /** Throws where the caller hasn't got a skill. */
  requireSkill?(name: string): void;
  /** The agents of this machine. */
  agents?: AgentsApi;
  /** The workspace where a call names none. */
  workspace: string;
  connection: Connection & { workspace?: string };
  structured: boolean;
  /** The client's name, such as `claude-code`. */
  clientName(): string | undefined;
  /** The owner that a hook noted just before a call. */
  notedOwner?(call: NotedCall): Owner | undefined;
  /** The way to the person at the client. */
  person: PersonDoor;
  /** Keeps what a person trusts in a form. */
  trust?: TrustDoor;
  /** Milliseconds between two words of progress. */
  progressEvery: number;
}

/** Does a command and says what it came to. */
export async function answerCommand(
  context: ToolContext,
  command: Command,
  request: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  return await answer(context, command.action, command.args, request, async (caller) => {
    if (!context.person.canAsk(request)) return resultOf(await dispatch(command, caller, context), context.structured);
    // Only where there are forms: tools are listed without it.
    const { dispatchWithPerson } = await import("../person/dispatch_with_person.ts");
    const outcome = await dispatchWithPerson(command, caller, request, context);
    return isDispatched(outcome) ? resultOf(outcome, context.structured) : outcome;
  });
}

function isDispatched(outcome: Dispatched | InputRequiredResult): outcome is Dispatched {
  return "reply" in outcome;
}

/** Runs a call and turns whatever it throws into an error result that a model can act on. */
export async function answer(
  context: ToolContext,
  tool: string,
  args: { workspace_dir?: string | undefined },
  request: ServerContext,
  run: (caller: Caller) => Promise<CallToolResult | InputRequiredResult>,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    return await withProgress(request, context.progressEvery, run(callerOf(context, tool, args, request)));
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
