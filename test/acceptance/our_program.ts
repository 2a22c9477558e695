/** Our own command line, bundled as it's shipped. */

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { bundleProgram } from "../gate/bundle.ts";

let built: Promise<string> | undefined;

/** The bundle's file, made once from the tree as it is and removed when the process ends. */
export function ourProgram(): Promise<string> {
  built ??= (async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "skill-workflow-bundle-")));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    await bundleProgram(folder);
    return join(folder, "cli.js");
  })();
  return built;
}
