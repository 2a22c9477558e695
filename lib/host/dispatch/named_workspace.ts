/**
 * The workspace that a call names.
 * @module
 */

import { realpathSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { InvalidInputError } from "../../error.ts";

/**
 * The real path of a call's `workspace_dir`.
 *
 * @throws {InvalidInputError} it isn't the absolute path of a folder
 */
export function namedWorkspace(dir: string): string {
  const wrong = (why: string) =>
    new InvalidInputError(`workspace_dir "${dir}" ${why}: send the absolute path of the project's folder`, {
      field: "workspace_dir",
      wanted: "an absolute path of a folder",
      actual: dir,
    });
  if (!isAbsolute(dir)) throw wrong("isn't absolute");
  try {
    if (!statSync(dir).isDirectory()) throw wrong("isn't a folder");
    return realpathSync(resolve(dir));
  } catch (error) {
    throw error instanceof InvalidInputError ? error : wrong("doesn't exist");
  }
}
