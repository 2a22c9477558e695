/**
 * What an advance over MCP costs against its floor, side by side in one run: an echo call, an append with fsync, and the
 * lock; and whether it stays the same over thousands of advances.
 *
 * Run: `npx tsx test/gate/build.ts && node --import tsx bench/advance.ts [calls]`
 * @module
 */

import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const CALLS = Number(process.argv[2] ?? 500);
const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "skill-workflow-bench-"));

try {
  const workspace = join(folder, "workspace");
  mkdirSync(join(workspace, "skills", "turn"), { recursive: true });
  const steps = "[{id: a, prompt: Do a., next: b}, {id: b, prompt: Do b., step_type: loop_decision, next: a}]";
  writeFileSync(
    join(workspace, "skills", "turn", "SKILL.md"),
    `---\nname: turn\ndescription: Turns.\nworkflow: {type: loop, steps: ${steps}}\n---\nCall start_workflow.\n`,
  );
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, "serve", "--workspace", workspace],
      env: { PATH: process.env.PATH ?? "", HOME: folder },
    }),
  );
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  await call("start_workflow", { skill_name: "turn", workspace_dir: workspace });

  const file = openSync(join(folder, "floor"), "a");
  const line = `${"x".repeat(500)}\n`;
  const times: Record<string, number[]> = { advance: [], echo: [], append: [] };
  const timed = async (name: string, run: () => unknown) => {
    const began = performance.now();
    await run();
    times[name].push(performance.now() - began);
  };
  for (let i = 0; i < CALLS; i++) {
    await timed("advance", () => call("next_step", { step_output: "x" }));
    // The same answer over the same connection, with nothing to store.
    await timed("echo", () => call("current_step", {}));
    await timed("append", () => {
      writeSync(file, line);
      fsyncSync(file);
    });
  }
  closeSync(file);
  await client.close();

  const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
  const floor = median(times.echo) + median(times.append);
  const advance = median(times.advance);
  const tenth = Math.max(1, Math.floor(CALLS / 10));
  const drift = median(times.advance.slice(-tenth)) / median(times.advance.slice(0, tenth));
  console.log(
    `advance ${advance.toFixed(2)} ms, floor ${floor.toFixed(2)} ms (echo ${
      median(times.echo).toFixed(2)
    }, append and fsync ${median(times.append).toFixed(2)})`,
  );
  console.log(`advance / floor: ${(advance / floor).toFixed(2)}`);
  console.log(`last tenth / first tenth of ${CALLS} advances: ${drift.toFixed(2)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
