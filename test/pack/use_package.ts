/**
 * The installed package as its users use it, on one runtime: the library, the server, the hook.
 * @module
 */

import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { talk } from "./talk.ts";
import { type Finished, runProcess } from "../gate/run_process.ts";

/** Where the package is installed, and what runs it. */
export interface Installed {
  /** The folder with the `node_modules` that holds it. */
  folder: string;
  /** The package's name. */
  name: string;
  /** Path of the executable, relative to the package. */
  bin: string;
  /** The words that run a script: `node`, `bun` … */
  runtime: string[];
}

const LIMIT_MS = 60_000;
const PROGRAM = new URL("fixtures/library.mjs", import.meta.url);
const SKILL = `---
name: tidy
description: Tidies.
workflow:
  steps:
    - {id: look, prompt: Look around., enforce: hard}
    - {id: tidy, prompt: Put things away., end: true}
---
Call start_workflow.
`;

/** Uses it; returns what went wrong. */
export async function usePackage({ folder, name, bin, runtime }: Installed): Promise<string[]> {
  const workspace = mkdtempSync(join(folder, "workspace-"));
  const env = { HOME: join(workspace, "home"), USERPROFILE: join(workspace, "home") };
  const script = join(folder, "node_modules", name, bin);
  const faults: string[] = [];
  try {
    mkdirSync(join(workspace, "skills", "tidy"), { recursive: true });
    mkdirSync(env.HOME);
    writeFileSync(join(workspace, "skills", "tidy", "SKILL.md"), SKILL);

    const program = join(folder, "library.mjs");
    copyFileSync(PROGRAM, program);
    const library = await runProcess([...runtime, program], { cwd: workspace, env, limit: LIMIT_MS });
    expect(faults, "The library", library, "0 completed completed look function function");

    const event = { hook_event_name: "PreToolUse", session_id: "s", cwd: workspace, tool_name: "Read", tool_input: {} };
    const options = { cwd: workspace, env, limit: LIMIT_MS, input: JSON.stringify(event) };
    expect(faults, "The hook", await runProcess([...runtime, script, "hook", "claude-code"], options), "");

    const calls = [{ name: "start_workflow", arguments: { skill_name: "tidy", workspace_dir: workspace } }];
    const replies = await talk([...runtime, script, "serve"], { cwd: workspace, env, calls });
    if (!/"name":"next_step"/.test(replies[1] ?? "")) faults.push(`The server lists no tools: ${excerpt(replies)}`);
    if (!/Look around\./.test(replies[2] ?? "")) faults.push(`The server starts no workflow: ${excerpt(replies)}`);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
  return faults;
}

function expect(faults: string[], what: string, { code, stdout, output }: Finished, wanted: string): void {
  if (code !== 0 || stdout.trim() !== wanted) faults.push(`${what} ended with ${code} and "${output.trim()}"`);
}

function excerpt(replies: string[]): string {
  return replies.map((line) => line.slice(-500)).join("\n");
}
