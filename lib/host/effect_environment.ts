/**
 * The environment of a gate or command: the only way in which a session's values reach it. Source: spec "Commands".
 * @module
 */

import { Buffer } from "node:buffer";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import type { Json } from "../json.ts";
import { outputText } from "../session/output_text.ts";
import type { StepId, WorkflowForm } from "../workflow/workflow.ts";
import { envName } from "../workflow/env_name.ts";
import { withoutAgentMarkers } from "./agent_markers.ts";
import { writePrivately } from "./write_privately.ts";

/** What goes in. */
export interface EffectValues {
  /** The environment around us, usually `process.env`. */
  env: Readonly<Record<string, string | undefined>>;
  /** The session's input. */
  input: string | null;
  outputs: { readonly [step: StepId]: Json };
  /** The step whose effect it is: its output is the last that would be left out. */
  step?: StepId;
  form: WorkflowForm;
  /** The session's folder, where each value is put as a file. */
  folder: string;
}

/** Bytes of one value, and of all of them, that go into variables; larger ones are only in their file. */
const VALUE_BYTES = 16_384;
const ALL_BYTES = 131_072;

/**
 * The whole environment for `runCommand`. `SKILL_INPUT` and `SKILL_OUT_<ID>` hold what is small enough and can stand in a
 * variable (a NUL can't); `SKILL_INPUT_FILE` and `SKILL_OUT_<ID>_FILE` always name a file with all of it. The flat form has
 * `DEVKIT_INPUT` and `DEVKIT_OUT_<ID>` besides. Marks of the agent around us are taken out, and so is whatever an outer
 * command of ours left in these names.
 *
 * @throws {StorageError} a file can't be written
 */
export function effectEnvironment(values: EffectValues): Record<string, string> {
  const env = withoutAgentMarkers(values.env);
  for (const name of Object.keys(env)) if (OURS.test(name)) delete env[name];
  const prefixes = values.form === "flat" ? ["SKILL", "DEVKIT"] : ["SKILL"];

  let left = ALL_BYTES;
  for (const { suffix, text } of inOrder(values)) {
    const bytes = new TextEncoder().encode(text);
    env[`SKILL_${suffix}_FILE`] = writeValue(values.folder, suffix, bytes);
    const cost = bytes.length * prefixes.length;
    if (bytes.length > VALUE_BYTES || cost > left || text.includes("\0")) continue;
    left -= cost;
    for (const prefix of prefixes) env[`${prefix}_${suffix}`] = text;
  }
  return env;
}

const OURS = /^(?:SKILL|DEVKIT)_(?:INPUT|OUT_)/;

/** The input, the step's own output, then the others, the latest first: in this order they get their share. */
function inOrder(values: EffectValues): { suffix: string; text: string }[] {
  const ids = Object.keys(values.outputs).reverse();
  const own = ids.filter((id) => id === values.step);
  const outputs = [...own, ...ids.filter((id) => id !== values.step)].map((id) => ({
    suffix: `OUT_${envName(id)}`,
    text: outputText(values.outputs[id]),
  }));
  return values.input === null ? outputs : [{ suffix: "INPUT", text: values.input }, ...outputs];
}

/** A value that hasn't changed isn't written again. */
function writeValue(folder: string, suffix: string, bytes: Uint8Array): string {
  const file = join(folder, `${suffix.toLowerCase()}.txt`);
  try {
    if (Buffer.compare(readFileSync(file), bytes) === 0) return file;
  } catch {
    // Not there yet.
  }
  writePrivately(file, bytes);
  return file;
}
