/**
 * Finds the live sessions of the workspaces that a hook is called from.
 * @module
 */

import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Owner } from "../../session/state.ts";
import { HOOK_VIEW_SUFFIX, type HookView, isHookView } from "./hook_view.ts";

/** A session whose files can't be trusted. */
export interface CorruptSession {
  session: string;
  workspace: string;
  /** As far as it can be told. */
  owner: Owner | null;
  /** File and fault, in words. */
  problem: string;
}

/** What there is. */
export interface FoundViews {
  /** The one advanced last first. */
  views: HookView[];
  corrupt: CorruptSession[];
}

const MAX_VIEW = 4_194_304;
const MAX_SESSIONS = 1_000;
const MAX_DEPTH = 64;

/** Who calls, as far as the hook's input tells. */
export interface HookCaller {
  session: string;
  agent?: string;
}

/** The live sessions that the caller owns, in the folders' own workspaces or those above them. */
export function findViews(folders: readonly string[], caller: HookCaller): FoundViews {
  const found: FoundViews = { views: [], corrupt: [] };
  if (caller.session === "") return found;
  for (const sessions of sessionFolders(folders)) {
    for (const name of viewsIn(sessions)) {
      const one = readView(sessions, name.slice(0, -HOOK_VIEW_SUFFIX.length));
      // Whose a damaged session is may be lost with it: then it counts as anybody's.
      if ("fence" in one ? owns(one.owner, caller) : one.owner === null || owns(one.owner, caller)) {
        if ("fence" in one) found.views.push(one);
        else found.corrupt.push(one);
      }
    }
  }
  found.views.sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
  return found;
}

function owns(owner: Owner | null, caller: HookCaller): boolean {
  return owner !== null && owner.session === caller.session &&
    (owner.agent === undefined || owner.agent === caller.agent);
}

function sessionFolders(folders: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const folder of folders) {
    let at = real(folder);
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      found.add(join(at, ".skill-workflow", "sessions"));
      const above = dirname(at);
      if (above === at) break;
      at = above;
    }
  }
  return found;
}

function viewsIn(sessions: string): string[] {
  try {
    return readdirSync(sessions).filter((name) => name.endsWith(HOOK_VIEW_SUFFIX)).slice(0, MAX_SESSIONS);
  } catch {
    return [];
  }
}

function readView(sessions: string, session: string): HookView | CorruptSession {
  const file = join(sessions, `${session}${HOOK_VIEW_SUFFIX}`);
  const corrupt = (owner: Owner | null, path: string, what: string): CorruptSession => ({
    session,
    workspace: dirname(dirname(sessions)),
    owner,
    problem: `${path} ${what}`,
  });
  let text = "";
  let view: unknown;
  try {
    if (statSync(file).size > MAX_VIEW) return corrupt(null, file, "is too large");
    text = readFileSync(file, "utf8");
    view = JSON.parse(text);
  } catch {
    return corrupt(ownerIn(text), file, "is cut short or can't be read");
  }
  if (!isHookView(view)) return corrupt(ownerIn(text), file, "isn't what it should be");
  const files = { journal: `${session}.journal.jsonl`, definition: `${session}.workflow.json` } as const;
  for (const [kind, name] of Object.entries(files)) {
    const path = join(sessions, name);
    const size = sizeOf(path);
    if (size === undefined) return corrupt(view.owner, path, "is missing");
    if (size < view.sizes[kind as keyof HookView["sizes"]]) return corrupt(view.owner, path, "was cut short");
  }
  return view;
}

/** The owner out of the beginning of a view's text. */
function ownerIn(text: string): Owner | null {
  const found = /^\{"format":\d+,"session":"[^"]*","owner":(\{[^{}]*\})/.exec(text);
  if (found === null) return null;
  try {
    const owner = JSON.parse(found[1]) as Owner;
    return typeof owner.session === "string" ? owner : null;
  } catch {
    return null;
  }
}

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
