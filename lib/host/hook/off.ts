/**
 * `skill-workflow off --for`: a person's way out of the fence. It's kept in the user's configuration, where no agent may
 * write, expires by itself, and every use is noted down. Source: spec "Fence and hooks".
 * @module
 */

import { InvalidInputError, StorageError } from "../../error.ts";
import { isJsonObject } from "../../json.ts";
import type { HookFiles } from "./hook_machine.ts";

/** For whom the fence is off, and until when. */
export interface OffRecord {
  /** The workspace's real path. */
  workspace: string;
  /** ISO 8601, UTC. */
  since: string;
  /** ISO 8601, UTC. */
  until: string;
}

/** The longest time for which the fence can be off. */
const MAX_MINUTES = 24 * 60;

/** A longer journal loses its older half. */
const MAX_JOURNAL = 1_048_576;

/** Minutes out of `10m`, `2h` or `10` (minutes). */
export function parseDuration(text: string): number {
  const found = /^(\d{1,5})(m|min|h)?$/.exec(text.trim());
  const minutes = found === null ? NaN : Number(found[1]) * (found[2] === "h" ? 60 : 1);
  if (minutes >= 1 && minutes <= MAX_MINUTES) return minutes;
  throw new InvalidInputError(
    `Can't switch the fence off for "${text}": give minutes or hours, such as 10m or 2h, at most 24h`,
    {
      field: "for",
      wanted: "1m to 24h",
      actual: text,
    },
  );
}

/** Switches the fence off in a workspace. `config` is the folder of the user's configuration. */
export function switchOff(files: HookFiles, config: string, workspace: string, minutes: number, now: Date): OffRecord {
  const until = new Date(now.getTime() + minutes * 60_000).toISOString();
  const record = { workspace, since: now.toISOString(), until };
  const others = readRecords(files, config).filter((one) => one.workspace !== workspace && one.until > record.since);
  write(files, fileOf(config), `${JSON.stringify([...others, record], null, 2)}\n`);
  note(files, config, { at: record.since, what: "off", workspace, until });
  return record;
}

/** Switches it on again before the time is over; false where it wasn't off. */
export function switchOn(files: HookFiles, config: string, workspace: string, now: Date): boolean {
  if (findOff(files, config, workspace, now) === undefined) return false;
  const others = readRecords(files, config).filter((one) => one.workspace !== workspace);
  if (others.length === 0) files.remove(fileOf(config));
  else write(files, fileOf(config), `${JSON.stringify(others, null, 2)}\n`);
  note(files, config, { at: now.toISOString(), what: "on", workspace });
  return true;
}

/** The record that holds for a workspace now. */
export function findOff(files: HookFiles, config: string, workspace: string, now: Date): OffRecord | undefined {
  const at = now.toISOString();
  return readRecords(files, config).find((one) => one.workspace === workspace && one.since <= at && at < one.until);
}

/** Notes down a call that was let through because the fence is off. What can't be noted is let through all the same. */
export function noteLetThrough(
  files: HookFiles,
  config: string,
  call: { workspace: string; session: string; step: string; tool: string },
  now: Date,
): void {
  try {
    note(files, config, { at: now.toISOString(), what: "let through", ...call });
  } catch {
    // A person wants the fence out of the way, not one more of it.
  }
}

function readRecords(files: HookFiles, config: string): OffRecord[] {
  try {
    const read: unknown = JSON.parse(files.read(fileOf(config)) ?? "[]");
    return Array.isArray(read) ? read.filter(isRecord) : [];
  } catch {
    return [];
  }
}

function isRecord(value: unknown): value is OffRecord {
  return isJsonObject(value) && typeof value.workspace === "string" && typeof value.since === "string" &&
    typeof value.until === "string";
}

function note(files: HookFiles, config: string, entry: Record<string, string>): void {
  const path = `${config}/off.journal.jsonl`;
  const before = files.read(path) ?? "";
  const kept = before.length < MAX_JOURNAL ? before : before.slice(before.indexOf("\n", before.length >> 1) + 1);
  write(files, path, `${kept}${JSON.stringify(entry)}\n`);
}

function write(files: HookFiles, path: string, text: string): void {
  if (!files.replace(path, text)) throw new StorageError(`Can't write "${path}"\nNothing was switched`, { path });
}

function fileOf(config: string): string {
  return `${config}/off.json`;
}
