/**
 * Process groups on record, so that the next start can end those that a crash of ours left behind.
 * Source: spec "Commands".
 * @module
 */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { endGroupById } from "./end_group.ts";
import { groupMembers, isAlive, startedWith, startOf } from "./process_table.ts";

/** The variable by which a group's processes are known even when the first of them is gone. */
export const GROUP_VARIABLE = "SKILL_WORKFLOW_GROUP";

/** A group that was started and hasn't been ended. */
export interface GroupRecord {
  format: 1;
  /** Its id, which is that of its first process. */
  group: number;
  started: string;
  /** The value of `GROUP_VARIABLE` in its environment. */
  token: string;
  /** Our own process: as long as it lives the group is its business. */
  owner: number;
  ownerStarted: string;
  /** For people. */
  command: string;
}

let ownStart: string | undefined;

/** Writes a group's record. Returns the file. */
export function recordGroup(folder: string, group: number, token: string, command: string): string {
  ownStart ??= startOf(process.pid) ?? "";
  const record: GroupRecord = {
    format: 1,
    group,
    started: startOf(group) ?? "",
    token,
    owner: process.pid,
    ownerStarted: ownStart,
    command: command.slice(0, 200),
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${token}.json`);
  writeFileSync(`${file}.tmp`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
  return file;
}

/**
 * Ends every recorded group whose owner is gone and that still runs, and removes its record. A process that merely got
 * the same id since is left alone: its start time differs. Resolves to the records of the groups that were ended; never
 * rejects.
 */
export async function endRecordedGroups(folder: string): Promise<GroupRecord[]> {
  let files: string[];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
  } catch {
    return [];
  }
  const ended = await Promise.all(files.map(async (name) => {
    const file = join(folder, name);
    const record = readRecord(file);
    if (record !== undefined && startOf(record.owner) === record.ownerStarted) return undefined;
    const ours = record !== undefined && isOurs(record);
    const gone = !ours || await endGroupById(record.group);
    if (gone) dropRecord(file);
    return ours && gone ? record : undefined;
  }));
  return ended.filter((record) => record !== undefined);
}

/** Removes the record of a group that has ended. */
export function dropRecord(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A record that stays is looked at again by the next start, and does no harm until then.
  }
}

function isOurs(record: GroupRecord): boolean {
  if (isAlive(record.group)) return record.started !== "" && startOf(record.group) === record.started;
  const members = groupMembers(record.group) ?? [];
  return members.some((pid) => startedWith(pid, GROUP_VARIABLE, record.token));
}

/** Undefined for what isn't a record: nobody is signalled on its word. */
function readRecord(file: string): GroupRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(file, "utf8")) as GroupRecord;
    const whole = record.format === 1 && isId(record.group) && isId(record.owner) &&
      [record.started, record.token, record.ownerStarted, record.command].every((text) => typeof text === "string");
    return whole ? record : undefined;
  } catch {
    return undefined;
  }
}

/** 1 is everybody's ancestor, and -1 would mean every process that there is. */
function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 1;
}
