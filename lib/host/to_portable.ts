/**
 * Makes an inline skill portable: the workflow and the instructions of its steps get files of their own.
 * @module
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { decodeText } from "../skill/decode_text.ts";
import { type FixedFile, writeFixed } from "./fix_skill.ts";
import { loadSkill } from "./load_skill.ts";
import { NotMovableError, portableText } from "./portable_text.ts";
import type { ResolvedSkill } from "./resolve_skill.ts";

/** What becomes of a skill; nothing is written yet. */
export interface Portable {
  /** Every change, the given ones among them; a new file was empty before. */
  files: FixedFile[];
  /** Files that are new; 0 where the skill stays as it is. */
  moved: number;
  /** Why an inline skill stays as it is. */
  why?: string;
}

/**
 * The files of a skill after its inline workflow has been moved. A skill without one stays as it is.
 *
 * @param fixed repairs that are made before
 */
export function toPortable(target: ResolvedSkill, fixed: readonly FixedFile[] = []): Portable {
  const loaded = loadSkill(target);
  if (loaded.skill?.workflow?.form !== "inline") return { files: [...fixed], moved: 0 };
  const mended = fixed.find((file) => file.path === target.file);
  const before = decodeText(readFileSync(target.file)).text!;
  try {
    const { main, files } = portableText(mended?.after ?? before, target.shown, loaded.files);
    const created = Object.entries(files).map(([path, after]): FixedFile => ({
      path: join(target.folder, path),
      shown: join(dirname(target.shown), path).replaceAll("\\", "/"),
      before: "",
      after,
    }));
    const taken = created.find(({ path }) => existsSync(path));
    if (taken !== undefined) throw new NotMovableError(`${taken.shown} is already there: rename or delete it`);
    const others = fixed.filter((file) => file !== mended);
    return {
      files: [...others, ...created, { path: target.file, shown: target.shown, before, after: main }],
      moved: created.length,
    };
  } catch (error) {
    if (!(error instanceof NotMovableError)) throw error;
    return { files: [...fixed], moved: 0, why: error.message };
  }
}

/** Writes the changes: new files first, so that the skill's own file never names what isn't there. */
export function writePortable({ files }: Portable): void {
  for (const file of files) {
    if (file.before !== "" || existsSync(file.path)) writeFixed(file);
    else {
      mkdirSync(dirname(file.path), { recursive: true });
      writeFileSync(file.path, file.after, { flag: "wx" });
    }
  }
}
