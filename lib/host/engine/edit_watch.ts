/**
 * Tells once that a skill's file has changed since a session started; the session stays on its pinned definition.
 * @module
 */

import { resolve } from "node:path";
import { sessionKey } from "../session_key.ts";
import type { StoredSession } from "../session_store.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { EnginePorts } from "./ports.ts";

/** Remembers what each session's files looked like, and reads them again only when one of them has another fingerprint. */
export class EditWatch {
  readonly #ports: EnginePorts;
  readonly #told = new Set<string>();
  readonly #seen = new Map<string, { files: string[]; fingerprint: string }>();

  constructor(ports: EnginePorts) {
    this.#ports = ports;
  }

  /** The files that a session was just started from, as they are now. */
  remember({ state, workspace }: StoredSession): void {
    const files = filesOf(state.workflow, workspace);
    this.#seen.set(sessionKey(state.id, workspace), { files, fingerprint: this.#fingerprint(files) });
  }

  /** A notice where the definition has changed and this process hasn't said so yet. */
  async notices({ state, workspace }: StoredSession): Promise<string[]> {
    const own = state.workflow.skillFile ?? state.workflow.file;
    const key = sessionKey(state.id, workspace);
    if (own === undefined || this.#told.has(key)) return [];
    const seen = this.#seen.get(key);
    const files = seen?.files ?? filesOf(state.workflow, workspace);
    const fingerprint = this.#fingerprint(files);
    if (seen?.fingerprint === fingerprint) return [];
    this.#seen.set(key, { files, fingerprint });
    const change = await this.#changeOf(resolve(workspace, own), workspace, state.workflow.digest);
    if (change === undefined) return [];
    this.#told.add(key);
    return [`${own} ${change}; this session stays on the definition that it started with`];
  }

  #fingerprint(files: readonly string[]): string {
    return files.map((file) => this.#ports.fingerprint(file) ?? "gone").join("\n");
  }

  async #changeOf(file: string, workspace: string, digest: string): Promise<string | undefined> {
    try {
      const { skill } = await this.#ports.loadSkill(file, workspace);
      return skill.workflow?.digest === digest ? undefined : "has changed since the start";
    } catch {
      return "can't be read any more";
    }
  }
}

/** Every file that the definition was read from, absolute. */
function filesOf({ skillFile, file, steps }: Workflow, workspace: string): string[] {
  const own = [skillFile, file, ...Object.values(steps).map((step) => step.source.file)];
  return [...new Set(own)].filter((one) => one !== undefined).map((one) => resolve(workspace, one));
}
