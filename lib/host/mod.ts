/**
 * The part that touches the machine: finding skills, keeping sessions, running commands.
 * @module
 */

export * from "./engine/mod.ts";
export * from "./dispatch/mod.ts";
export { type MachineOptions, makeEngine } from "./make_engine.ts";
export * from "./session_store.ts";
export { createFileStore, type FileStore, type FileStoreOptions, type Salvage } from "./file_store.ts";
export { createMemoryStore, type MemorySessions } from "./memory_store.ts";
export type { Reducer } from "./reducer.ts";
export { type Replay, replaySession } from "./replay_session.ts";
export { sessionStoreSuite, type StoreTest, type StoreUnderTest } from "./session_store_suite.ts";
export { digestState } from "./state_digest.ts";
export { type CheckedFile, checkFiles, type FilesCheck } from "./check_files.ts";
export { type CommandOutcome, type OutcomeKind } from "./command_outcome.ts";
export { type CommandRequest, runCommand } from "./run_command.ts";
export { type UserDirs, userDirs, type UserDirsOptions } from "./user_dirs.ts";
export { findSkills, type SkillListing } from "./find_skills.ts";
export { type LoadedSkill as SkillOnDisk, loadSkill } from "./load_skill.ts";
export { type ResolvedSkill, resolveSkill } from "./resolve_skill.ts";
export { checkTrust, requireTrust, trust, type TrustCheck, type TrustRecord, type TrustRequest } from "./trust.ts";
export * from "./hook/mod.ts";
export * from "./install/mod.ts";
export * from "./profile/mod.ts";
export { type FixedFile, fixSkill } from "./fix_skill.ts";
export { type ValidatedFile, validateFile } from "./validate_file.ts";
export { validateTargets } from "./validate_targets.ts";
export type { FindOptions, SkillWarning } from "./scan_skills.ts";
export type { SkillCatalog } from "./find_skills.ts";
export type { Scope as SkillScope } from "./roots.ts";
export type { Fix } from "./fix_skill.ts";
export type { ListedCommand } from "./list_commands.ts";
export type * from "./engine/arguments.ts";
export type { ExecutedInput } from "../workflow/executed_input.ts";
