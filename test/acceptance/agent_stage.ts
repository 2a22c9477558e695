/** The machine on which a real agent is asked: what it runs in, who asks it, and what can be seen of it from outside. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { LiveProgram, LiveSandbox } from "../../lib/host/live/live_sandbox.ts";
import type { JsonObject } from "../../lib/json.ts";
import { ourProgram } from "./our_program.ts";

/** Who asks: a client of our MCP server. */
export interface Caller {
  call(name: string, args: JsonObject): Promise<string>;
  /** The reply; where it takes longer than a client waits, it's asked for again. */
  ask(task: string): Promise<string>;
  state(): Promise<string>;
  close(): Promise<void>;
}

const SERVER = ["serve", "--tools", "workflow,agents"];
const ASKS = 4;
const CALL_MS = 120_000;

/** Starts our server in a sandbox, with that PATH, and connects to it. */
export async function connectCaller(sandbox: LiveSandbox, path: string): Promise<Caller> {
  const client = new Client({ name: "acceptance", version: "1" });
  const line = {
    command: process.execPath,
    args: [await ourProgram(), ...SERVER],
    env: { ...sandbox.env, PATH: path },
  };
  await client.connect(new StdioClientTransport({ ...line, cwd: sandbox.workspace, stderr: "inherit" }));
  const call: Caller["call"] = async (name, args) => {
    const { content } = await client.callTool({ name, arguments: args }, { timeout: CALL_MS });
    return (content as { text: string }[])[0].text;
  };
  return {
    call,
    async ask(task) {
      for (let asks = 1;; asks++) {
        const text = await call("ask_agent", { target: "worker", task });
        if (asks >= ASKS || !text.startsWith("AgentTimeoutError")) return text;
      }
    },
    state: async () => /^worker \((\w+)/m.exec(await call("list_agents", {}))?.[1] ?? "not listed",
    close: () => client.close(),
  };
}

/** What goes in and out of an agent's program. */
export interface Wiretap {
  /** The PATH on which the program is found behind one that writes that down. */
  path: string;
  /** How often it was started. */
  starts(): number;
  /** Questions that it asked, and how they were answered. */
  questions(): { asked: number; answers: string[] };
}

/** Puts a listener before a program. */
export function tapProgram(sandbox: LiveSandbox, name: string, { program, path }: LiveProgram): Wiretap {
  const folder = join(dirname(sandbox.workspace), "tap");
  mkdirSync(folder);
  const [sent, said, starts] = ["sent", "said", "starts"].map((file) => join(folder, `${file}.log`));
  const script = `#!/bin/sh\necho >> '${starts}'\ntee -a '${sent}' | '${program}' "$@" | tee -a '${said}'\n`;
  writeFileSync(join(folder, name), script);
  chmodSync(join(folder, name), 0o755);
  const lines = (file: string) => existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return {
    path: [folder, path].join(delimiter),
    starts: () => lines(starts).length,
    questions: () => ({
      asked: lines(said).filter((line) => line.includes('"session/request_permission"')).length,
      answers: lines(sent).flatMap((line) => /"outcome":"selected","optionId":"([^"]*)"/.exec(line)?.[1] ?? []),
    }),
  };
}

/** Processes with the sandbox's home, but for the server of the caller; only Linux tells. */
export function processesIn({ home }: LiveSandbox): string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((id) => {
    const read = (file: string) =>
      orNothing(() => readFileSync(`/proc/${id}/${file}`, "utf8"))?.split("\0").slice(0, -1) ?? [];
    const line = read("cmdline").join(" ");
    if (line === "" || line.endsWith(SERVER.join(" "))) return [];
    return read("environ").includes(`HOME=${home}`) ? [`${id} ${line.slice(0, 120)}`] : [];
  });
}

/** Every file below a folder, by its path, but for those below the folders `without`. */
export function filesIn(folder: string, without: readonly string[] = []): Map<string, string> {
  const files = new Map<string, string>();
  const visit = (inside: string) => {
    if (without.includes(inside)) return;
    for (const entry of orNothing(() => readdirSync(inside, { withFileTypes: true })) ?? []) {
      const path = join(inside, entry.name);
      if (entry.isDirectory()) visit(path);
      const text = entry.isFile() ? orNothing(() => readFileSync(path, "latin1")) : undefined;
      if (text !== undefined) files.set(path, text);
    }
  };
  visit(folder);
  return files;
}

/** Undefined where it has just gone: what is looked at lives. */
function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
