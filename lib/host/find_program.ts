/**
 * Where a program is, without starting it.
 * @module
 */

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import process from "node:process";

/** The absolute path of a program on the PATH; undefined where there's none. */
export function findProgram(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const windows = process.platform === "win32";
  const path = Object.entries(env).find(([key]) => (windows ? key.toUpperCase() : key) === "PATH")?.[1] ?? "";
  const endings = windows ? (env.PATHEXT ?? ".EXE;.CMD;.BAT;.COM").split(";") : [""];
  for (const folder of path.split(delimiter)) {
    // A relative folder would be looked for in whatever workspace this is.
    if (!isAbsolute(folder)) continue;
    for (const ending of endings) {
      const file = join(folder, name + ending.toLowerCase());
      if (isProgram(file)) return file;
    }
  }
  return undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
