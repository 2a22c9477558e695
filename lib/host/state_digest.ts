/**
 * The digest by which a state is recognised: written into the journal with every input, compared whenever a session is
 * rebuilt. Source: spec "Sessions on disk".
 * @module
 */

import type { Json, JsonObject } from "../json.ts";
import type { PathEntry, SessionState } from "../session/state.ts";
import { sha256 } from "./sha256.ts";
import { canonicalText, detach, type Detached, type KnownDigests, STATE_SLOTS } from "./store/large_values.ts";

const DETACHED = new WeakMap<SessionState, Detached>();
const DIGESTS = new WeakMap<SessionState, string>();
const PATHS = new WeakMap<readonly PathEntry[], string>();

/**
 * SHA-256, 64 hexadecimal digits, over the canonical JSON of the state. The workflow enters by its digest, and so does
 * every output over 4 KiB, so that the cost of an advance doesn't grow with what was delivered before.
 *
 * @param state a frozen state, as the reducer makes them
 * @param previous the state before: what it shares isn't hashed again
 *
 * @example
 * ```ts
 * import { parseSkill, start } from "@skill-workflow/skill-workflow";
 * import { digestState } from "@skill-workflow/skill-workflow/host";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const state = start(parseSkill(text).workflow!, { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" });
 * console.assert(digestState(state) === digestState(state));
 * ```
 */
export function digestState(state: SessionState, previous?: SessionState): string {
  const known = DIGESTS.get(state);
  if (known !== undefined) return known;
  const { value, refs } = detachState(state, previous);
  const fields: string[] = [];
  for (const key of Object.keys(value).sort()) {
    if (value[key] === undefined) continue;
    const text = key === "path" ? pathText(state.path, previous?.path) : canonicalText(value[key]);
    fields.push(`${JSON.stringify(key)}:${text}`);
  }
  const digest = sha256(`{"large":${canonicalText(refs as unknown as Json)},"state":{${fields.join(",")}}}`);
  if (Object.isFrozen(state)) DIGESTS.set(state, digest);
  return digest;
}

/** The canonical JSON of a path. From one state to the next it loses at most its first entry and gains a few. */
function pathText(path: readonly PathEntry[], previous?: readonly PathEntry[]): string {
  const known = PATHS.get(path);
  if (known !== undefined) return known;
  const before = previous && PATHS.get(previous);
  const text = (before !== undefined && goneOn(path, previous!, before)) || canonicalText(path as unknown as Json);
  if (Object.isFrozen(path)) PATHS.set(path, text);
  return text;
}

/** The text of a path made from that of the one before; undefined where it isn't that path's continuation. */
function goneOn(path: readonly PathEntry[], previous: readonly PathEntry[], before: string): string | undefined {
  const lost = path[0] === previous[0] ? 0 : 1;
  const kept = previous.length - lost;
  if (kept < 1 || kept > path.length) return undefined;
  for (let i = 0; i < kept; i++) if (path[i] !== previous[i + lost]) return undefined;
  const skipped = lost === 0 ? 1 : canonicalText(previous[0] as unknown as Json).length + 2;
  const added = path.slice(kept).map((entry) => `,${canonicalText(entry as unknown as Json)}`);
  return `[${before.slice(skipped, -1)}${added.join("")}]`;
}

/** A state as it's stored: the workflow's digest in its place, and the large values apart. */
export function detachState(state: SessionState, previous?: SessionState): Detached {
  let detached = DETACHED.get(state);
  if (!detached) {
    const known: KnownDigests | undefined = previous && DETACHED.get(previous)?.large;
    const plain = { ...state, workflow: state.workflow.digest } as unknown as JsonObject;
    detached = detach(plain, STATE_SLOTS, known);
    DETACHED.set(state, detached);
  }
  return detached;
}
