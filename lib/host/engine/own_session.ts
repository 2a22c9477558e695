/**
 * The session that a start returns to. Source: spec "Sessions on disk".
 * @module
 */

import { SessionCorruptedError } from "../../error.ts";
import type { Owner } from "../../session/state.ts";
import type { StoredSession } from "../session_store.ts";
import { isLive, sameOwner } from "./find_session.ts";
import type { EnginePorts } from "./ports.ts";

/** A session to go on with, and what to tell about others. */
export interface Resumable {
  session?: StoredSession;
  /** Its owner's process is gone: it has to be claimed. */
  gone: boolean;
  notices: string[];
}

/**
 * The newest running or paused session of a workflow in a workspace that is the owner's own, or whose owner is gone.
 * Corrupt sessions are never touched, only told of.
 */
export async function ownSession(
  ports: EnginePorts,
  workflow: string,
  owner: Owner,
  workspace: string,
): Promise<Resumable> {
  const listed = await ports.store.list(workspace);
  const notices = listed.filter((one) => one.status === "corrupt").map((one) => leftAlone(one.id, one.problem ?? ""));
  const damaged = new Set<string>();
  const candidates = listed.filter((one) => isLive(one) && one.status !== "halted" && one.workflow === workflow);
  for (const one of candidates) {
    const mine = sameOwner(one.owner, owner);
    const gone = !mine && (one.owner === null || ports.isGone(one.owner));
    if (!mine && !gone) continue;
    try {
      return { session: await ports.store.load(one.id, one.workspace), gone, notices };
    } catch (error) {
      // A list reads no journal: damage inside of one shows only here.
      if (!(error instanceof SessionCorruptedError)) throw error;
      damaged.add(one.id);
      notices.push(leftAlone(one.id, error.message));
    }
  }
  for (const one of candidates) {
    if (damaged.has(one.id)) continue;
    notices.push(`session ${one.id} of the same workflow belongs to another owner; it was left alone`);
  }
  return { gone: false, notices };
}

function leftAlone(id: string, problem: string): string {
  return `session ${id} is corrupt (${problem}); it was left alone`;
}
