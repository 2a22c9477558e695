/**
 * Which commands a person has trusted, and where. One file per decision in the user's configuration, never in the
 * workspace, so that no checkout brings its own. Source: spec "Trust".
 * @module
 */

import { readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { NotTrustedError, WorkflowError } from "../error.ts";
import type { Json } from "../json.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { describeErrno } from "./inside.ts";
import { listCommands, type ListedCommand } from "./list_commands.ts";
import { sha256 } from "./sha256.ts";
import { trustDigest } from "./trust_digest.ts";
import { writePrivately } from "./write_privately.ts";

/** Whose commands, and where they'd run. */
export interface TrustRequest {
  /** The pinned definition as loaded. */
  workflow: Workflow;
  /** The skill's folder; null for a flat file. */
  folder: string | null;
  /** The workspace's folder. */
  workspace: string;
  /** The user's configuration folder, `userDirs().config`. */
  config: string;
}

/** A decision on record. */
export interface TrustRecord {
  /** Version of the format. */
  format: 1;
  /** The skill's name. */
  skill: string;
  /** The workspace's real path. */
  workspace: string;
  /** The real path of the skill's folder, so that a copy can't vouch for it; null for a flat file. */
  folder: string | null;
  /** Digest of what was trusted. */
  digest: string;
  /** The commands as they were, for people. */
  commands: string[];
  /** ISO 8601, UTC. */
  at: string;
}

/** Whether a workflow's commands may run. */
export type TrustCheck =
  | { trusted: true }
  | { trusted: false; why: string; commands: ListedCommand[] };

/**
 * Whether a person has trusted these commands in this workspace. A workflow without commands needs no trust. A damaged
 * record is no trust, and `why` names it; nor is a skill whose folder is gone.
 *
 * @throws {NotTrustedError} the skill's folder holds a link that leads out
 * @throws {LimitError} the skill's folder holds too much
 */
export function checkTrust(request: TrustRequest): TrustCheck {
  const commands = listCommands(request.workflow);
  if (commands.length === 0) return { trusted: true };
  let place: ReturnType<typeof locate>;
  try {
    place = locate(request);
  } catch (error) {
    if (error instanceof WorkflowError) throw error;
    const { code, path } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "it doesn't exist" : describeErrno(code);
    return { trusted: false, why: `What is to be trusted can't be read: ${JSON.stringify(path)}: ${reason}`, commands };
  }
  const { workspace, folder, digest, file } = place;
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT"
      ? `Nobody has trusted the commands of "${request.workflow.name}", as they are now, in ${
        JSON.stringify(workspace)
      }`
      : `The trust record ${JSON.stringify(file)} can't be read: ${describeErrno(code)}`;
    return { trusted: false, why, commands };
  }
  const record = parseRecord(text);
  const fits = record?.workspace === workspace && record.folder === folder && record.digest === digest;
  if (fits) return { trusted: true };
  const why = `The trust record ${JSON.stringify(file)} is damaged; delete it and trust the skill again`;
  return { trusted: false, why, commands };
}

/**
 * Refuses a workflow whose commands nobody has trusted here.
 *
 * @throws {NotTrustedError} with the commands in `data.commands`
 */
export function requireTrust(request: TrustRequest): void {
  const check = checkTrust(request);
  if (check.trusted) return;
  const { name } = request.workflow;
  throw new NotTrustedError(
    `${check.why}\nIt would run:\n${check.commands.map(describeCommand).join("\n")}\n` +
      `A person can allow it in a terminal: skill-workflow trust ${name}`,
    { skill: name, workspace: request.workspace, commands: check.commands as unknown as Json },
  );
}

/** One line about a command, for a person who has to decide: what it is, and whether it executes what comes in. */
export function describeCommand(command: ListedCommand): string {
  const executed = command.executes.map(({ variable, how }) => `${variable} (${how})`).join(", ");
  const line = `- ${command.step}, ${command.kind}: ${command.run}`;
  return executed === "" ? line : `${line}\n  executes the value of ${executed}`;
}

/**
 * Records that a person trusts the commands as they are now. The caller has made sure that it was a person.
 *
 * @throws {StorageError} the record can't be written
 */
export function trust(request: TrustRequest & { at: string }): TrustRecord {
  const { workspace, folder, digest, file } = locate(request);
  const record: TrustRecord = {
    format: 1,
    skill: request.workflow.name,
    workspace,
    folder,
    digest,
    commands: listCommands(request.workflow).map((command) => command.run),
    at: request.at,
  };
  writePrivately(file, `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

/** Takes back every decision about a skill's name in a workspace. Returns how many there were. */
export function untrust(request: { skill: string; workspace: string; config: string }): number {
  const workspace = realpathSync.native(request.workspace);
  const found = readRecords(request.config).filter(({ record }) =>
    record?.skill === request.skill && record.workspace === workspace
  );
  for (const { file } of found) rmSync(file, { force: true });
  return found.length;
}

/** Every decision, newest first, and the files that are none. */
export function listTrusted(config: string): { records: TrustRecord[]; damaged: string[] } {
  const all = readRecords(config);
  return {
    records: all.flatMap(({ record }) => record ?? []).sort((a, b) => a.at < b.at ? 1 : a.at > b.at ? -1 : 0),
    damaged: all.filter(({ record }) => record === undefined).map(({ file }) => file),
  };
}

function locate(request: TrustRequest): Pick<TrustRecord, "workspace" | "folder" | "digest"> & { file: string } {
  const workspace = realpathSync.native(request.workspace);
  const folder = request.folder === null ? null : realpathSync.native(request.folder);
  const digest = trustDigest(request.workflow, folder);
  const name = sha256([workspace, folder ?? "", digest].join("\0"));
  return { workspace, folder, digest, file: join(request.config, "trust", `${name}.json`) };
}

function readRecords(config: string): { file: string; record: TrustRecord | undefined }[] {
  const folder = join(config, "trust");
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
  } catch {
    return [];
  }
  return names.map((name) => {
    const file = join(folder, name);
    try {
      return { file, record: parseRecord(readFileSync(file, "utf8")) };
    } catch {
      return { file, record: undefined };
    }
  });
}

function parseRecord(text: string): TrustRecord | undefined {
  try {
    const record = JSON.parse(text) as TrustRecord;
    const texts = [record.skill, record.workspace, record.digest, record.at];
    const whole = record.format === 1 && texts.every((value) => typeof value === "string") &&
      Array.isArray(record.commands);
    return whole ? record : undefined;
  } catch {
    return undefined;
  }
}
