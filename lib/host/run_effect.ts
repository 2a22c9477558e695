/**
 * What a session asks the machine, answered. Source: spec "Commands".
 * @module
 */

import { join } from "node:path";
import type { Effect } from "../session/state.ts";
import { checkFiles } from "./check_files.ts";
import { verdictOf } from "./command_outcome.ts";
import { effectEnvironment } from "./effect_environment.ts";
import type { EffectAnswer } from "./engine/ports.ts";
import { runCommand } from "./run_command.ts";
import type { StoredSession } from "./session_store.ts";
import { sessionPaths, sessionsFolder } from "./store/session_paths.ts";

/** The surroundings of a command. */
export interface CommandSurroundings {
  env: Readonly<Record<string, string | undefined>>;
  /** Folder in which running groups are on record. */
  records: string;
  signal: AbortSignal;
}

/** Looks for the files that a step has to leave behind. */
export function filesAnswer(effect: Effect, workspace: string): EffectAnswer {
  const { verdict, why } = checkFiles(effect.files ?? [], workspace);
  return { verdict, ...(why === undefined ? {} : { why }) };
}

/** Runs a gate or a command step in the workspace. */
export async function commandAnswer(
  effect: Effect,
  { state, workspace }: StoredSession,
  { env, records, signal }: CommandSurroundings,
): Promise<EffectAnswer> {
  const { folder } = sessionPaths(sessionsFolder(workspace), state.id);
  const outcome = await runCommand({
    command: effect.run!,
    cwd: workspace,
    env: effectEnvironment({
      env,
      input: state.input,
      outputs: state.outputs,
      step: effect.step,
      form: state.workflow.form,
      folder,
    }),
    timeout: effect.timeout!,
    outputFile: join(folder, `${effect.id}.output.txt`),
    records,
    signal,
  });
  return {
    verdict: verdictOf(outcome),
    exit_code: outcome.exitCode,
    output: outcome.output,
    ...(outcome.outputFile === undefined ? {} : { output_file: outcome.outputFile }),
    ...(outcome.why === undefined ? {} : { why: outcome.why }),
  };
}
