import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { converse, makePlace } from "./connect.ts";

const CASE = "test/fixtures/cases/23-only-messages-on-stdout";

for (const env of [{}, { NODE_OPTIONS: "--trace-warnings" }] as Record<string, string>[]) {
  test(`23-only-messages-on-stdout ${JSON.stringify(env)}`, async () => {
    const place = makePlace({ ".agents": `${CASE}/workspace/.agents` });
    try {
      const requests = readFileSync(new URL(`../../${CASE}/requests.jsonl`, import.meta.url), "utf8").trim().split(
        "\n",
      );
      const lines = requests.map((line) =>
        line.replaceAll("@WORKSPACE@", JSON.stringify(place.workspace).slice(1, -1))
      );
      const { stdout, code } = await converse(place, lines, { env });
      const printed = stdout.split("\n");
      assert.is(printed.pop(), "");
      const replies = printed.map((line) => JSON.parse(line));
      assert.ok(replies.every((reply) => reply.jsonrpc === "2.0"));
      assert.equal(replies.map((reply) => reply.id), [1, 2, 3, 4]);
      const names = replies[1].result.tools.map((tool: { name: string }) => tool.name);
      for (const name of ["start_workflow", "next_step", "current_step", "end_workflow", "read_skill"]) {
        assert.ok(names.includes(name));
      }
      assert.ok(replies[2].result.isError);
      assert.match(replies[2].result.content[0].text, /bent-tabs[/\\]SKILL\.md/);
      assert.match(replies[2].result.content[0].text, "7:1");
      assert.match(replies[2].result.content[0].text, /tab/);
      assert.ok(replies[3].error ?? replies[3].result.isError);
      assert.is(code, 0);
    } finally {
      place.remove();
    }
  });
}

test("an unknown request before initialize is answered, and the server lives on", async () => {
  const place = makePlace();
  try {
    const { stdout, code } = await converse(place, [
      '{"jsonrpc":"2.0","id":0,"method":"no/such","params":{}}',
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}',
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}',
    ]);
    const replies = stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.equal(replies.map((reply) => [reply.id, reply.error?.code]), [[0, -32601], [1, undefined], [2, undefined]]);
    assert.is(replies[1].result.protocolVersion, "2025-06-18");
    assert.is(code, 0);
  } finally {
    place.remove();
  }
});

test.run();
