// Runs the shell blocks of the documents. A block is "```sh"; "```sh no-run" is for what needs a login or a client.
// The blocks of one document share a folder that holds examples/, so that a later one can build on an earlier one.
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import process from "node:process";
import { findBlocks, findDocuments } from "./find_blocks.ts";
import { runProcess } from "./run_process.ts";
import { root, underDeno } from "./runtimes.ts";

/** A command that installs and then runs a script: CI runs it on a fresh clone, here its script has to exist. */
const INSTALL = /^(?:npm (?:install|ci) && npm (?:run )?(\S+)|deno install && deno task (\S+))$/;

const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
const { tasks } = JSON.parse(readFileSync(join(root, "deno.json"), "utf8")) as { tasks: Record<string, string> };

/** The name of the script that an installing command runs and that isn't there. */
function missingScript(line: string): string | undefined {
  const [, npm, deno] = INSTALL.exec(line)!;
  if (npm !== undefined) return npm in scripts ? undefined : npm;
  return deno! in tasks ? undefined : deno;
}

function makeWorkspace(): { folder: string; env: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), "skill-workflow-docs-"));
  const bin = join(folder, "bin");
  for (const name of ["bin", "home", "work"]) mkdirSync(join(folder, name));
  if (existsSync(join(root, "examples"))) {
    cpSync(join(root, "examples"), join(folder, "work", "examples"), { recursive: true });
  }
  const start = underDeno
    ? `run -A --quiet "${join(root, "cli.ts")}"`
    : `--import "${tsx()}" "${join(root, "cli.ts")}"`;
  const shims = {
    "skill-workflow": `exec "${process.execPath}" ${start} "$@"`,
    "npx": `[ "$1" = -y ] && shift\n[ "$1" = skill-workflow ] || { echo "npx $1: not here" >&2; exit 1; }\nexec "$@"`,
  };
  for (const [name, text] of Object.entries(shims)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return { folder, env: { PATH: `${bin}:${process.env.PATH}`, HOME: join(folder, "home") } };
}

function tsx(): string {
  return new URL("../../node_modules/tsx/dist/loader.mjs", import.meta.url).href;
}

let ran = 0;
let failed = 0;
function fail(file: string, line: number, why: string): void {
  failed++;
  console.error(`${file}:${line}: ${why}`);
}

if (process.platform === "win32") {
  console.log("the blocks are for a POSIX shell");
  process.exit(77);
}
for (const path of findDocuments(root)) {
  const file = relative(root, path);
  const { folder, env } = makeWorkspace();
  for (const { info, text, line } of findBlocks(readFileSync(path, "utf8"))) {
    if (/^(bash|shell|console)\b/.test(info)) {
      fail(file, line, `A block "${info}" isn't run, call it "sh" or "sh no-run"`);
    }
    if (info !== "sh") continue;
    ran++;
    const lines = text.trim().split("\n");
    if (lines.every((words) => INSTALL.test(words))) {
      const missing = lines.map(missingScript).find((name) => name !== undefined);
      if (missing !== undefined) fail(file, line, `There is no script "${missing}"`);
      continue;
    }
    const { code, output } = await runProcess(["bash", "-euo", "pipefail", "-c", text], {
      cwd: join(folder, "work"),
      env,
      limit: 120_000,
    });
    if (code !== 0) fail(file, line, `Ended with ${code}:\n${text}\n${output}`);
  }
  rmSync(folder, { recursive: true });
}
console.log(`${ran} shell blocks, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
