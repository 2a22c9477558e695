/**
 * A forced compaction in the middle of a workflow: does the step stand in the model's next request again?
 * @module
 */

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { encode } from "gpt-tokenizer";
import { type LiveClient, offeredMove } from "../../lib/host/live/live_client.ts";
import { OWN_TOOLS } from "../../lib/host/live/live_clients.ts";
import type { LiveProgram, LiveSandbox } from "../../lib/host/live/live_sandbox.ts";
import type { Json, JsonObject } from "../../lib/json.ts";
import { talkJsonRpc } from "./json_rpc.ts";
import type { Report } from "./report.ts";
import { MAX_PATIENCE, ours, setStage } from "./walk.ts";

/** What the hook says when it puts a step back. */
const PUT_BACK = /You are in the middle of a workflow[^"]*Look around[^"]*/g;

const DRIVERS: Readonly<Record<string, (client: LiveClient, sandbox: LiveSandbox) => Promise<string>>> = {
  "claude-code": driveClaude,
  codex: driveCodex,
};

/** Starts a workflow, compacts, and looks at the request that follows. Clients that can't be made to compact are left out. */
export async function surviveCompaction(client: LiveClient, program: LiveProgram, report: Report): Promise<void> {
  if (!Object.hasOwn(DRIVERS, client.id)) return;
  const before = client.before ?? [];
  let started = false;
  const stage = await setStage(client, program, (n, workspace, request) => {
    if (n < before.length) return before[n];
    if (started) return undefined;
    if (!request.tools.some(({ name }) => name.endsWith(OWN_TOOLS[0]))) {
      if (n >= MAX_PATIENCE) return undefined;
      return offeredMove(client, ["shell_read", "read"], { workspace, file: join(workspace, "notes.txt") }, request);
    }
    started = true;
    return { tool: OWN_TOOLS[0], args: { skill_name: "fenced", workspace_dir: workspace } };
  });
  try {
    await ours(stage.sandbox, "install", client.id);
    const seen = await DRIVERS[client.id](client, stage.sandbox);
    const last = stage.model.requests.at(-1)?.body ?? "";
    // What the tools answered before is gone, but for what the client itself keeps of it.
    const compacted = stage.model.requests.at(-1)?.results.length === 0;
    const back = last.match(PUT_BACK) ?? [];
    report.check(
      "has the step again after a compaction",
      started && compacted && back.length > 0,
      `${seen} … ${last.slice(0, 3000)}`,
    );
    if (back.length > 0) report.note(`put back in ${encode(back.at(-1)!).length} tokens: ${back.at(-1)}`);
  } finally {
    await stage.end();
  }
}

/** Several turns in one process; `/compact` is one of them. */
async function driveClaude({ run }: LiveClient, sandbox: LiveSandbox): Promise<string> {
  const texts = ["one", "two", "three", "/compact", "four"];
  const args = ["-p", "--input-format", "stream-json", ...run.args.slice(2)];
  const ran = await sandbox.client(args, {
    talk(stdin) {
      const next = () => {
        const text = texts.shift();
        if (text === undefined) return stdin.end();
        const message = { role: "user", content: [{ type: "text", text }] };
        stdin.write(`${JSON.stringify({ type: "user", message })}\n`);
      };
      next();
      return (line) => {
        if ((JSON.parse(line) as JsonObject).type === "result") next();
      };
    },
  });
  return ran.stdout.slice(-300) + ran.stderr;
}

/** Through its app server, which also tells what the hooks' trust wants. */
async function driveCodex(_: LiveClient, sandbox: LiveSandbox): Promise<string> {
  const clientInfo = { name: "acceptance", title: "acceptance", version: "1" };
  const cwd = sandbox.workspace;
  await talkJsonRpc(sandbox, ["app-server"], async ({ request, notify }) => {
    await request("initialize", { clientInfo });
    notify("initialized");
    const { data } = await request("hooks/list", { cwds: [cwd] }) as { data: { hooks: JsonObject[] }[] };
    const trusted = data[0].hooks.map(({ key, currentHash }) =>
      `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(currentHash)}\n`
    );
    appendFileSync(join(sandbox.home, ".codex", "config.toml"), trusted.join(""));
  });
  return await talkJsonRpc(sandbox, ["app-server"], async ({ request, notify, heard }) => {
    await request("initialize", { clientInfo });
    notify("initialized");
    const opened = await request("thread/start", { cwd, approvalPolicy: "never", sandbox: "danger-full-access" });
    const threadId = (opened as { thread: { id: string } }).thread.id;
    const turn = async (method: string, params: JsonObject = {}): Promise<void> => {
      const ended = heard("turn/completed");
      await request(method, { threadId, ...params });
      await ended;
    };
    const say = (text: string): Json => [{ type: "text", text }];
    await turn("turn/start", { input: say("one") });
    await turn("thread/compact/start");
    await turn("turn/start", { input: say("two") });
  });
}
