/**
 * What an advance over MCP costs against its floor: a bare server of the same SDK that takes the same arguments, appends a
 * line of the same length with an fsync, renames a file of our snapshot's size over another as often as our store does, and
 * gives the same answer. The two take turns, in blocks, since what one leaves to the disk the next fsync has to wait for.
 * And whether an advance stays the same over thousands of them.
 *
 * Run: `npx tsx test/gate/build.ts && node --import tsx bench/advance.ts [calls]`
 * @module
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { bundleServer } from "./bundle_server.ts";

const CALLS = Number(process.argv[2] ?? 1000);
const BLOCK = 20;
/** Advances between two snapshots (`isDue` in `lib/host/store/append_input.ts`). */
const SNAPSHOT_EVERY = 32;
const ROOT = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "skill-workflow-bench-"));

const FLOOR = `
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
const { folder, line, snapshot, every, answer } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const journal = openSync(folder + "/journal", "a");
let calls = 0;
function append() {
  writeSync(journal, "x".repeat(line - 1) + "\\n");
  fsyncSync(journal);
  if (++calls % every > 0) return;
  const file = openSync(folder + "/snapshot.tmp", "w");
  writeSync(file, "x".repeat(snapshot));
  fsyncSync(file);
  closeSync(file);
  renameSync(folder + "/snapshot.tmp", folder + "/snapshot");
}
serveStdio(() => {
  const server = new McpServer({ name: "floor", version: "1" });
  const inputSchema = toStandardJsonSchema(v.object({ step_output: v.string() }));
  server.registerTool("echo", { description: "Echo", inputSchema }, () => answer);
  server.registerTool("next_step", { description: "Echo", inputSchema }, () => (append(), answer));
  return server;
});`;

async function connect(args: string[]): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" });
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  return client;
}

/** Milliseconds of each call of a block. */
async function block(client: Client, name: string): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < BLOCK; i++) {
    const began = performance.now();
    const { isError } = await client.callTool({ name, arguments: { step_output: "x" } });
    times.push(performance.now() - began);
    if (isError) throw new Error(`${name} failed`);
  }
  return times;
}

const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

try {
  const workspace = join(folder, "workspace");
  mkdirSync(join(workspace, "skills", "turn"), { recursive: true });
  const steps = "[{id: a, prompt: Do a., next: b}, {id: b, prompt: Do b., step_type: loop_decision, next: a}]";
  writeFileSync(
    join(workspace, "skills", "turn", "SKILL.md"),
    `---\nname: turn\ndescription: Turns.\nworkflow: {type: loop, steps: ${steps}}\n---\nCall start_workflow.\n`,
  );
  const ours = await connect([join(ROOT, "dist", "cli.js"), "serve", "--workspace", workspace]);
  await ours.callTool({ name: "start_workflow", arguments: { skill_name: "turn", workspace_dir: workspace } });
  await block(ours, "next_step");
  const answer = await ours.callTool({ name: "next_step", arguments: { step_output: "x" } });

  const sessions = join(workspace, ".skill-workflow", "sessions");
  const ending = (end: string) => join(sessions, readdirSync(sessions).find((name) => name.endsWith(end))!);
  const journal = ending(".journal.jsonl");
  const line = readFileSync(journal, "utf8").trimEnd().split("\n").at(-1)!.length + 1;
  const snapshot = statSync(journal.replace(".journal.jsonl", ".json")).size;
  const task = join(folder, "floor.json");
  writeFileSync(task, JSON.stringify({ folder, line, snapshot, every: SNAPSHOT_EVERY, answer }));
  const bare = join(folder, "floor.mjs");
  await bundleServer(FLOOR, bare);
  const floor = await connect([bare, task]);

  for (let i = 0; i < 5; i++) await block(floor, "next_step");
  for (let i = 0; i < 5; i++) await block(ours, "next_step");
  const times = { advance: [] as number[], floor: [] as number[], echo: [] as number[] };
  const ratios: number[] = [];
  for (let done = 0; done < CALLS; done += BLOCK) {
    const below = await block(floor, "next_step");
    const own = await block(ours, "next_step");
    ratios.push(median(own) / median(below));
    times.floor.push(...below);
    times.advance.push(...own);
    times.echo.push(...await block(floor, "echo"));
  }
  await Promise.all([ours.close(), floor.close()]);

  const [advance, least, echo] = [times.advance, times.floor, times.echo].map((list) => median(list).toFixed(2));
  const tenth = Math.max(1, Math.floor(times.advance.length / 10));
  const drift = median(times.advance.slice(-tenth)) / median(times.advance.slice(0, tenth));
  console.log(
    `advance ${advance} ms, floor ${least} ms (an echo alone ${echo}), medians of ${times.advance.length} calls`,
  );
  console.log(`advance / floor: ${median(ratios).toFixed(2)} (median of ${ratios.length} pairs of blocks)`);
  console.log(`last tenth / first tenth of ${times.advance.length} advances: ${drift.toFixed(2)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
