import { test } from "uvu";
import * as assert from "uvu/assert";
import { anthropicWire } from "../../lib/host/live/anthropic_wire.ts";
import { chatWire } from "../../lib/host/live/chat_wire.ts";
import { geminiWire } from "../../lib/host/live/gemini_wire.ts";
import { type LiveClient, offeredMove } from "../../lib/host/live/live_client.ts";
import { LIVE_CLIENTS } from "../../lib/host/live/live_clients.ts";
import { type ModelReply, type ModelWire, newResult, textIn } from "../../lib/host/live/model_wire.ts";
import { responsesWire } from "../../lib/host/live/responses_wire.ts";
import { startScriptedModel } from "../../lib/host/live/scripted_model.ts";
import { findProfile } from "../../lib/host/profile/mod.ts";
import { isToolClass } from "../../lib/fence/tool_class.ts";
import type { JsonObject } from "../../lib/json.ts";

/** A wire with its path, and a request that offers `read` and brings back what it answered. */
const WIRES: [ModelWire, string, JsonObject][] = [
  [anthropicWire, "/v1/messages", {
    tools: [{ name: "read" }],
    messages: [
      { role: "user", content: "go" },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "heron" }] }],
      },
    ],
  }],
  [responsesWire, "/v1/responses", {
    tools: [{ type: "function", name: "read" }],
    input: [{ type: "message", content: "go" }, { type: "function_call_output", call_id: "c", output: "heron" }],
  }],
  [chatWire, "/v1/chat/completions", {
    tools: [{ type: "function", function: { name: "read" } }],
    messages: [{ role: "user", content: "go" }, { role: "tool", tool_call_id: "c", content: "heron" }],
  }],
  [geminiWire, "/v1beta/models/m:streamGenerateContent", {
    tools: [{ functionDeclarations: [{ name: "read" }] }],
    contents: [
      { role: "user", parts: [{ text: "go" }] },
      { role: "user", parts: [{ functionResponse: { name: "read", id: "f", response: { output: "heron" } } }] },
    ],
  }],
];

const CALL: ModelReply = { tool: { name: "read" }, args: { path: "a.txt" } };

test("each wire tells the tools that are offered, and what tools answered", () => {
  for (const [wire, path, body] of WIRES) {
    assert.ok(wire.serves(path), path);
    assert.is(WIRES.filter(([other]) => other.serves(path)).length, 1, path);
    assert.equal(wire.read(body), { tools: [{ name: "read" }], results: ["heron"] }, path);
    assert.equal(wire.read({}), { tools: [], results: [] }, path);
  }
  const namespace = { type: "namespace", name: "mcp__a", tools: [{ name: "b" }] };
  assert.equal(responsesWire.read({ tools: [namespace, { type: "web_search" }] }).tools, [
    { name: "b", namespace: "mcp__a" },
    { name: "web_search" },
  ]);
});

test("each wire writes calls and words, streamed and whole", () => {
  for (const [wire, path, body] of WIRES) {
    const whole = path.replace("streamG", "g");
    for (const asked of [path, whole]) {
      for (const stream of [true, false]) {
        const said = JSON.stringify(wire.write({ ...body, stream }, { text: "Hello." }, "1", asked));
        assert.match(said, "Hello.", asked);
        const called = JSON.stringify(wire.write({ ...body, stream }, CALL, "2", asked)).replaceAll("\\", "");
        assert.match(called, /"name":"read"/, asked);
        assert.match(called, /"path":"a\.txt"/, asked);
        assert.not.match(called, "Hello.");
      }
    }
    assert.ok("events" in wire.write({ ...body, stream: true }, CALL, "3", path), path);
    assert.ok("value" in wire.write({ ...body, stream: false }, CALL, "3", whole), path);
  }
});

test("free text and a namespace reach the tool", () => {
  const reply: ModelReply = { tool: { name: "apply_patch", namespace: "n" }, input: "*** Begin" };
  assert.match(
    JSON.stringify(responsesWire.write({}, reply, "1", "")),
    /"custom_tool_call".*"\*\*\* Begin".*"namespace":"n"/,
  );
  assert.match(JSON.stringify(chatWire.write({}, reply, "1", "")).replaceAll("\\", ""), /"input":"\*\*\* Begin"/);
});

test("Gemini CLI's own questions in JSON are answered, and offer no tools", () => {
  const [, , body] = WIRES[3];
  const asked = { ...body, generationConfig: { responseMimeType: "application/json" } };
  assert.equal(geminiWire.read(asked).tools, []);
  assert.match(JSON.stringify(geminiWire.write(asked, { text: "Hello." }, "1", WIRES[3][1])), "next_speaker");
});

test("texts and results out of a request", () => {
  assert.is(textIn({ type: "text", id: "x", a: ["b", { text: "c", name: "d" }], n: 5 }), "b\nc");
  const requests = [[], ["one"], ["one", "two"], ["three"]].map((results) => ({ results, tools: [], body: "" }));
  assert.equal([0, 1, 2, 3, 4].map((n) => newResult(requests, n)), ["", "one", "two", "", ""]);
});

test("a move is the first one whose tool is offered", () => {
  const client = {
    moves: { read: () => ({ tool: "view", args: {} }), shell_read: () => ({ tool: "bash", args: {} }) },
  } as unknown as LiveClient;
  const offer = (...names: string[]) => ({ tools: names.map((name) => ({ name })), results: [], body: "" });
  const move = (...names: string[]) =>
    offeredMove(client, ["write", "read", "shell_read"], { workspace: "/w", file: "/w/a" }, offer(...names));
  assert.equal(move("bash", "view"), { tool: "view", args: {} });
  assert.equal(move("bash"), { tool: "bash", args: {} });
  assert.is(move("views"), undefined);
});

test("every client that can be driven has a profile, and a call for each class that it names", () => {
  for (const { id, moves, run } of LIVE_CLIENTS) {
    assert.is(findProfile(id).id, id);
    assert.ok(run.args.length > 0 && Object.keys(moves).length >= 3, id);
    for (const [name, move] of Object.entries(moves)) {
      assert.ok(isToolClass(name), name);
      const call = JSON.stringify(move({ workspace: "/w", file: "/w/a.txt" }));
      assert.ok(name === "subagent" || call.includes("/w"), `${id} ${name}`);
    }
  }
});

test("the model follows its script on every wire, and ends it", async () => {
  const model = await startScriptedModel((request, n) =>
    n < WIRES.length ? { tool: "ead", args: { n, of: request.results.length } } : { say: "Done." }
  );
  try {
    const post = async (path: string, body: JsonObject) => {
      const answer = await fetch(model.url + path, { method: "POST", body: JSON.stringify(body) });
      return { status: answer.status, text: await answer.text() };
    };
    for (const [n, [, path, body]] of WIRES.entries()) {
      const { text } = await post(path, { ...body, stream: true });
      assert.match(text, /^(?:event: \S+\n)?data: /, path);
      assert.match(text.replaceAll("\\", ""), new RegExp(`"name":"read".*"n":${n}`, "s"), path);
    }
    const [, path, body] = WIRES[0];
    assert.match((await post(path, body)).text, "Done.");
    const side = await post(path, { messages: [] });
    assert.match(side.text, "Done.", "a request without tools is a client's own");
    assert.is(model.requests.length, WIRES.length + 1);
    assert.match((await post("/v1/models", {})).text, "scripted");
    assert.is((await post(path, "nonsense" as unknown as JsonObject)).status, 200);
    for (let n = 0; n < 60; n++) await post(path, body);
    assert.is((await post(path, body)).status, 400);
  } finally {
    await model.stop();
  }
});

test.run();
