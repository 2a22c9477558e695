/**
 * Finds the live sessions of the workspaces that a hook is called from.
 * @module
 */

import type { Owner } from "../../session/state.ts";
import type { HookFiles } from "./hook_machine.ts";
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
export function findViews(files: HookFiles, folders: readonly string[], caller: HookCaller): FoundViews {
  const found: FoundViews = { views: [], corrupt: [] };
  if (caller.session === "") return found;
  for (const workspace of workspacesOf(files, folders)) {
    const names = files.names(`${workspace}/.skill-workflow/sessions`).filter((name) =>
      name.endsWith(HOOK_VIEW_SUFFIX)
    );
    for (const name of names.slice(0, MAX_SESSIONS)) {
      const one = readView(files, workspace, name.slice(0, -HOOK_VIEW_SUFFIX.length));
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

/** The folders, and all above them. */
function workspacesOf(files: HookFiles, folders: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const folder of folders) {
    let at = files.realPath(folder).replace(/(?<![\\/])[\\/]+$/, "");
    for (let depth = 0; depth < MAX_DEPTH && !found.has(at); depth++) {
      found.add(at);
      at = at.replace(/[\\/][^\\/]*$/, "");
    }
  }
  return found;
}

function readView(files: HookFiles, workspace: string, session: string): HookView | CorruptSession {
  const stem = `${workspace}/.skill-workflow/sessions/${session}`;
  const corrupt = (owner: Owner | null, path: string, what: string): CorruptSession => ({
    session,
    workspace,
    owner,
    problem: `${path} ${what}`,
  });
  const file = `${stem}${HOOK_VIEW_SUFFIX}`;
  if ((files.size(file) ?? 0) > MAX_VIEW) return corrupt(null, file, "is too large");
  const { text, view } = readWhole(files, file);
  if (view === undefined) return corrupt(ownerIn(text), file, "is cut short or can't be read");
  if (!isHookView(view)) return corrupt(ownerIn(text), file, "isn't what it should be");
  for (const [kind, end] of [["journal", "journal.jsonl"], ["definition", "workflow.json"]] as const) {
    const path = `${stem}.${end}`;
    const size = files.size(path);
    if (size === undefined) return corrupt(view.owner, path, "is missing");
    if (size < view.sizes[kind]) return corrupt(view.owner, path, "was cut short");
  }
  return view;
}

/** Read again where it doesn't parse: the engine writes over it in place. */
const READS = 5;

function readWhole(files: HookFiles, file: string): { text: string; view?: unknown } {
  let text = "";
  for (let read = 0; read < READS; read++) {
    text = files.read(file) ?? "";
    try {
      return { text, view: JSON.parse(text) };
    } catch {
      // Half written, or damaged: the last read tells.
    }
  }
  return { text };
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
