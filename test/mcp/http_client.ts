/**
 * The real server over HTTP, on the runtime that runs the test.
 * @module
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type Answer, answerOf, type Place, program } from "./connect.ts";

/** A server that listens. */
export interface Serving {
  url: string;
  token: string | undefined;
  child: ChildProcess;
  stderr(): string;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
}

/** Starts `serve --http` on a free port. */
export async function serveOver(place: Place, more: string[] = []): Promise<Serving> {
  return await startServing(
    place,
    program(place, ["serve", "--http", "--port", "0", ...more]),
    !more.includes("--no-token"),
  );
}

/** Starts a program that serves HTTP, and waits for its address. */
export async function startServing(
  place: Place,
  { command, args, env }: ReturnType<typeof program>,
  withToken: boolean,
): Promise<Serving> {
  const child = spawn(command, args, { cwd: place.workspace, env, stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => stdout += chunk);
  child.stderr.on("data", (chunk) => stderr += chunk);
  // Not the exit: what the server said last may come in after it.
  let closed = false;
  child.once("close", () => closed = true);
  const wanted = withToken ? /serving (\S+)[\s\S]*Bearer (\S+)"/ : /serving (\S+)/;
  for (let i = 0; i < 800 && !wanted.test(stderr); i++) {
    if (closed) break;
    await new Promise((done) => setTimeout(done, 25));
  }
  const found = wanted.exec(stderr);
  if (found === null) {
    child.kill("SIGKILL");
    throw new Error(`The server didn't come up: ${stderr}`);
  }
  return {
    url: found[1],
    token: found[2],
    child,
    stderr: () => stderr + stdout,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, "exit");
      // Deno's own kill forgets the code with which the child then exits.
      process.kill(child.pid!, "SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
      const [code] = await ended;
      clearTimeout(late);
      return code;
    },
  };
}

/** Connects a client. */
export async function connectOver(
  server: Serving,
  mode: "legacy" | "auto",
  setUp: (client: Client) => void = () => {},
  capabilities: Record<string, unknown> = {},
): Promise<{ client: Client; call(name: string, args?: Record<string, unknown>): Promise<Answer> }> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode }, capabilities });
  setUp(client);
  const headers: Record<string, string> = server.token === undefined ? {} : { authorization: `Bearer ${server.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
  return {
    client,
    call: async (name, args = {}) => answerOf(await client.callTool({ name, arguments: args })),
  };
}
