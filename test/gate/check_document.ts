import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { BUNDLE_VARIABLE } from "./bundle_variable.ts";
import { findBlocks } from "./find_blocks.ts";
import { runProcess } from "./run_process.ts";
import { root, underDeno } from "./runtimes.ts";

/** A command that installs and then runs a script: CI runs it on a fresh clone, here its script has to exist. */
const INSTALL = /^(?:npm (?:install|ci) && npm (?:run )?(\S+)|deno install && deno task (\S+))$/;

/**
 * Runs the shell blocks of one document. A block is "```sh"; "```sh no-run" is for what needs a login or a client. The
 * blocks share a folder that holds examples/ and what "Save it as `path`" asks for, so that a later one can build on an
 * earlier one.
 */
export async function checkDocument(path: string): Promise<{ ran: number; faults: string[] }> {
  const faults: string[] = [];
  let ran = 0;
  const workspace = makeWorkspace();
  for (const { info, text, line, saveAs } of findBlocks(readFileSync(path, "utf8"))) {
    const fail = (why: string) => faults.push(`${path}:${line}: ${why}`);
    if (/^(bash|shell|console)\b/.test(info)) fail(`A block "${info}" isn't run, call it "sh" or "sh no-run"`);
    if (saveAs !== undefined) save(join(workspace.cwd, saveAs), text);
    if (info !== "sh") continue;
    ran++;
    const lines = text.trim().split("\n");
    if (lines.every((words) => INSTALL.test(words))) {
      for (const missing of lines.filter(lacksScript)) fail(`There is no such script: ${missing}`);
      continue;
    }
    const { code, output } = await runProcess(["bash", "-euo", "pipefail", "-c", text], workspace);
    if (code !== 0) fail(`Ended with ${code}:\n${text}\n${output}`);
  }
  rmSync(workspace.folder, { recursive: true });
  return { ran, faults };
}

function save(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function lacksScript(line: string): boolean {
  const [, npm, deno] = INSTALL.exec(line)!;
  const [file, key] = npm === undefined ? ["deno.json", "tasks"] : ["package.json", "scripts"];
  return !((npm ?? deno)! in JSON.parse(readFileSync(join(root, file!), "utf8"))[key!]);
}

/** A folder to work in, and a PATH on which `skill-workflow` and `npx skill-workflow` are the sources of this tree. */
function makeWorkspace(): { folder: string; cwd: string; env: Record<string, string>; limit: number } {
  const folder = mkdtempSync(join(tmpdir(), "skill-workflow-docs-"));
  const [bin, home, cwd] = ["bin", "home", "work"].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [bin, home, cwd]) mkdirSync(path);
  const examples = join(root, "examples");
  if (existsSync(examples)) cpSync(examples, join(cwd, "examples"), { recursive: true });

  const loader = new URL("../../node_modules/tsx/dist/loader.mjs", import.meta.url).href;
  const bundle = process.env[BUNDLE_VARIABLE];
  const fromSources = `${underDeno ? "run -A --quiet" : `--import "${loader}"`} "${join(root, "cli.ts")}"`;
  const start = underDeno || bundle === undefined ? fromSources : `"${bundle}"`;
  const shims = {
    "skill-workflow": `exec "${process.execPath}" ${start} "$@"`,
    "npx": `[ "$1" = -y ] && shift\n[ "$1" = skill-workflow ] || { echo "npx $1: not here" >&2; exit 1; }\nexec "$@"`,
  };
  for (const [name, text] of Object.entries(shims)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { folder, cwd, env: { PATH: `${bin}:${process.env.PATH}`, HOME: home }, limit: 120_000 };
}
