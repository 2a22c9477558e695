/**
 * What the engine needs from the machine.
 * @module
 */

import type { EffectResultInput } from "../../session/input.ts";
import type { Effect, Owner } from "../../session/state.ts";
import type { Skill } from "../../skill/skill.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { SessionStore, StoredSession } from "../session_store.ts";
import type { Salvage } from "../store/salvage.ts";

/** A skill that was found and read whole. */
export interface LoadedSkill {
  /** The skill as parsed. */
  skill: Skill;
  /** The file it was read from. */
  file: string;
  /** Its folder; null for a flat file. */
  folder: string | null;
  /** What to tell about how it was found (shadowed copies). */
  notices: string[];
}

/** What an effect came to, without the fields that the engine fills in. */
export type EffectAnswer = Pick<EffectResultInput, "verdict" | "exit_code" | "output" | "output_file" | "why">;

/** A store whose sessions can be damaged, and mended. */
export interface Salvaging {
  /** Makes a damaged session consistent again with what can be read of it. */
  salvage(id: string, workflow?: Workflow, workspace?: string): Promise<Salvage>;
}

/** The machine, as far as the engine is concerned. */
export interface EnginePorts {
  /** Where sessions are kept. */
  store: SessionStore & Partial<Salvaging>;
  /** ISO 8601, UTC. */
  now(): string;
  /** A new session id for a workflow's name. */
  newId(name: string): string;
  /** This process as an owner, for callers whose host session isn't known. */
  self: Owner;
  /** Whether an owner's process is gone. An owner without a process is never gone. */
  isGone(owner: Owner): boolean;
  /** Finds and reads a skill by name or path; rejects with the typed errors of resolving and parsing. */
  loadSkill(nameOrPath: string, workspace: string): Promise<LoadedSkill>;
  /** Changes when a file does; undefined where it's gone. */
  fingerprint(file: string): string | undefined;
  /** Throws `NotTrustedError` where the workflow's commands aren't trusted in the workspace. */
  checkTrust(workflow: Workflow, workspace: string): void;
  /** Runs an effect; aborting the signal ends it. */
  runEffect(effect: Effect, session: StoredSession, signal: AbortSignal): Promise<EffectAnswer>;
  /** Told after every change, for hooks and subscribers. */
  changed?(session: StoredSession): void;
}
