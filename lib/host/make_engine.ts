/**
 * The engine of this machine: file store, clock, ids, commands, trust.
 * @module
 */

import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { start } from "../session/start.ts";
import type { Owner } from "../session/state.ts";
import { step } from "../session/step.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { Engine } from "./engine/engine.ts";
import type { LoadedSkill } from "./engine/ports.ts";
import { createFileStore } from "./file_store.ts";
import { endRecordedGroups } from "./group_record.ts";
import { writeHookView } from "./hook/write_hook_view.ts";
import { isAlive } from "./process_table.ts";
import type { StoredSession } from "./session_store.ts";
import { skillFolderOf } from "./skill_folder.ts";
import { commandAnswer, filesAnswer } from "./run_effect.ts";
import { requireTrust } from "./trust.ts";
import { type UserDirs, userDirs } from "./user_dirs.ts";

/** What a door may decide about its engine. */
export interface MachineOptions {
  /** The user's folders, found from the environment if not given. */
  dirs?: UserDirs;
  /** The environment of commands, before agents' markers are taken out. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Runs commands without asking for trust: for CI, asked for by a person. */
  trustAll?: boolean;
  /** Milliseconds that a call waits for an effect. */
  effectWait?: number;
  /** Told after every change of a session. */
  changed?(session: StoredSession): void;
}

/**
 * Puts the engine together for this machine.
 *
 * @example
 * ```ts
 * import { makeEngine } from "@skill-workflow/skill-workflow/host";
 * const engine = makeEngine();
 * console.assert(Array.isArray(await engine.list(".")));
 * ```
 */
export function makeEngine(options: MachineOptions = {}): Engine {
  const dirs = options.dirs ?? userDirs();
  const env = options.env ?? process.env;
  const load = async (nameOrPath: string, workspace: string): Promise<LoadedSkill> => {
    const { readNamedSkill } = await import("./read_named_skill.ts");
    return readNamedSkill(nameOrPath, { workspace, home: dirs.home });
  };
  const trusted = (workflow: Workflow, workspace: string): void => {
    if (options.trustAll) return;
    requireTrust({ workflow, folder: skillFolderOf(workflow, workspace), workspace, config: dirs.config });
  };
  const records = join(dirs.state, "groups");
  // What a crash of ours left running must not run beside what's asked for again.
  const leftovers = endRecordedGroups(records);
  return new Engine({
    store: createFileStore({ reducer: { start, step }, indexDir: dirs.state }),
    now: () => new Date().toISOString(),
    newId: (name) => `wf_${slugOf(name)}_${randomBytes(4).toString("hex")}`,
    self: { session: `process:${hostname()}:${process.pid}`, pid: process.pid, host: hostname() },
    isGone: (owner: Owner) => owner.pid !== undefined && owner.host === hostname() && !isAlive(owner.pid),
    loadSkill: load,
    fingerprint,
    checkTrust: trusted,
    changed: (session) => {
      writeHookView(session);
      options.changed?.(session);
    },
    runEffect: async (effect, session, signal) => {
      const { workflow } = session.state;
      if (effect.kind === "files") return filesAnswer(effect, session.workspace);
      // Asked before every command, since a trusted script may have been changed since the start.
      trusted(workflow, session.workspace);
      await leftovers;
      return await commandAnswer(effect, session, { env, records, signal });
    },
  }, options.effectWait === undefined ? {} : { effectWait: options.effectWait });
}

function fingerprint(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40) || "workflow";
}
