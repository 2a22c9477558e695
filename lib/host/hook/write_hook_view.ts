/**
 * Writes a session's view for hooks. For the engine: the hooks themselves only read it.
 * @module
 */

import { Buffer } from "node:buffer";
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { envelope } from "../../session/envelope.ts";
import { fenceView } from "../../session/fence_view.ts";
import { renderEnvelope } from "../../session/render_envelope.ts";
import type { SessionState } from "../../session/state.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { StoredSession } from "../session_store.ts";
import { skillFolderOf } from "../skill_folder.ts";
import { sessionPaths, sessionsFolder } from "../store/session_paths.ts";
import { nodeHookFiles } from "./node_machine.ts";
import { HOOK_VIEW_FORMAT, type HookView } from "./hook_view.ts";

/** Longer envelopes are cut: clients cut what a hook says, and not at a good place. */
const MAX_ENVELOPE = 8_000;

/** Makes the view of a state. `sizes` are those of its journal and its definition. */
export function makeHookView(state: SessionState, workspace: string, sizes: HookView["sizes"]): HookView {
  const shown = envelope(state);
  return {
    format: HOOK_VIEW_FORMAT,
    session: state.id,
    owner: state.owner,
    revision: state.revision,
    updated_at: state.updated_at,
    workspace,
    skillFolder: skillFolderOf(state.workflow, workspace),
    sizes,
    fence: fenceView(state),
    visit: state.step === null ? 0 : state.visits[state.step] ?? 0,
    finish: shown.complete_by?.call ?? "current_step",
    tickets: (shown.children ?? []).filter((child) => !child.done).map(({ ticket, id }) => ({ ticket, child: id })),
    envelope: shorten(renderEnvelope(shown), state.id),
  };
}

/**
 * Writes the view beside the session's files, or takes it away once the session is closed. Never throws: a hook that
 * finds no view, or an old one, must not keep a session from moving.
 */
export function writeHookView(session: StoredSession): void {
  const { state, workspace } = session;
  const folder = sessionsFolder(workspace);
  const paths = sessionPaths(folder, state.id);
  const file = paths.view;
  try {
    if (state.status === "completed" || state.status === "aborted") {
      rmSync(file, { force: true });
      return;
    }
    const sizes = {
      journal: statSync(paths.journal).size,
      definition: definitionSize(state.workflow, paths.definition),
    };
    overwrite(file, state.revision, () => `${JSON.stringify(makeHookView(state, workspace, sizes))}\n`);
  } catch {
    // The next advance writes it again.
  }
}

/** The workflow's file is written once; after a salvage, which writes it again, the workflow is another object. */
const DEFINITION_SIZES = new WeakMap<Workflow, { path: string; size: number }>();

function definitionSize(workflow: Workflow, path: string): number {
  let known = DEFINITION_SIZES.get(workflow);
  if (known?.path !== path) DEFINITION_SIZES.set(workflow, known = { path, size: statSync(path).size });
  return known.size;
}

/** Blanks behind the view fill its file up to a multiple of this, so that it rarely changes its length. */
const BLOCK = 1024;

/**
 * Writes over a file in place and doesn't wait for the disk: a rename over it would, at every advance. A reader that meets
 * half of it reads again; after a crash the sizes in it tell that it is old. Leaves a later revision's view alone.
 */
function overwrite(file: string, revision: number, make: () => string): void {
  let handle: number;
  try {
    handle = openSync(file, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  } catch {
    nodeHookFiles.replace(file, new TextDecoder().decode(blocks(make())));
    return;
  }
  try {
    if (revisionIn(handle) > revision) return;
    const bytes = blocks(make());
    writeSync(handle, bytes, 0, bytes.length, 0);
    if (fstatSync(handle).size > bytes.length) ftruncateSync(handle, bytes.length);
  } finally {
    closeSync(handle);
  }
}

function blocks(text: string): Uint8Array {
  const content = new TextEncoder().encode(text);
  const bytes = new Uint8Array(Math.ceil(content.length / BLOCK) * BLOCK).fill(0x20);
  bytes.set(content);
  return bytes;
}

// An owner is bounded, and the revision follows it.
const FRONT = Buffer.alloc(4096);
const REVISION = ',"revision":';

/** The revision of the view in an open file; -1 where there's none. Quotes inside of a JSON text are escaped. */
function revisionIn(handle: number): number {
  const front = FRONT.toString("utf8", 0, readSync(handle, FRONT, 0, FRONT.length, 0));
  if (!front.startsWith(`{"format":${HOOK_VIEW_FORMAT},`)) return -1;
  const at = front.indexOf(REVISION);
  return at < 0 ? -1 : Number.parseInt(front.slice(at + REVISION.length), 10);
}

function shorten(text: string, session: string): string {
  if (text.length <= MAX_ENVELOPE) return text;
  return `${text.slice(0, MAX_ENVELOPE)}…\n\n(cut here: current_step {"session_id":"${session}"} shows all of it)`;
}
