/**
 * A short talk with an MCP server over stdin and stdout: a handshake, the list of tools, some calls.
 * @module
 */

import { spawn } from "node:child_process";
import process from "node:process";

/** What is said, and where. */
export interface Talk {
  cwd: string;
  /** Beside `PATH`. */
  env: Record<string, string>;
  calls: { name: string; arguments: Record<string, unknown> }[];
}

const LIMIT_MS = 60_000;

/** The answers, one line of JSON each, in order; fewer where the server has ended before. */
export async function talk([command, ...args]: string[], { cwd, env, calls }: Talk): Promise<string[]> {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => out += chunk);
  // A server that couldn't start reads nothing.
  child.stdin.on("error", () => {});
  let over = false;
  const ended = new Promise<void>((resolve) =>
    child.once("close", () => {
      over = true;
      resolve();
    })
  );
  const late = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  /** Notifications come in between. */
  const replies = () => out.split("\n").slice(0, -1).filter((line) => /"id":\d+\}$/.test(line));
  const say = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let id = 0;
  const ask = async (method: string, params: object = {}) => {
    say({ id: ++id, method, params });
    while (replies().length < id && !over) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const clientInfo = { name: "pack", version: "1" };
  await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  say({ method: "notifications/initialized" });
  await ask("tools/list");
  for (const call of calls) await ask("tools/call", call);
  child.stdin.end();
  await ended;
  clearTimeout(late);
  return replies();
}
