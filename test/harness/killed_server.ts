/**
 * The real server over stdio under somebody who kills it, and a client that goes on wherever it stands afterwards: a walk
 * with a fan-out, a red and a green gate and a command, in which every answer follows from the envelope alone.
 * @module
 */

import { spawn } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { Json } from "../../lib/json.ts";
import type { Envelope } from "../../lib/session/envelope_type.ts";
import { root } from "../gate/runtimes.ts";
import type { Scratch } from "../store/scratch.ts";

/** Cycles until the walk ends. */
export const CYCLES = 2;

/** What is delivered, in order, in a walk that nobody disturbs. */
export const DELIVERED: readonly string[] = Array.from({ length: CYCLES }, (_, i) => [
  `${i + 1} look`,
  `${i + 1} north`,
  `${i + 1} south`,
  `${i + 1} act red`,
  `${i + 1} act green`,
]).flat().concat(Array.from({ length: CYCLES - 1 }, (_, i) => `${i + 1} decide`)).sort(byCycle);

/** How to start the server: the words of the command, and variables on top of its own. */
export interface Start {
  command: string[];
  env?: Record<string, string>;
}

/** What the client knows from one server to the next. */
export interface Client {
  session?: string;
  /** Answered deliveries. */
  answered: number;
  /** Whether the last call was the one that ends the walk. */
  ending: boolean;
  done: boolean;
}

/** Puts the skill into a scratch's workspace. */
export function putSkill({ workspace }: Scratch): void {
  mkdirSync(join(workspace, "skills"));
  cpSync(join(root, "test", "harness", "fixtures", "walked"), join(workspace, "skills", "walked"), { recursive: true });
}

/**
 * Starts a server and walks on until the walk is done or the server is gone.
 *
 * @returns whether the server was killed
 */
export async function walkOn({ workspace, folder }: Scratch, client: Client, start: Start): Promise<boolean> {
  const { command, env } = start;
  const child = spawn(command[0], [...command.slice(1), "serve", "--workspace", workspace], {
    cwd: workspace,
    stdio: ["pipe", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "", HOME: folder, SKILL_WORKFLOW_TRUST: "1", ...env },
  });
  let errors = "";
  child.stderr.on("data", (chunk) => errors += chunk);
  // Who writes to a dead one gets EPIPE.
  child.stdin.on("error", () => {});
  const ended = new Promise<{ code: number | null }>((resolve) => child.on("close", (code) => resolve({ code })));
  const calls = connection(child.stdin, child.stdout, ended.then(() => undefined));
  try {
    await calls.request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "harness", version: "1" },
    });
    calls.notify("notifications/initialized");
    await walk(client, workspace, async (name, args) => {
      const answer = await calls.request("tools/call", { name, arguments: args });
      if (answer.isError) throw new Error(`${name}: ${JSON.stringify(answer)}`);
      return (answer._meta as { [key: string]: unknown })["skill-workflow/envelope"] as Envelope | undefined;
    });
    child.stdin.end();
    // Killed on its way out, perhaps.
    return (await ended).code !== 0;
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    const { code } = await ended;
    if (code !== null && code !== 137) throw new Error(`The server ended with ${code}: ${errors}`);
    return true;
  } finally {
    child.kill("SIGKILL");
  }
}

class Gone extends Error {}

type Call = (name: string, args: { [key: string]: Json }) => Promise<Envelope | undefined>;

async function walk(client: Client, workspace: string, call: Call): Promise<void> {
  let shown = client.session === undefined
    ? await call("start_workflow", { skill_name: "walked", workspace_dir: workspace })
    : await call("current_step", { session_id: client.session });
  for (;;) {
    if (!shown || shown.status === "completed") {
      client.done = true;
      return;
    }
    const session_id: string = client.session = shown.session_id;
    if (shown.effect) {
      shown = await call("current_step", { session_id });
      continue;
    }
    if (shown.status === "halted") {
      // A command that was found unanswered: what to do about it is a decision, and this one is to try again.
      shown = await call("next_step", { session_id });
      continue;
    }
    const step = shown.step!.id;
    if (step === "decide" && shown.cycle === CYCLES) {
      client.ending = true;
      shown = await call("end_workflow", { session_id, final_summary: "walked" });
      continue;
    }
    const child = shown.children?.find(({ done }) => !done);
    const what = step === "act" ? `act ${shown.complete_by?.iteration?.n === 1 ? "red" : "green"}` : child?.id ?? step;
    const answer: { [key: string]: Json } = child ? { child: child.ticket } : { turn: shown.turn };
    shown = await call("next_step", { session_id, ...answer, step_output: `${shown.cycle} ${what}` });
    client.answered++;
  }
}

interface Connection {
  request(method: string, params: object): Promise<{ [key: string]: unknown }>;
  notify(method: string): void;
}

/** JSON-RPC by lines; whoever waits for an answer of a server that is gone gets `Gone`. */
function connection(
  input: NodeJS.WritableStream,
  output: NodeJS.ReadableStream,
  gone: Promise<undefined>,
): Connection {
  const waiting = new Map<number, (result: { [key: string]: unknown }) => void>();
  let text = "";
  output.on("data", (chunk) => {
    text += chunk;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const message = JSON.parse(text.slice(0, end));
      text = text.slice(end + 1);
      waiting.get(message.id)?.(message.result ?? { isError: true, error: message.error });
    }
  });
  const write = (message: object) => void input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  let last = 0;
  return {
    notify: (method) => write({ method }),
    request: async (method, params) => {
      const id = ++last;
      const answer = new Promise<{ [key: string]: unknown }>((resolve) => waiting.set(id, resolve));
      write({ id, method, params });
      const result = await Promise.race([answer, gone]);
      if (result === undefined) throw new Gone();
      return result;
    },
  };
}

function byCycle(a: string, b: string): number {
  return Number.parseInt(a) - Number.parseInt(b);
}
