import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { ERAS, makeBench } from "./in_process.ts";

/** The gate waits until the workspace holds a file, so that a test decides when it's over. */
const GATE = `touch began; while [ ! -e go ]; do sleep 0.02; done`;
const FILES = {
  "skills/slow/SKILL.md":
    `---\nname: slow\ndescription: Waits.\nworkflow:\n  steps:\n    - {id: a, prompt: Go., loop: {max: 2, gate: "${GATE}"}}\n    - {id: b, prompt: On., end: true}\n---\nCall start_workflow.\n`,
};

async function until(what: string, done: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(done(), what);
}

for (const era of ERAS) {
  test(`${era}: every tool has a title, an icon and says what it may do`, async () => {
    const bench = makeBench({}, { tools: ["workflow", "mcp"], manage: () => Promise.reject(new Error("unused")) });
    const { client, close } = await bench.open(era);
    try {
      const { tools } = await client.listTools();
      for (const { name, title, icons, annotations, description } of tools) {
        assert.ok(title && description, name);
        assert.match(icons?.[0].src ?? "", /^data:image\/png;base64,/, name);
        assert.type(annotations?.openWorldHint, "boolean", name);
        assert.ok(annotations?.readOnlyHint || typeof annotations?.destructiveHint === "boolean", name);
      }
      assert.equal(tools.filter((one) => one.annotations?.readOnlyHint).map((one) => one.name), [
        "current_step",
        "read_skill",
        "mcp_discover",
        "mcp_describe",
      ]);
      const server = client.getServerVersion();
      assert.equal([server?.title, server?.icons?.[0].mimeType], ["Skill workflows", "image/png"]);
      const { resourceTemplates } = await client.listResourceTemplates();
      const ours = resourceTemplates.filter((one) => one.uriTemplate.startsWith("skill-workflow:"));
      assert.is(ours.length, 2);
      assert.ok(ours.every((one) => one.title && one.description && one.mimeType && one.icons?.length));
    } finally {
      await close();
      bench.remove();
    }
  });

  test(`${era}: a running gate is heard of, and a cancelled call's delivery isn't lost`, async () => {
    const bench = makeBench(FILES, { trustAll: true, progressEvery: 10 });
    const { client, close, call } = await bench.open(era);
    const at = (name: string) => join(bench.place.workspace, name);
    try {
      const started = await call("start_workflow", { skill_name: "slow", workspace_dir: bench.place.workspace });
      const session_id = started.envelope.session_id;
      const delivery = { name: "next_step", arguments: { session_id, turn: 0, step_output: "done" } };
      const heard: string[] = [];
      const cancel = new AbortController();
      const first = client.callTool(delivery, {
        signal: cancel.signal,
        onprogress: ({ message }) => heard.push(message ?? ""),
      }).then(() => "answered", () => "cancelled");
      await until("the gate has begun and told of it", () => existsSync(at("began")) && heard.length >= 2);
      assert.match(heard[0], /still running after/);
      cancel.abort();
      assert.is(await first, "cancelled");
      // The same call again joins the gate that still runs.
      const again = call("next_step", delivery.arguments);
      writeFileSync(at("go"), "");
      const reply = await again;
      assert.is(reply.envelope.step?.id, "b", reply.text);
      const journal = readFileSync(at(`.skill-workflow/sessions/${session_id}.journal.jsonl`), "utf8");
      assert.is(journal.match(/"effect_result"/g)?.length, 1);
      assert.is(journal.match(/"type":"deliver"/g)?.length, 1);
    } finally {
      await close();
      bench.remove();
    }
  });
}

test("the same call twice at once joins; of two different ones the second is stale", async () => {
  // In one process both are there before the first is answered, however slow the machine.
  const steps = ["a", "b", "c"].map((id) => `    - {id: ${id}, prompt: Go.}`).join("\n");
  const bench = makeBench({
    "skills/line/SKILL.md":
      `---\nname: line\ndescription: d\nworkflow:\n  steps:\n${steps}\n---\nCall start_workflow.\n`,
  });
  const { call, close } = await bench.open("legacy");
  try {
    await call("start_workflow", { skill_name: "line", workspace_dir: bench.place.workspace });
    const same = await Promise.all([1, 2].map(() => call("next_step", { step_output: "done" })));
    assert.equal(same.map((reply) => [reply.isError, reply.envelope.step?.id]), [[false, "b"], [false, "b"]]);
    assert.is(same.filter((reply) => reply.envelope.replayed).length, 1);
    const different = await Promise.all(["one", "two"].map((text) => call("next_step", { step_output: text })));
    assert.equal(different.map((reply) => [reply.isError, reply.envelope.step?.id]), [[false, "c"], [true, "c"]]);
  } finally {
    await close();
    bench.remove();
  }
});

test("modern: whoever listens hears that there is a new session", async () => {
  const bench = makeBench(FILES, { trustAll: true });
  const { client, close, call } = await bench.open("modern");
  try {
    let heard = 0;
    client.setNotificationHandler("notifications/resources/list_changed", () => void heard++);
    const listening = await client.listen({ resourcesListChanged: true });
    await call("start_workflow", { skill_name: "slow", workspace_dir: bench.place.workspace });
    await until("the list has changed", () => heard === 1);
    await listening.close();
  } finally {
    await close();
    bench.remove();
  }
});

test.run();
