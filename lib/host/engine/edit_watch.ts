/**
 * Tells once that a skill's file has changed since a session started; the session stays on its pinned definition.
 * @module
 */

import type { StoredSession } from "../session_store.ts";
import type { EnginePorts, LoadedSkill } from "./ports.ts";

/** Remembers what each session was started from, and looks again only when the file's fingerprint has changed. */
export class EditWatch {
  readonly #ports: EnginePorts;
  readonly #told = new Set<string>();
  readonly #seen = new Map<string, string | undefined>();

  constructor(ports: EnginePorts) {
    this.#ports = ports;
  }

  /** The skill that a session was started from, as it is now. */
  remember(id: string, { file }: LoadedSkill): void {
    this.#seen.set(id, this.#ports.fingerprint(file));
  }

  /** A notice where the definition has changed and this process hasn't said so yet. */
  notices({ state, workspace }: StoredSession): string[] {
    const file = state.workflow.skillFile ?? state.workflow.file;
    if (file === undefined || this.#told.has(state.id)) return [];
    const fingerprint = this.#ports.fingerprint(file);
    if (this.#seen.has(state.id) && this.#seen.get(state.id) === fingerprint) return [];
    this.#seen.set(state.id, fingerprint);
    const change = this.#changeOf(file, workspace, state.workflow.digest);
    if (change === undefined) return [];
    this.#told.add(state.id);
    return [`${change}; this session stays on the definition that it started with`];
  }

  #changeOf(file: string, workspace: string, digest: string): string | undefined {
    try {
      const { skill } = this.#ports.loadSkill(file, workspace);
      return skill.workflow?.digest === digest ? undefined : `${file} has changed since the start`;
    } catch {
      return `${file} can't be read any more`;
    }
  }
}
