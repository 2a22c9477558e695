import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { isAlive } from "../../lib/host/process_table.ts";
import type { Execution, ManageAnswer } from "../../mcp/manage/mod.ts";
import { connect } from "../mcp/connect.ts";
import { managerOf, pidsIn, placeOfCase, type Ran, run, until } from "./place.ts";

test("25-server-that-will-not-die", async () => {
  const place = placeOfCase("25-server-that-will-not-die", "stubborn.mjs");
  const pids = join(place.workspace, "pids.txt");
  const left = () => pidsIn(pids).filter(isAlive);
  try {
    const listed = await run(place, ["mcp", "discover", "--json"]);
    const { discovery } = (JSON.parse(listed.stdout) as ManageAnswer).Data;
    assert.equal(discovery!.servers[0].tools.map((tool) => tool.name), ["knock"]);
    assert.equal([listed.code, left()], [0, []]);
    assert.ok(listed.ms < 10_000, `${listed.ms} ms`);

    const called = await run(place, ["mcp", "execute", "stubborn", "knock", "--json"]);
    assert.is((JSON.parse(called.stdout) as Execution).result!.content[0].text, "who is there");
    assert.equal([called.code, left()], [0, []]);
    assert.ok(called.ms < 10_000, `${called.ms} ms`);

    const silent = ["mcp", "execute", "stubborn", "knock", "silent=true", "--timeout", "2", "--json"];
    const timed = await run(place, silent);
    assert.is((JSON.parse(timed.stdout) as Execution).error!.code, "ERR_SERVER_TIMEOUT");
    assert.equal([timed.code, left()], [1, []]);
    assert.ok(timed.ms < 12_000, `${timed.ms} ms`);

    rmSync(pids);
    let sent = 0;
    const stopped = await run(place, [...silent.slice(0, -3), "--timeout", "30", "--json"], {
      meanwhile: async (child) => {
        await until(() => pidsIn(pids).length === 2, "the server to start");
        await new Promise((done) => setTimeout(done, 1_000));
        sent = performance.now();
        child.kill("SIGINT");
      },
    });
    assert.is((JSON.parse(stopped.stdout) as Execution).error!.code, "ERR_CANCELLED");
    // Under Deno the signal itself is what ends it.
    assert.ok(stopped.code === 130 || stopped.signal === "SIGINT", `${stopped.code} ${stopped.signal}`);
    assert.equal(left(), []);
    assert.ok(performance.now() - sent < 10_000);
    assert.is(pidsIn(pids).length, 2);
  } finally {
    place.remove();
  }
});

type Door = (server: string, tool: string, text: string) => Promise<{ execution: Execution; failed: boolean }>;

const DOORS: Record<
  string,
  (place: ReturnType<typeof placeOfCase>) => Promise<{ call: Door; close(): Promise<void> }>
> = {
  "command line": (place) =>
    Promise.resolve({
      call: async (server, tool, text) => {
        const { stdout, code }: Ran = await run(place, ["mcp", "execute", server, tool, `text=${text}`, "--json"]);
        return { execution: JSON.parse(stdout), failed: code !== 0 };
      },
      close: () => Promise.resolve(),
    }),
  library: (place) =>
    Promise.resolve({
      call: async (server, tool, text) => {
        const { Data, Error } = await managerOf(place).execute({ server, tool, args: { text } });
        return { execution: Data.execution!, failed: Error !== null };
      },
      close: () => Promise.resolve(),
    }),
  "MCP tools": async (place) => {
    const { client, close } = await connect(place, "legacy", ["--tools", "mcp"]);
    return {
      call: async (server, tool, text) => {
        const result = await client.callTool({ name: "mcp_execute", arguments: { server, tool, args: { text } } });
        const { content, structuredContent, isError } = result;
        const facts = result._meta!["skill-workflow/execution"] as Execution;
        const known = { content, structuredContent, ...(isError ? { isError } : {}) } as unknown as Execution["result"];
        return { execution: { ...facts, result: facts.method_used === null ? null : known }, failed: isError === true };
      },
      close,
    };
  },
};

for (const [name, open] of Object.entries(DOORS)) {
  test(`26-unknown-tool-is-not-sent, by the ${name}`, async () => {
    const place = placeOfCase("26-unknown-tool-is-not-sent", "tally.mjs");
    const door = await open(place);
    const calls = join(place.workspace, "calls.txt");
    try {
      const wrongTool = await door.call("tally", "add_notes", "milk");
      assert.ok(wrongTool.failed);
      assert.is(wrongTool.execution.success, false);
      assert.is(wrongTool.execution.error!.code, "ERR_TOOL_NOT_FOUND");
      assert.match(wrongTool.execution.error!.message, '"add_note"');
      assert.not(existsSync(calls));

      const wrongServer = await door.call("Tally", "add_note", "milk");
      assert.ok(wrongServer.failed);
      assert.is(wrongServer.execution.error!.code, "ERR_SERVER_NOT_FOUND");
      assert.match(wrongServer.execution.error!.message, '"tally"');

      const refused = await door.call("tally", "add_note", "");
      assert.ok(refused.failed);
      assert.is(refused.execution.success, false);
      assert.is(refused.execution.result!.content[0].text, "a note needs words");
      assert.equal(refused.execution.result!.structuredContent, { field: "text", reason: "empty" });

      const noted = await door.call("tally", "add_note", "milk");
      assert.not(noted.failed);
      assert.is(noted.execution.success, true);
      assert.is(noted.execution.result!.content[0].text, "noted");
      assert.equal(noted.execution.result!.structuredContent, { notes: 1 });
      assert.is(readFileSync(calls, "utf8"), "add_note\nadd_note\n");
    } finally {
      await door.close();
      place.remove();
    }
  });
}

test.run();
