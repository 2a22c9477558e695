/**
 * A command, and the person at the client where the workflow wants one: what is answered in a form enters the session as
 * that person's own input. Without forms, or without an answer, the agent is told as ever. Source: spec "MCP server".
 * @module
 */

import type { InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import { NotTrustedError, StaleInputError } from "../../lib/error.ts";
import type { Command } from "../../lib/host/dispatch/command.ts";
import { dispatch, type DispatchContext } from "../../lib/host/dispatch/dispatch.ts";
import { type Dispatched, outcomeOfResult } from "../../lib/host/dispatch/outcome.ts";
import { turnShown } from "../../lib/host/engine/find_session.ts";
import type { Caller, Outcome } from "../../lib/host/engine/mod.ts";
import type { JsonObject } from "../../lib/json.ts";
import { ANSWER } from "./form_schema.ts";
import { askLater, askNow, isUnanswered, leaveUnanswered, type Memo, type PersonDoor, replyIn } from "./person_door.ts";
import {
  answerQuestion,
  type Asked,
  type AskedOfSession,
  MAX_NOTE,
  type Question,
  questionOf,
  TRUSTED,
} from "./question.ts";
import { type Reply, textIn } from "./reply.ts";
import { askTrust, type TrustDoor } from "./trust_door.ts";

/** What commands are done with, and how a person is reached. */
export interface PersonContext extends DispatchContext {
  person: PersonDoor;
  trust?: TrustDoor;
}

/** Forms in one call: whoever answers more of them has a conversation, which is the agent's to lead. */
const MAX_ROUNDS = 4;

/** Where a call stands: what it came to, or what has to be asked first. */
type Stand = { outcome: Dispatched; over?: boolean } | { question: Question };

/**
 * Does a command and asks the person what comes up, at a client that shows forms. A modern client is told what to ask, and
 * calls again.
 */
export async function dispatchWithPerson(
  command: Command,
  from: Caller,
  request: ServerContext,
  context: PersonContext,
): Promise<Dispatched | InputRequiredResult> {
  const { person } = context;
  const memo = person.later && request.mcpReq.requestState<Memo>();
  const caller = memo?.owner === undefined ? from : { ...from, owner: memo.owner };
  const { owner } = caller;
  let stand = memo ? await take(memo.asked, replyIn(request)) : await begin();
  for (let round = memo?.round ?? 0; round < MAX_ROUNDS; round++) {
    const question = "question" in stand ? stand.question : stand.over ? undefined : await questionAfter(stand.outcome);
    if (question === undefined) break;
    if (person.later) {
      return await askLater(question, { round: round + 1, ...(owner === undefined ? {} : { owner }) }, person);
    }
    stand = await take(question.asked, await askNow(question, request, person));
  }
  return advised("outcome" in stand ? stand.outcome : await dispatch(command, caller, context), person);

  async function begin(): Promise<Stand> {
    const question = await questionBefore(command, caller, context);
    return question === undefined ? { outcome: await dispatch(command, caller, context) } : { question };
  }

  /** What a form's answer comes to; without one the session stands where it stood. */
  async function take(asked: Asked, reply: Reply): Promise<Stand> {
    if ("none" in reply) {
      leaveUnanswered(asked, person);
      if (asked.about === "trust") return { outcome: await dispatch(command, caller, context), over: true };
      const then = asked.about === "answer" ? "; ask in the conversation, and hand the answer in with next_step" : "";
      return { outcome: await now(reply.none + then, asked.session), over: true };
    }
    if (asked.about === "trust") return await takeTrust(asked.digest, reply.content);
    return { outcome: await takeAnswer(asked, reply.content) };
  }

  async function takeTrust(digest: string, content: JsonObject): Promise<Stand> {
    const look = { engine: context.engine, name: nameIn(command), workspace: caller.workspace };
    const trusted = textIn(content, "decision") === TRUSTED;
    const recorded = trusted && await context.trust!.record({ ...look, digest }).catch(() => false);
    const changed = trusted && !recorded ? await askTrust(context.trust!, look) : undefined;
    if (changed !== undefined) return { question: changed };
    return { outcome: await dispatch(command, caller, context), over: !recorded };
  }

  async function takeAnswer(asked: AskedOfSession, content: JsonObject): Promise<Dispatched> {
    const { session, step, visit, turn } = asked;
    const choice = textIn(content, "choice");
    if (asked.about === "approval") {
      const note = textIn(content, "note")?.slice(0, MAX_NOTE);
      const verdict = { choice: choice ?? "", by: person.by(), assurance: "elicited" as const };
      try {
        const approval = { session, step, visit, ...verdict, ...(note === undefined ? {} : { note }) };
        return outcomeOfResult(command.action, caller.door, await context.engine.approve(approval, caller));
      } catch (error) {
        if (error instanceof StaleInputError) {
          return await now("the session has moved since the person was asked", session);
        }
        leaveUnanswered(asked, person);
        return await now(
          `the form's answer can't be taken: ${error instanceof Error ? error.message : error}`,
          session,
        );
      }
    }
    const { variables, transition_choice } = command.action === "next_step" ? command.args : {};
    const said = asked.about === "choice" ? { transition_choice: choice } : {
      transition_choice,
      ...(asked.fields ? { step_output: content } : { user_response: textIn(content, ANSWER) }),
    };
    const args = { session_id: session, turn, ...(variables === undefined ? {} : { variables }), ...said };
    return await dispatch({ action: "next_step", args }, caller, context);
  }

  async function now(notice: string, session?: string): Promise<Dispatched> {
    const args = session === undefined ? {} : { session_id: session };
    return withNotice(await dispatch({ action: "current_step", args }, caller, context), notice);
  }

  async function questionAfter({ result, thrown }: Dispatched): Promise<Question | undefined> {
    if (thrown instanceof NotTrustedError && command.action === "start_workflow" && context.trust !== undefined) {
      return await askTrust(context.trust, {
        engine: context.engine,
        name: nameIn(command),
        workspace: caller.workspace,
      });
    }
    const question = result === undefined || "report" in result ? undefined : questionOf(result);
    if (question === undefined) return undefined;
    // Whoever only looks, or comes back, doesn't put the same form before the person once more.
    return command.action !== "next_step" && isUnanswered(question.asked, person) ? undefined : question;
  }
}

/** What has to be asked before an agent's delivery: it can't answer for the person. */
async function questionBefore(
  command: Command,
  caller: Caller,
  { engine, person }: PersonContext,
): Promise<Question | undefined> {
  if (command.action !== "next_step") return undefined;
  const { user_response, outputs, child, session_id, turn, step_output } = command.args;
  if (user_response !== undefined || outputs !== undefined || child !== undefined) return undefined;
  const current = await lookAt(engine, session_id, caller);
  if (current === undefined) return undefined;
  const known = turn ?? turnShown(caller, { id: current.state.id, workspace: current.workspace });
  if (known !== undefined && known !== current.state.turn) return undefined;
  const awaited = questionOf(current);
  if (awaited?.asked.about === "approval") return awaited;
  const question = answerQuestion(current, step_output);
  // Whoever left the form alone may have answered in the conversation.
  return question && isUnanswered(question.asked, person) ? undefined : question;
}

/** The session as it stands, without counting as shown to the agent. */
async function lookAt(
  engine: PersonContext["engine"],
  session: string | undefined,
  caller: Caller,
): Promise<Outcome | undefined> {
  const { connection } = caller;
  const unseen = connection && { ...connection, shown: new Map(connection.shown) };
  try {
    return await engine.current(session === undefined ? {} : { session }, {
      ...caller,
      ...(unseen === undefined ? {} : { connection: unseen }),
    });
  } catch {
    // The command itself says it better.
    return undefined;
  }
}

/** Tells an agent that is at an `interactive` step that its person can be asked in a form. */
function advised(outcome: Dispatched, person: PersonDoor): Dispatched {
  const { result } = outcome;
  const question = result === undefined || "report" in result ? undefined : answerQuestion(result, undefined);
  if (question === undefined || isUnanswered(question.asked, person)) return outcome;
  return withNotice(
    outcome,
    "the user is asked in a form: send what to show and ask as step_output, or the answer as user_response if you have it",
  );
}

function withNotice(outcome: Dispatched, notice: string): Dispatched {
  const { result, action, door } = outcome;
  if (result === undefined || "report" in result || action === null) return outcome;
  const envelope = { ...result.envelope, notices: [...result.envelope.notices, notice] };
  return outcomeOfResult(action, door, { ...result, envelope });
}

function nameIn(command: Command): string {
  return command.action === "start_workflow" ? command.args.skill_name : "";
}
