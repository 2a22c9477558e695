/**
 * What repairs change, as a unified diff that `patch` and `git apply -p0` take.
 * @module
 */

import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import type { FixedFile } from "../host/fix_skill.ts";
import { styleOf } from "./style.ts";

/** A file's difference; a file that is new comes from `/dev/null`. */
export function renderDifference({ shown, before, after }: FixedFile, colour: boolean): string {
  const old = before === "" ? "/dev/null" : shown;
  const patch = createTwoFilesPatch(old, shown, before, after, undefined, undefined, {
    headerOptions: FILE_HEADERS_ONLY,
  });
  if (!colour) return patch;
  const style = styleOf(true);
  return patch.replace(/^.+$/gm, (line) => {
    if (/^(?:---|\+\+\+) /.test(line)) return style.bold(line);
    if (line.startsWith("@@")) return style.cyan(line);
    return line.startsWith("-") ? style.red(line) : line.startsWith("+") ? style.green(line) : line;
  });
}
