/**
 * `skill-workflow off --for`: a person's way out of the fence. It's kept in the user's configuration, where no agent may
 * write, expires by itself, and every use is noted down. Source: spec "Fence and hooks".
 * @module
 */

import { appendFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { InvalidInputError } from "../../error.ts";
import { isJsonObject } from "../../json.ts";
import { writePrivately } from "../write_privately.ts";

/** For whom the fence is off, and until when. */
export interface OffRecord {
  /** The workspace's real path. */
  workspace: string;
  /** ISO 8601, UTC. */
  since: string;
  until: string;
}

/** The longest time for which the fence can be off. */
const MAX_MINUTES = 24 * 60;

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
export function switchOff(config: string, workspace: string, minutes: number, now: Date): OffRecord {
  const until = new Date(now.getTime() + minutes * 60_000).toISOString();
  const record = { workspace, since: now.toISOString(), until };
  const others = readRecords(config).filter((one) => one.workspace !== workspace && one.until > record.since);
  writePrivately(fileOf(config), `${JSON.stringify([...others, record], null, 2)}\n`);
  note(config, { at: record.since, what: "off", workspace, until });
  return record;
}

/** Switches it on again before the time is over; false where it wasn't off. */
export function switchOn(config: string, workspace: string, now: Date): boolean {
  if (findOff(config, workspace, now) === undefined) return false;
  const others = readRecords(config).filter((one) => one.workspace !== workspace);
  if (others.length === 0) rmSync(fileOf(config), { force: true });
  else writePrivately(fileOf(config), `${JSON.stringify(others, null, 2)}\n`);
  note(config, { at: now.toISOString(), what: "on", workspace });
  return true;
}

/** The record that holds for a workspace now. */
export function findOff(config: string, workspace: string, now: Date): OffRecord | undefined {
  const at = now.toISOString();
  return readRecords(config).find((one) => one.workspace === workspace && one.since <= at && at < one.until);
}

function readRecords(config: string): OffRecord[] {
  try {
    const read: unknown = JSON.parse(readFileSync(fileOf(config), "utf8"));
    return Array.isArray(read) ? read.filter(isRecord) : [];
  } catch {
    return [];
  }
}

function isRecord(value: unknown): value is OffRecord {
  return isJsonObject(value) && typeof value.workspace === "string" && typeof value.since === "string" &&
    typeof value.until === "string";
}

function note(config: string, entry: Record<string, string>): void {
  mkdirSync(config, { recursive: true, mode: 0o700 });
  appendFileSync(join(config, "off.journal.jsonl"), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}

function fileOf(config: string): string {
  return join(config, "off.json");
}
