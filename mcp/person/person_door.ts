/**
 * The way to the person at the client: a form in the middle of a call. Source: spec "MCP server".
 * @module
 */

import { inputRequired, type InputRequiredResult, type ServerContext } from "@modelcontextprotocol/server";
import type { Owner } from "../../lib/session/state.ts";
import type { Asked, Question } from "./question.ts";
import { readReply, type Reply } from "./reply.ts";

/** What goes through the client while a person is asked, sealed so that it comes back as it was. */
export interface Memo {
  asked: Asked;
  /** Forms in this call so far, this one included. */
  round: number;
  /** Whose call it was: what a hook noted of it is told once. */
  owner?: Owner;
}

/** How a connection reaches its person. */
export interface PersonDoor {
  /** Whether the client of a request shows forms. */
  canAsk(request: ServerContext): boolean;
  /** Of a modern client, which calls again with the answer; undefined where a request to the client brings it. */
  later?: (memo: Memo) => Promise<string>;
  /** Milliseconds that an answer may take where the call stays open. */
  wait: number;
  /** Who answered, for the record. */
  by(): string;
  /** Forms that got no answer, so that only a new delivery asks again. */
  unanswered: Set<string>;
}

/** The only request of a round. */
const KEY = "person";
/** Forms that are remembered as unanswered; forgetting one costs one more form. */
const MAX_UNANSWERED = 1_000;

/** What a client is answered that has to ask its user and call again. */
export async function askLater(
  { asked, message, schema: requestedSchema }: Question,
  memo: Omit<Memo, "asked">,
  door: PersonDoor,
): Promise<InputRequiredResult> {
  return inputRequired({
    inputRequests: { [KEY]: inputRequired.elicit({ mode: "form", message, requestedSchema }) },
    requestState: await door.later!({ asked, ...memo }),
  });
}

/** The answer that a client has called again with. */
export function replyIn(request: ServerContext): Reply {
  return readReply(request.mcpReq.inputResponses?.[KEY]);
}

/** Asks while the call stays open. Never rejects, but for a call that is cancelled itself. */
export async function askNow(question: Question, request: ServerContext, door: PersonDoor): Promise<Reply> {
  const { message, schema: requestedSchema } = question;
  const { signal } = request.mcpReq;
  const late = AbortSignal.timeout(door.wait);
  try {
    return readReply(
      await request.mcpReq.elicitInput({ mode: "form", message, requestedSchema }, {
        timeout: door.wait + 1_000,
        signal: AbortSignal.any([signal, late]),
      }),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    if (late.aborted) return { none: `nobody answered the form within ${Math.round(door.wait / 1_000)} s` };
    return { none: `the client couldn't show the form (${error instanceof Error ? error.message : String(error)})` };
  }
}

/** Remembers that a form got no answer. */
export function leaveUnanswered(asked: Asked, { unanswered }: PersonDoor): void {
  if (unanswered.size >= MAX_UNANSWERED) unanswered.clear();
  unanswered.add(JSON.stringify(asked));
}

/** Whether a form got no answer before. */
export function isUnanswered(asked: Asked, { unanswered }: PersonDoor): boolean {
  return unanswered.has(JSON.stringify(asked));
}
