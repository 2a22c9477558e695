/**
 * Writes a starter skill. Nothing that exists is ever overwritten.
 * @module
 */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { InvalidInputError, StorageError } from "../error.ts";
import { describeErrno } from "./inside.ts";
import { type NewSkillForm, newSkillTexts } from "./new_skill_texts.ts";

/** What to write, and where. */
export interface NewSkillRequest {
  /** The standard's name; it becomes the folder's too. */
  name: string;
  /** Absolute path of the folder that holds skills; it's made where it's missing. */
  root: string;
  form: NewSkillForm;
}

/** What was written. */
export interface NewSkill {
  name: string;
  /** Absolute. */
  folder: string;
  /** Paths in the folder, sorted. */
  files: string[];
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NAME_MAX = 64;

/**
 * Writes a starter skill into a folder of its own.
 *
 * @throws {InvalidInputError} the name isn't one, or the folder is already there
 * @throws {StorageError} the folder can't be written
 */
export function newSkill({ name, root, form }: NewSkillRequest): NewSkill {
  return writeNewSkill(name, root, () => newSkillTexts(name, form), "choose another name or --dir");
}

/** Writes a skill's files (paths to texts) into a new folder of its name; `advice` ends the error where it's taken. */
export function writeNewSkill(
  name: string,
  root: string,
  textsOf: () => Record<string, string>,
  advice: string,
): NewSkill {
  checkName(name);
  const texts = textsOf();
  const folder = join(root, name);
  try {
    mkdirSync(root, { recursive: true });
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") throw storage(folder, code);
    throw new InvalidInputError(
      `${JSON.stringify(folder)} is already there, and nothing is overwritten: ${advice}`,
      { field: "name", wanted: "a name that isn't taken", actual: name },
    );
  }
  try {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text, { flag: "wx" });
    }
  } catch (error) {
    // The folder was made above, so what's in it is ours.
    rmSync(folder, { recursive: true, force: true });
    throw storage(folder, (error as NodeJS.ErrnoException).code);
  }
  return { name, folder, files: Object.keys(texts).sort() };
}

function checkName(name: string): void {
  if (NAME.test(name) && name.length <= NAME_MAX) return;
  const near = nearName(name);
  const hint = near === "" ? "" : `: did you mean ${JSON.stringify(near)}?`;
  const actual = name.length > NAME_MAX
    ? `${JSON.stringify(name.slice(0, 40))}… has ${name.length} characters`
    : JSON.stringify(name);
  throw new InvalidInputError(
    `A skill's name has at most ${NAME_MAX} lower-case letters, digits and single hyphens, got ${actual}${hint}`,
    { field: "name", wanted: NAME.source, actual: name.slice(0, 200) },
  );
}

function nearName(name: string): string {
  const plain = name.slice(0, 200).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^a-z0-9]+/).filter((word) => word !== "").join("-").slice(0, NAME_MAX).replace(/-$/, "");
}

function storage(folder: string, code: string | undefined): StorageError {
  return new StorageError(`Can't write ${JSON.stringify(folder)}: ${describeErrno(code)}`, {
    path: folder,
    errno: code ?? null,
  });
}
