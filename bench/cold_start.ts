/**
 * From the start of the process to the answer of `tools/list`: our bundled server, in an empty workspace and in one with
 * 100 skills, against a bare bundled server of the same SDK with one tool. Ratios of the lower quartiles of one run.
 *
 * Run: `npx tsx test/gate/build.ts && node --import tsx bench/cold_start.ts [starts]`
 * @module
 */

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const STARTS = Number(process.argv[2] ?? 15);
const ROOT = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "skill-workflow-bench-"));

const BARE = `
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
serveStdio(() => {
  const server = new McpServer({ name: "bare", version: "1" });
  server.registerTool("echo", { description: "Echo", inputSchema: toStandardJsonSchema(v.object({ text: v.string() })) },
    ({ text }) => ({ content: [{ type: "text", text }] }));
  return server;
});`;

/** Milliseconds until the server has answered `tools/list`. */
function start(args: string[], cwd: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, {
      cwd,
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: ["pipe", "pipe", "ignore"],
    });
    let text = "";
    child.on("error", reject);
    child.stdout.on("data", (chunk) => {
      text += chunk;
      if (!text.includes('"id":2')) return;
      resolve(performance.now() - began);
      child.kill("SIGKILL");
    });
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "bench", version: "1" };
    send({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/list", params: {} });
  });
}

/** Other work on the machine only ever adds: the fastest quarter says more than the middle. */
function quarter(list: number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 4)];
}

try {
  const bare = join(folder, "bare.mjs");
  await build({
    stdin: { contents: BARE, resolveDir: ROOT },
    outfile: bare,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
  const empty = join(folder, "empty");
  const full = join(folder, "full");
  mkdirSync(empty);
  for (let i = 0; i < 100; i++) {
    const skill = join(full, ".agents", "skills", `skill-${i}`);
    mkdirSync(skill, { recursive: true });
    const steps = Array.from({ length: 8 }, (_, n) => `    - {id: s${n}, section_matcher: "## Part ${n}"}`).join("\n");
    const body = Array.from(
      { length: 8 },
      (_, n) => `## Part ${n}\n\n${"Some words about what to do here. ".repeat(20)}\n`,
    ).join("\n");
    const head = i % 2 === 0 ? `workflow:\n  steps:\n${steps}\n` : "";
    writeFileSync(
      join(skill, "SKILL.md"),
      `---\nname: skill-${i}\ndescription: Does thing ${i}.\n${head}---\n\n# Skill ${i}\n\n${body}`,
    );
  }
  const ours = join(ROOT, "dist", "cli.js");
  const times: Record<string, number[]> = { bare: [], empty: [], "100 skills": [] };
  for (let i = 0; i < STARTS; i++) {
    times.bare.push(await start([bare], empty));
    times.empty.push(await start([ours, "serve"], empty));
    times["100 skills"].push(await start([ours, "serve"], full));
  }
  const base = quarter(times.bare);
  for (const name of ["bare", "empty", "100 skills"]) {
    console.log(
      `${name.padEnd(12)} ${quarter(times[name]).toFixed(0)} ms, ${
        (quarter(times[name]) / base).toFixed(2)
      } of the bare server`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
