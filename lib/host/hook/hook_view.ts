/**
 * What a hook needs to know of a session, in one small file beside it: a hook runs before every tool call and can't
 * replay a journal. The engine writes the file on every advance and takes it away when the session is closed.
 * @module
 */

import type { FenceView } from "../../fence/view.ts";
import { isJsonObject } from "../../json.ts";
import type { Owner } from "../../session/state.ts";

/** The version of the file. */
export const HOOK_VIEW_FORMAT = 1;

/** A live session as hooks see it. The owner stands in front, so that a file that was cut short still tells whose it is. */
export interface HookView {
  /** Version of the format. */
  format: typeof HOOK_VIEW_FORMAT;
  /** The session's id. */
  session: string;
  /** Whose session it is. */
  owner: Owner | null;
  /** The session's revision: an older view never replaces a newer one. */
  revision: number;
  /** ISO 8601, UTC. */
  updated_at: string;
  /** Real path. */
  workspace: string;
  /** Absolute; null for a skill of one file. */
  skillFolder: string | null;
  /** Sizes of the session's files, in bytes: a journal only grows, so a smaller one was cut. */
  sizes: { journal: number; definition: number };
  /** What the fence knows of the step. */
  fence: FenceView;
  /** The current step's visit. */
  visit: number;
  /** The call that ends the step. */
  finish: string;
  /** Of a dispatcher: the tickets that are still open. */
  tickets: { ticket: string; child: string }[];
  /** The current envelope as text, short. */
  envelope: string;
}

/** The end of the file's name, after the session's id. */
export const HOOK_VIEW_SUFFIX = ".view.json";

/** Whether a value that was read is a view. */
export function isHookView(value: unknown): value is HookView {
  if (!isJsonObject(value) || value.format !== HOOK_VIEW_FORMAT) return false;
  const { session, owner, workspace, skillFolder, sizes, fence, visit, finish, tickets, envelope, updated_at } = value;
  return typeof session === "string" &&
    (owner === null || (isJsonObject(owner) && typeof owner.session === "string")) &&
    typeof workspace === "string" && (skillFolder === null || typeof skillFolder === "string") &&
    isJsonObject(sizes) && typeof sizes.journal === "number" && typeof sizes.definition === "number" &&
    typeof visit === "number" && typeof finish === "string" && typeof envelope === "string" &&
    typeof updated_at === "string" && Array.isArray(tickets) && isJsonObject(fence) && isFence(fence);
}

function isFence(fence: Record<string, unknown>): boolean {
  const lists = [fence.mandated, fence.allowed, fence.denied, fence.hiddenFiles];
  return ["session", "workflow", "status", "title", "kind", "type", "enforce"].every((key) =>
    typeof fence[key] === "string"
  ) && (fence.step === null || typeof fence.step === "string") && typeof fence.turn === "number" &&
    lists.every((list) => Array.isArray(list) && list.every((entry) => typeof entry === "string"));
}
