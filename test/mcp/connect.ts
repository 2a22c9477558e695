/**
 * The real server process, driven by the real client, on the runtime that runs the test.
 * @module
 */

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { BUNDLE_VARIABLE } from "../gate/bundle_variable.ts";
import type { Envelope } from "../../lib/session/envelope_type.ts";
import type { Report } from "../../lib/session/report.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const IS_DENO = "Deno" in globalThis;

/** A workspace and a home of their own. */
export interface Place {
  workspace: string;
  home: string;
  remove(): void;
}

/** Fresh folders; `from` is copied into the workspace, relative to the repository. */
export function makePlace(from: { [to: string]: string } = {}): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "skill-workflow-mcp-")));
  const [workspace, home] = [join(base, "workspace"), join(base, "home")];
  mkdirSync(workspace);
  mkdirSync(home);
  for (const [to, source] of Object.entries(from)) cpSync(join(ROOT, source), join(workspace, to), { recursive: true });
  return { workspace, home, remove: () => rmSync(base, { recursive: true, force: true }) };
}

/** The command line that starts our program, and its environment. The runner bundles it for Node, where it starts faster. */
export function program(
  place: Place,
  args: string[],
): { command: string; args: string[]; env: Record<string, string> } {
  const cli = join(ROOT, "cli.ts");
  const bundle = process.env[BUNDLE_VARIABLE];
  const onNode = bundle === undefined ? ["--import", import.meta.resolve("tsx"), cli] : [bundle];
  const own = IS_DENO ? ["run", "-A", "--no-check", cli] : onNode;
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: place.home,
    USERPROFILE: place.home,
    DENO_DIR: process.env.DENO_DIR ?? "",
  };
  if (env.DENO_DIR === "") delete (env as { DENO_DIR?: string }).DENO_DIR;
  if (IS_DENO) Object.assign(env, { DENO_DIR: process.env.DENO_DIR ?? join(process.env.HOME ?? "", ".cache", "deno") });
  return { command: process.execPath, args: [...own, ...args], env };
}

/** What a tool answered. */
export interface Answer {
  text: string;
  isError: boolean;
  envelope: Envelope;
  report: Report;
  error: { code: string; message: string; data: Record<string, unknown> };
}

/** Reads a tool's result. */
export function answerOf(result: Awaited<ReturnType<Client["callTool"]>>): Answer {
  const meta = (result._meta ?? {}) as Record<string, never>;
  const [content] = result.content as { text: string }[];
  return {
    text: content.text,
    isError: result.isError === true,
    envelope: meta["skill-workflow/envelope"],
    report: meta["skill-workflow/report"],
    error: meta["skill-workflow/error"],
  };
}

/** A connected client. */
export interface Connected {
  client: Client;
  pid: number;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

/** Starts the server in a place and connects to it; a client that is set up to answer forms offers them. */
export async function connect(
  place: Place,
  mode: "legacy" | "auto" = "legacy",
  more: string[] = [],
  setUp?: (client: Client) => void,
): Promise<Connected> {
  const { command, args, env } = program(place, ["serve", ...more]);
  const transport = new StdioClientTransport({ command, args, env, cwd: place.workspace, stderr: "ignore" });
  const client = new Client({ name: "test", version: "1" }, {
    versionNegotiation: { mode },
    capabilities: setUp ? { elicitation: {} } : {},
  });
  setUp?.(client);
  await client.connect(transport);
  return {
    client,
    pid: transport.pid!,
    call: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

/** Lines of JSON into the server's stdin, one after each reply; what came out, and how it ended. */
export async function converse(
  place: Place,
  lines: string[],
  more: { env?: Record<string, string> } = {},
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  const { command, args, env } = program(place, ["serve"]);
  const child: ChildProcess = spawn(command, args, {
    cwd: place.workspace,
    env: { ...env, ...more.env },
    stdio: "pipe",
  });
  let [stdout, stderr] = ["", ""];
  child.stderr!.on("data", (chunk) => stderr += chunk);
  const replied = async (before: number) => {
    for (let i = 0; i < 600 && stdout.split("\n").length - 1 <= before; i++) {
      await new Promise((done) => setTimeout(done, 25));
    }
  };
  child.stdout!.on("data", (chunk) => stdout += chunk);
  for (const line of lines) {
    const before = stdout.split("\n").length - 1;
    child.stdin!.write(`${line}\n`);
    if ("id" in JSON.parse(line)) await replied(before);
  }
  const ended = new Promise<number | null>((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
    child.once("exit", (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
  child.stdin!.end();
  return { code: await ended, stdout, stderr };
}
