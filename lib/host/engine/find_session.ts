/**
 * Which session a call means. Source: spec "Sessions on disk".
 * @module
 */

import { didYouMean } from "../../did_you_mean.ts";
import { SessionNotFoundError } from "../../error.ts";
import type { Json } from "../../json.ts";
import type { Owner } from "../../session/state.ts";
import type { SessionStore, SessionSummary } from "../session_store.ts";
import type { Caller } from "./command.ts";

/** A session that was found. */
export interface FoundSession {
  id: string;
  /** Of several copies the one in this workspace is meant; undefined where it's the only one. */
  workspace?: string;
}

/**
 * The session that a call means: the one it names (a unique prefix will do), else the one that this connection used last,
 * else the only live one of the workspace.
 *
 * @throws {SessionNotFoundError} none, or several; `data.live` lists them
 */
export async function findSession(
  store: SessionStore,
  named: string | undefined,
  caller: Caller,
): Promise<FoundSession> {
  const last = caller.connection?.last;
  if (last && (named === undefined || named === last.id)) return await lastSession(store, last, caller);
  if (named !== undefined) return await findNamed(store, named, caller);
  const listed = await store.list(caller.workspace);
  const live = listed.filter(isLive);
  if (live.length === 1) return placeOf(live[0]);
  if (live.length === 0) {
    const corrupt = listed.filter((one) => one.status === "corrupt");
    if (corrupt.length > 0) {
      // Loading it says precisely what is wrong and how it's salvaged.
      return placeOf(corrupt[0]);
    }
    throw new SessionNotFoundError(
      `There is no live session in ${caller.workspace}: start one with start_workflow`,
      { live: [] },
    );
  }
  throw new SessionNotFoundError(
    `There are ${live.length} live sessions, name one with session_id: ${live.map(inWords).join("; ")}`,
    { live: live.map(asData) },
  );
}

function placeOf({ id, workspace }: SessionSummary): FoundSession {
  return { id, workspace };
}

/** No folder is read for the session that a connection goes on with, unless the call comes from another workspace. */
async function lastSession(
  store: SessionStore,
  last: Required<FoundSession>,
  { workspace }: Caller,
): Promise<FoundSession> {
  const isHere = last.workspace !== workspace && (await store.resolve(last.id, workspace)).includes(last.id);
  return isHere ? { id: last.id, workspace } : last;
}

async function findNamed(store: SessionStore, named: string, { workspace }: Caller): Promise<FoundSession> {
  // Here before elsewhere: a workspace that was copied has sessions of the same ids.
  const here = await store.resolve(named, workspace);
  if (here.includes(named)) return { id: named, workspace };
  const everywhere = await store.resolve(named);
  if (everywhere.includes(named)) return { id: named };
  const found = here.length > 0 ? here : everywhere;
  if (found.length === 1) return here.length > 0 ? { id: found[0], workspace } : { id: found[0] };
  if (found.length > 1) {
    throw new SessionNotFoundError(`"${named}" is the beginning of several sessions: ${found.join(", ")}`, {
      live: found,
    });
  }
  const all = await store.list(workspace);
  const hint = didYouMean(named, all.map((one) => one.id));
  const live = all.filter(isLive);
  throw new SessionNotFoundError(
    `There is no session "${named}": ${
      hint || (live.length > 0 ? `live are ${live.map(inWords).join("; ")}` : "start one with start_workflow")
    }`,
    { session: named, live: live.map(asData) },
  );
}

/** The turn of the last envelope that this connection was given for a session. */
export function turnShown({ connection }: Caller, { id, workspace }: FoundSession): number | undefined {
  const shown = connection?.shown.get(id);
  return workspace === undefined || workspace === shown?.workspace ? shown?.turn : undefined;
}

/** Whether a session can still move. */
export function isLive(summary: SessionSummary): boolean {
  return summary.status === "running" || summary.status === "paused" || summary.status === "halted";
}

/** Whether two owners are the same host session and agent. */
export function sameOwner(a: Owner | null, b: Owner | null): boolean {
  return a !== null && b !== null && a.session !== "" && a.session === b.session && a.agent === b.agent;
}

function inWords(one: SessionSummary): string {
  return `${one.id} (${one.workflow}, ${one.status}${one.step ? ` at "${one.step}"` : ""})`;
}

function asData(one: SessionSummary): Json {
  return { id: one.id, workflow: one.workflow, status: one.status, step: one.step };
}
