/**
 * From the start of the process to the answer of `tools/list`: our bundled server, in an empty workspace and in one with
 * 100 skills, against a bare bundled server of the same SDK with one tool, and against published servers of its kind.
 * Ratios of the lower quartiles of one run, of the time until the answer and of the processor time until then.
 *
 * Run: `npx tsx test/gate/build.ts && node --import tsx bench/cold_start.ts [starts]`
 * @module
 */

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundleServer } from "./bundle_server.ts";
import { peerServer, SERVERS } from "./peers.ts";

const STARTS = Number(process.argv[2] ?? 15);
/** A peer's start takes long. */
const PEER_STARTS = Math.ceil(STARTS / 3);
const LIMIT_MS = 60_000;
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

/** Milliseconds until the server has answered `tools/list`, and of processor time. */
interface Start {
  wall: number;
  cpu: number;
}

function start(args: string[], cwd: string): Promise<Start> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, {
      cwd,
      env: { PATH: process.env.PATH, HOME: folder },
      stdio: ["pipe", "pipe", "ignore"],
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      child.kill("SIGKILL");
    };
    const fail = (why: string) => end(() => reject(new Error(`${args[0]} ${why}`)));
    const timer = setTimeout(() => fail(`didn't answer within ${LIMIT_MS / 1000} s`), LIMIT_MS);
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    let text = "";
    child.on("error", reject);
    child.on("exit", (code) => fail(`ended with ${code} before its answer`));
    child.stdin.on("error", () => {});
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const lines = text.split("\n");
      text = lines.pop()!;
      for (const line of lines.filter((one) => one.startsWith("{"))) {
        const { id, method } = JSON.parse(line) as { id?: number; method?: string };
        if (method !== undefined && id !== undefined) send({ id, error: { code: -32601, message: "Not here" } });
        else if (id === 2) end(() => resolve({ wall: performance.now() - began, cpu: processorTime(child.pid!) }));
      }
    });
    const clientInfo = { name: "bench", version: "1" };
    send({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
    send({ method: "notifications/initialized" });
    send({ id: 2, method: "tools/list", params: {} });
  });
}

/** Milliseconds that all threads of a process have run; not a number where the system doesn't tell. */
function processorTime(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((one) =>
      Number(readFileSync(`/proc/${pid}/task/${one}/schedstat`, "utf8").split(" ")[0])
    );
    return times.reduce((sum, time) => sum + time, 0) / 1e6;
  } catch {
    return NaN;
  }
}

/** Other work on the machine only ever adds: the fastest quarter says more than the middle. */
function quarter(list: number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 4)];
}

try {
  const bare = join(folder, "bare.mjs");
  await bundleServer(BARE, bare);
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
  const peers = SERVERS.map((server) => ({ name: server.name, path: peerServer(server) }));
  const starts = new Map<string, Start[]>();
  const measure = async (name: string, args: string[], cwd: string) =>
    void starts.set(name, [...starts.get(name) ?? [], await start(args, cwd)]);
  for (let i = 0; i < STARTS; i++) {
    await measure("bare", [bare], empty);
    await measure("empty", [ours, "serve"], empty);
    await measure("100 skills", [ours, "serve"], full);
    if (i < PEER_STARTS) { for (const { name, path } of peers) await measure(name, [path], empty); }
  }
  const of = (name: string, which: keyof Start) => quarter(starts.get(name)!.map((one) => one[which]));
  for (const name of ["bare", "empty", "100 skills"]) {
    const wall = of(name, "wall");
    const cpu = of(name, "cpu") / of("bare", "cpu");
    console.log(
      `${name.padEnd(12)} ${wall.toFixed(0)} ms, ${(wall / of("bare", "wall")).toFixed(2)} of the bare server, ` +
        `${cpu.toFixed(2)} of its processor time`,
    );
  }
  for (const { name } of peers) {
    console.log(`against ${name}: ${(of("empty", "wall") / of(name, "wall")).toFixed(2)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
