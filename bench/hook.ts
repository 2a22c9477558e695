/**
 * The start of a hook, which a client waits for before every tool: our answer to a payload without a session, against Node
 * with an empty script.
 *
 * Run: `npm run build && npx tsx bench/hook.ts`
 * @module
 */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { fastest, printRows, type Row } from "./measure.ts";

/** Rows of the table. */
export async function measureHook(starts = 25): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "skill-workflow-bench-"));
  try {
    const empty = join(folder, "empty.mjs");
    writeFileSync(empty, "");
    const hook = fileURLToPath(new URL("../dist/cli/hook.js", import.meta.url));
    const payload = { session_id: "s", cwd: folder, hook_event_name: "PreToolUse", tool_name: "Read", tool_input: {} };
    const env = { PATH: process.env.PATH, HOME: folder };
    const start = (...words: string[]) => () =>
      spawnSync(process.execPath, words, { cwd: folder, env, input: JSON.stringify(payload) });
    const took = await fastest({ floor: start(empty), hook: start(hook, "hook", "claude-code", "tool") }, starts);
    return [{
      what: "start of a hook",
      against: "Node with an empty script",
      ratio: took.hook / took.floor,
      bound: 1.5,
    }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printRows(await measureHook());
