/**
 * A workspace whose agents run in scripted clients that are found on the PATH, as real ones are.
 * @module
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import process from "node:process";
import { underDeno } from "../gate/runtimes.ts";
import { runtime } from "../host/processes.ts";
import { put, scratch } from "../host/scratch.ts";

const FILES = {
  ".agents/skills/tone/SKILL.md": "---\nname: tone\ndescription: How we write.\n---\nPlainly.\n",
  ".agents/skills/secrets/SKILL.md": "---\nname: secrets\ndescription: Not for all.\n---\nHush.\n",
  ".claude/agents/writer.md": "---\ndescription: Writes\nskills: [tone]\n---\nBe plain.\n",
  ".agents/agents/reader.md": "---\ndescription: Reads\nprofile: claude-code\n---\n",
  ".agents/agents/coder.md": "---\ndescription: Codes\nprofile: codex\n---\n",
  ".agents/agents/editor.md": "---\ndescription: Edits\nprofile: vscode\n---\n",
};

/** Writes the workspace's files. */
export function putAgents(workspace: string): void {
  put(workspace, FILES);
}

/** A PATH on which `name` runs a script of this folder. */
export function pathWith(name: string, script: string, path: string): string {
  const folder = scratch();
  const line = underDeno ? runtime : [process.execPath];
  const words = [...line, fileURLToPath(new URL(script, import.meta.url))].map((word) => `'${word}'`);
  writeFileSync(join(folder, name), `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`, { mode: 0o755 });
  return `${folder}:${path}`;
}
