import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { connect } from "../mcp/connect.ts";
import { fixture, managerOf, placeWith } from "./place.ts";

test("ten servers with twenty tools each cost an agent at most a tenth of what listing them all does", async () => {
  const servers = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`server_${i}`, fixture({ TOOLS: "9" })]));
  const place = placeWith(servers);
  const { Data } = await managerOf(place).discover();
  const tools = Data.discovery!.servers.flatMap((server) =>
    server.tools.map(({ name, description, input_schema }) => ({
      name: `mcp__${server.name}__${name}`,
      description,
      input_schema,
    }))
  );
  assert.is(tools.length, 200);
  const { client, close } = await connect(place, "legacy", ["--tools", "mcp"]);
  const text = async (name: string, args: Record<string, unknown>) =>
    ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0].text;
  const names = await text("mcp_discover", {});
  const one = await text("mcp_describe", { server: "server_3", tool: "tool_4" });
  await close();
  place.remove();
  assert.match(names, /^server_3(?: \(.*\))?: big, broken, .*, tool_8$/m);
  assert.equal(JSON.parse(one).input_schema.required, ["path"]);
  const [all, progressive] = [countTokens(JSON.stringify(tools)), countTokens(names) + countTokens(one)];
  console.log(`everything: ${all} tokens; names and one schema: ${progressive}`);
  assert.ok(progressive * 10 <= all, `${all} against ${progressive}`);
});

test("the set is off unless it's asked for", async () => {
  const place = placeWith({});
  const { client, close } = await connect(place);
  const names = (await client.listTools()).tools.map((tool) => tool.name);
  assert.not(names.some((name) => name.startsWith("mcp_")));
  await close();
  place.remove();
});

test.run();
