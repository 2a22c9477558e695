// An agent of the Agent Client Protocol that does what the last line of its task says.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Readable, Writable } from "node:stream";
import { agent, methods, ndJsonStream, RequestError } from "@agentclientprotocol/sdk";

const started = [];
let servers = "";

let folder;
let requests = 0;
async function throughFiles(request) {
  const name = join(folder, `request-${requests++}.json`);
  writeFileSync(`${name}.part`, JSON.stringify(request));
  renameSync(`${name}.part`, name);
  await opened(`${name}.response.json`);
  return JSON.parse(readFileSync(`${name}.response.json`, "utf8")).reply;
}

async function opened(gate) {
  while (!existsSync(gate)) await new Promise((done) => setTimeout(done, 20));
}

async function act(client, sessionId, text) {
  const [word, ...rest] = text.slice(text.lastIndexOf("\n") + 1).split(" ");
  const say = (text) =>
    client.notify(methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
    });
  if (word === "say") await say(rest.join(" "));
  if (word === "whole") await say(text);
  if (word === "env") await say(String(process.env[rest[0]]));
  if (word === "session") await say(`${sessionId} of ${started.length}`);
  if (word === "servers") await say(servers);
  if (word === "work") {
    await say("Let me look");
    const update = { sessionUpdate: "tool_call", toolCallId: "1", title: "Look" };
    await client.notify(methods.client.session.update, { sessionId, update });
    for (const part of ["Found ", "it"]) await say(part);
  }
  const ask = async (toolCall) => {
    const options = [
      { optionId: "always", name: "Always", kind: "allow_always" },
      { optionId: "yes", name: "Yes", kind: "allow_once" },
      { optionId: "no", name: "No", kind: "reject_once" },
    ];
    const question = { sessionId, toolCall, options };
    const { outcome } = await client.request(methods.client.session.requestPermission, question);
    return outcome.outcome === "selected" ? outcome.optionId : outcome.outcome;
  };
  if (word === "ask") {
    const [kind, path] = rest;
    await say(await ask({ toolCallId: "2", title: "Something", kind, ...(path ? { locations: [{ path }] } : {}) }));
  }
  if (word === "report") {
    const [kind, title] = rest;
    const update = { sessionUpdate: "tool_call", toolCallId: "3", title, kind };
    await client.notify(methods.client.session.update, { sessionId, update });
    await say(await ask({ toolCallId: "3" }));
  }
  if (word === "cancel") {
    await ask({ toolCallId: "4", title: "Tidy", kind: "execute", rawInput: { command: "rm -r x" } });
    return "cancelled";
  }
  if (word === "wait") {
    appendFileSync(`${rest[0]}.turns`, "turn\n");
    await opened(rest[0]);
    await say("waited");
  }
  if (word === "stubborn") {
    const child = spawn("sh", rest, { stdio: "ignore" });
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
    setInterval(() => {}, 1_000);
    await say(`${process.pid} ${child.pid}`);
  }
  if (word === "files") {
    // It has no server of ours, and does what it was told at its start.
    folder ??= /as JSON into\n(.*)\n/.exec(text)?.[1];
    for (const request of JSON.parse(rest.join(" "))) await say(`${await throughFiles(request)}\n---\n`);
  }
  if (word === "exit") {
    process.stderr.write("out of paper\n");
    process.exit(3);
  }
  if (word === "refuse") return "refusal";
  if (word === "break") throw new RequestError(-32_603, "the model is down");
  return undefined;
}

const wanted = process.argv[2];
agent({ name: "scripted" })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentCapabilities: { loadSession: false, ...(wanted === "forgets" ? {} : { sessionCapabilities: { resume: {} } }) },
  }))
  .onRequest(methods.agent.session.new, async ({ params }) => {
    if (wanted?.startsWith("slow:")) await opened(wanted.slice(5));
    if (wanted === "logged-out") throw new RequestError(-32_000, "Authentication required");
    servers = JSON.stringify(params.mcpServers);
    const sessionId = `s-${process.pid}`;
    started.push(sessionId);
    const availableModes = [{ id: "auto", name: "Auto" }, { id: "default", name: "Default" }];
    return { sessionId, modes: { currentModeId: "auto", availableModes } };
  })
  .onRequest(methods.agent.session.resume, ({ params }) => {
    if (!params.sessionId.startsWith("s-")) throw new RequestError(-32_602, "no such session");
    return {};
  })
  .onRequest(methods.agent.session.setMode, ({ params }) => {
    servers += ` in mode ${params.modeId}`;
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const [block] = params.prompt;
    const stop = await act(client, params.sessionId, block.type === "text" ? block.text : "");
    return { stopReason: stop ?? "end_turn" };
  })
  .connect(ndJsonStream(
    Writable.toWeb(process.stdout),
    Readable.toWeb(process.stdin),
  ));
