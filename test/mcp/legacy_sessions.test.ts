import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { LegacySessions } from "../../mcp/http/legacy_sessions.ts";
import { makeServer } from "../../mcp/make_server.ts";
import { answerOf } from "./connect.ts";
import { makeBench } from "./in_process.ts";

const STEPS = `
    - {id: draft, prompt: Write., approval: {question: Out?, choices: {yes: ship, no: draft}}}
    - {id: ship, prompt: Ship., end: true}`;
const GATE = `
    - {id: wait, command: "touch began; while [ ! -e go ]; do sleep 0.02; done"}
    - {id: on, prompt: On., end: true}`;
const skill = (name: string, steps: string) =>
  `---\nname: ${name}\ndescription: Does.\nworkflow:\n  steps:${steps}\n---\nCall start_workflow.\n`;
const FILES = { "skills/sign/SKILL.md": skill("sign", STEPS), "skills/gate/SKILL.md": skill("gate", GATE) };
const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bare", version: "1" },
};

async function during(
  run: (on: {
    sessions: LegacySessions;
    workspace: string;
    connect(answer?: unknown): Promise<{ client: Client; transport: StreamableHTTPClientTransport }>;
    post(method: string, params: object, session?: string): Promise<Response>;
  }) => Promise<void>,
): Promise<void> {
  const bench = makeBench(FILES, { trustAll: true });
  const { moves: _, ...brief } = bench.setup;
  const sessions = new LegacySessions({
    make: (lasting) => makeServer(lasting ? bench.setup : brief, "legacy"),
    maxSessions: 2,
    maxBody: 10_000,
    onerror: () => {},
  });
  const url = "http://127.0.0.1/mcp";
  const fetch = (input: string | URL | Request, init?: RequestInit) => sessions.handle(new Request(input, init));
  try {
    await run({
      sessions,
      workspace: bench.place.workspace,
      connect: async (answer) => {
        const capabilities = answer === undefined ? {} : { elicitation: {} };
        const client = new Client({ name: "test", version: "1" }, {
          versionNegotiation: { mode: "legacy" },
          capabilities,
        });
        if (answer !== undefined) {
          client.setRequestHandler("elicitation/create", () => Promise.resolve(answer as never));
        }
        const transport = new StreamableHTTPClientTransport(new URL(url), { fetch });
        await client.connect(transport);
        return { client, transport };
      },
      post: (method, params, session) =>
        fetch(url, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...(session === undefined ? {} : { "mcp-session-id": session }),
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        }),
    });
  } finally {
    await sessions.close();
    bench.remove();
  }
}

async function until(what: string, done: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(done(), what);
}

test("a session remembers its workflow, asks its person and hears of moves", () =>
  during(async ({ connect, workspace }) => {
    const { client, transport } = await connect({ action: "accept", content: { choice: "yes" } });
    const heard: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    const call = async (name: string, args: object) =>
      answerOf(await client.callTool({ name, arguments: args as Record<string, unknown> }));
    const ids = [];
    for (const restart of [false, true]) {
      const started = await call("start_workflow", { skill_name: "sign", workspace_dir: workspace, restart });
      ids.push(started.envelope.session_id);
    }
    const uri = `skill-workflow://sessions/${ids[1]}/report`;
    await client.subscribeResource({ uri });
    const reply = await call("next_step", { step_output: "text" });
    assert.is(reply.envelope.session_id, ids[1]);
    assert.is(reply.envelope.step?.id, "ship", reply.text);
    await until("word of the move", () => heard.includes(uri));
    await transport.terminateSession();
    await client.close();
  }));

test("a request alone is answered; one of a session that isn't there is told to begin", () =>
  during(async ({ post, connect }) => {
    assert.match(await (await post("tools/list", {})).text(), "start_workflow");
    const gone = await post("tools/list", {}, "none");
    assert.is(gone.status, 404);
    assert.match(((await gone.json()) as { error: { message: string } }).error.message, "begin with initialize");
    const { transport } = await connect();
    const id = transport.sessionId!;
    assert.is((await post("tools/list", {}, id)).status, 200);
    await transport.terminateSession();
    assert.is((await post("tools/list", {}, id)).status, 404);
    const large = await post("initialize", { ...INITIALIZE, padding: "x".repeat(20_000) });
    assert.is(large.status, 413);
  }));

test("a new session takes the place of the one used longest ago, but not of one that has a call running", () =>
  during(async ({ post, connect, workspace }) => {
    const [first, second] = [await connect(), await connect()];
    const [one, two] = [first.transport.sessionId!, second.transport.sessionId!];
    const list = async (id: string) => {
      const response = await post("tools/list", {}, id);
      // A call is running until its answer has been read.
      await response.text();
      return response.status;
    };
    assert.is(await list(one), 200);
    const third = await connect();
    assert.equal([await list(two), await list(one)], [404, 200]);

    // Both wait for the same gate: the second comes back to the session of the first.
    const calls = [first, third].map(({ client }) =>
      client.callTool({ name: "start_workflow", arguments: { skill_name: "gate", workspace_dir: workspace } })
    );
    await until("the gate has begun", () => existsSync(join(workspace, "began")));
    const full = await post("initialize", INITIALIZE);
    assert.is(full.status, 503);
    writeFileSync(join(workspace, "go"), "");
    await Promise.all(calls);
    assert.is((await post("initialize", INITIALIZE)).status, 200);
  }));

test.run();
