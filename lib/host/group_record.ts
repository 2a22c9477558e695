/**
 * Process groups on record, so that the next start can end those that a crash of ours left behind.
 * Source: spec "Commands".
 * @module
 */

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { endGroupById } from "./end_group.ts";
import { groupMembers, groupsStartedWith, isAlive, startedWith, startOf } from "./process_table.ts";

/** The variable by which a group's processes are known even when the first of them is gone. */
export const GROUP_VARIABLE = "SKILL_WORKFLOW_GROUP";

/** A group that was started and hasn't been ended. */
export interface GroupRecord {
  format: 1;
  /** Its id, which is that of its first process; null as long as it's only about to be started. */
  group: number | null;
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

/** A record and its file. */
export interface FiledRecord {
  file: string;
  record: GroupRecord;
}

/**
 * Writes the record of a group that is about to be started: were it written afterwards, a crash of ours in between would
 * leave a group that nobody knows.
 */
export function recordGroup(folder: string, token: string, command: string): FiledRecord {
  ownStart ??= startOf(process.pid) ?? "";
  const record: GroupRecord = {
    format: 1,
    group: null,
    started: "",
    token,
    owner: process.pid,
    ownerStarted: ownStart,
    command: command.slice(0, 200),
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${token}.json`);
  write(file, record);
  return { file, record };
}

/** Puts the id of the group, now that it was started, into its record. */
export function recordStart({ file, record }: FiledRecord, group: number): void {
  write(file, { ...record, group, started: startOf(group) ?? "" });
}

function write(file: string, record: GroupRecord): void {
  writeFileSync(`${file}.tmp`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
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
    const groups = record === undefined ? [] : groupsOf(record);
    const gone = (await Promise.all(groups.map((group) => endGroupById(group)))).every(Boolean);
    if (gone) dropRecord(file);
    return groups.length > 0 && gone ? { ...record!, group: groups[0]! } : undefined;
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

/** What still runs of a record. Whose id didn't get into it is known by its mark, where the system shows that. */
function groupsOf({ group, started, token }: GroupRecord): number[] {
  if (group === null) return groupsStartedWith(GROUP_VARIABLE, token);
  if (isAlive(group)) return started !== "" && startOf(group) === started ? [group] : [];
  const members = groupMembers(group) ?? [];
  return members.some((pid) => startedWith(pid, GROUP_VARIABLE, token)) ? [group] : [];
}

/** Undefined for what isn't a record: nobody is signalled on its word. */
function readRecord(file: string): GroupRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(file, "utf8")) as GroupRecord;
    const whole = record.format === 1 && (record.group === null || isId(record.group)) && isId(record.owner) &&
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
