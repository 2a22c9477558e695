/**
 * The digest by which a state is recognised: written into the journal with every input, compared whenever a session is
 * rebuilt. Source: spec "Sessions on disk".
 * @module
 */

import type { Json, JsonObject } from "../json.ts";
import type { SessionState } from "../session/state.ts";
import { sha256 } from "./sha256.ts";
import {
  canonicalText,
  detach,
  type Detached,
  type KnownDigests,
  rememberMoved,
  STATE_SLOTS,
} from "./store/large_values.ts";

const DETACHED = new WeakMap<SessionState, Detached>();
const DIGESTS = new WeakMap<SessionState, string>();

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
  if (previous && Object.isFrozen(state.path)) {
    rememberMoved(state.path as unknown as Json[], previous.path as unknown as Json[]);
  }
  const { value, refs } = detachState(state, previous);
  const digest = sha256(canonicalText({ large: refs as unknown as Json, state: value }));
  if (Object.isFrozen(state)) DIGESTS.set(state, digest);
  return digest;
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
