import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { checkArguments } from "../../mcp/manage/check_arguments.ts";
import { expandVariables } from "../../mcp/manage/expand_variables.ts";
import { readConfig } from "../../mcp/manage/read_config.ts";
import { readRequest } from "../../mcp/manage/read_request.ts";
import { Secrets } from "../../mcp/manage/secrets.ts";
import { readTimes } from "../../mcp/manage/time_limits.ts";
import { windowsCommand } from "../../lib/host/windows_command.ts";
import { makePlace } from "../mcp/connect.ts";
import { managerOf, placeWith } from "./place.ts";

const expand = (text: string, env: Record<string, string>) => expandVariables(text, { env, onValue: () => {} }, "Here");

for (
  const [text, env, wanted] of [
    ["a${X}b${X}", { X: "1" }, "a1b1"],
    ["${X:-d}", {}, "d"],
    ["${X:-d}", { X: "" }, "d"],
    ["${X}", { X: "" }, ""],
    ["${X:-}", {}, ""],
    ["${X:-a:-b}", {}, "a:-b"],
    ["${X}", { X: "${Y}", Y: "no" }, "${Y}"],
    ["$X ${x%y} ${", {}, "$X ${x%y} ${"],
    ["${toString:-own}", {}, "own"],
  ] as const
) {
  test(`expands ${text}`, () => assert.is(expand(text, env as Record<string, string>), wanted));
}

test("a variable that isn't set and has no default is named", () => {
  assert.throws(() => expand("${NOPE}", {}), (error: Error) => /NOPE.*isn't set/.test(error.message));
});

test("servers are found by their exact names, and a broken one doesn't hide the others", async () => {
  const place = placeWith({
    one: { command: "./run.sh", args: ["${HOME}"], env: { API_KEY: "hunter22", N: 1 }, cwd: "sub" },
    two: { url: "https://x.example/mcp", headers: { Authorization: "Bearer ${TOKEN}" } },
    old: { type: "sse", url: "http://127.0.0.1:1/sse" },
    "__proto__x": { command: "node" },
    broken: { args: [] },
  });
  const config = await readConfig({ workspace: place.workspace, env: { HOME: "/h", TOKEN: "tok-123456" } });
  const one = config.server("one");
  assert.is(one.secrets.mask("hunter22"), "***");
  assert.equal({ ...one.reach, env: { ...(one.reach as { env: object }).env } }, {
    transport: "stdio",
    command: join(place.workspace, "sub", "run.sh"),
    args: ["/h"],
    env: { API_KEY: "hunter22", N: "1" },
    cwd: join(place.workspace, "sub"),
  });
  assert.is(config.server("two").secrets.mask("Bearer tok-123456, tok-123456"), "***, ***");
  assert.is(config.server("old").reach.transport, "sse");
  const codes = ["broken", "One", "toString"].map((name) => {
    try {
      return config.server(name).name;
    } catch (error) {
      return (error as { code: string }).code;
    }
  });
  assert.equal(codes, ["ERR_CONFIG_INVALID", "ERR_SERVER_NOT_FOUND", "ERR_SERVER_NOT_FOUND"]);
  place.remove();
});

for (
  const [content, code, words] of [
    [undefined, "ERR_CONFIG_MISSING", /no .*\.mcp\.json/],
    ["{", "ERR_CONFIG_INVALID", /\.mcp\.json:1:2/],
    ["[]", "ERR_CONFIG_INVALID", /isn't an object/],
    ["{}", "ERR_CONFIG_INVALID", /no mcpServers/],
    ["\ufffe", "ERR_CONFIG_INVALID", /./],
  ] as const
) {
  test(`a configuration ${JSON.stringify(content)} is ${code}`, async () => {
    const place = makePlace();
    if (content !== undefined) writeFileSync(join(place.workspace, ".mcp.json"), content);
    try {
      await readConfig({ workspace: place.workspace, env: {} });
      assert.unreachable();
    } catch (error) {
      assert.is((error as { code: string }).code, code);
      assert.match((error as Error).message, words);
    }
    place.remove();
  });
}

test("another file than .mcp.json may be named", async () => {
  const place = makePlace();
  writeFileSync(join(place.workspace, "other.json"), '{"mcpServers":{"x":{"command":"no-such-program"}}}');
  const { Data } = await managerOf(place, { config: "other.json", catalog: null }).discover();
  assert.equal(Data.discovery!.servers.map((one) => [one.name, one.status]), [["x", "failed"]]);
  place.remove();
});

test("a client's own configuration is read where it's asked for by name", async () => {
  const place = makePlace();
  const write = (path: string, text: string) => {
    mkdirSync(join(place.home, path, ".."), { recursive: true });
    writeFileSync(join(place.home, path), text);
  };
  write(".codex/config.toml", '[mcp_servers.c]\ncommand = "node"\nargs = ["x"]\n');
  write(
    ".config/opencode/opencode.json",
    '{ // comment\n "mcp": { "o": { "type": "local", "command": ["node", "y"] } } }',
  );
  write(".gemini/settings.json", '{ "mcpServers": { "g": { "httpUrl": "http://127.0.0.1:1/mcp" } } }');
  write(".claude.json", '{ "mcpServers": { "k": { "type": "stdio", "command": "node" } } }');
  const env = { HOME: place.home, USERPROFILE: place.home };
  const names = await Promise.all(["codex", "opencode", "gemini", "claude-code"].map(async (from) => {
    const config = await readConfig({ workspace: place.workspace, env, from });
    return [config.names[0], config.server(config.names[0]).reach.transport];
  }));
  assert.equal(names, [["c", "stdio"], ["o", "stdio"], ["g", "http"], ["k", "stdio"]]);
  place.remove();
});

test("secrets are hidden in every form, the longest first, and ordinary words stay", () => {
  const secrets = new Secrets();
  secrets.addVariable("TOKEN", "s3cret/x y");
  secrets.addVariable("T2", "s3cret/x y and more");
  secrets.addVariable("HOME", "/home/someone");
  secrets.addVariable("PORT", "3000");
  assert.is(secrets.mask("s3cret/x y and more; s3cret%2Fx%20y; 3000; /home/someone"), "***; ***; 3000; /home/someone");
  assert.equal(secrets.maskJson({ "a s3cret/x y": ["s3cret/x y", 1, null] }), { "a ***": ["***", 1, null] });
});

for (
  const [schema, args, problems] of [
    [{ type: "object", required: ["a"] }, {}, 1],
    [{ type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } }, { a: "a".repeat(40) + "!" }, 0],
    [{ properties: { pattern: { type: "integer" } } }, { pattern: "x" }, 1],
    [{ additionalProperties: false, patternProperties: { "^x": {} } }, { xy: 1 }, 0],
    [{ additionalProperties: false, properties: {} }, { a: 1 }, 1],
    [{ not: { pattern: "x" } }, { a: 1 }, 0],
    [{ oneOf: [{ properties: { a: { format: "uri" } } }, { properties: { a: { format: "date" } } }] }, { a: "b" }, 0],
    [{ $schema: "http://json-schema.org/draft-07/schema#", type: "object", required: ["q"] }, {}, 1],
    [{ $ref: "https://evil.example/schema" }, { a: 1 }, 0],
    [{ properties: { a: { $ref: "#/$defs/n" } }, $defs: { n: { type: "number" } } }, { a: "x" }, 1],
  ] as const
) {
  test(`arguments ${JSON.stringify(args).slice(0, 40)} against ${JSON.stringify(schema)}`, () => {
    assert.is(checkArguments(schema as never, args as never).length, problems);
  });
}

for (
  const [request, field] of [
    [{ Request_Type: "discovr", Context: {}, contract_version: "2.0.0" }, "Request_Type"],
    [{ Request_Type: "execute", Context: { server: "a" }, contract_version: "2.0.0" }, "Context"],
    [{ Request_Type: "discover", Context: {}, contract_version: "3.0.0" }, "contract_version"],
    [{ Request_Type: "discover", Context: { server: 1 }, contract_version: "2.0.0" }, "Context.server"],
    ["x", "request"],
  ] as const
) {
  test(`the request ${JSON.stringify(request)} is refused for ${field}`, () => {
    assert.throws(() => readRequest(request), (error: { data: { field: string } }) => error.data.field === field);
  });
}

test("requests of contract 1.x mean the same", () => {
  assert.ok(readRequest({ Request_Type: "discover", Context: {}, contract_version: "1.2.0" }).older);
});

test("time-outs have maxima", () => {
  assert.is(readTimes({ call: 120_000 }).call, 120_000);
  for (const times of [{ call: 120_001 }, { connect: 15_001 }, { discovery: 0 }, { total: NaN }]) {
    assert.throws(() => readTimes(times), (error: { code: string }) => error.code === "ERR_REQUEST_INVALID");
  }
});

test("on Windows scripts are started through cmd, programs by themselves", () => {
  assert.equal(windowsCommand("C:\\n\\node.exe", ["a b"], {}).args, ["a b"]);
  assert.equal(windowsCommand("npx", ['a "b"&c'], { ComSpec: "C:\\cmd.exe" }), {
    command: "C:\\cmd.exe",
    args: ["/d", "/s", "/c", '"npx ^^^"a^^^ ^^^\\^^^"b^^^\\^^^"^^^&c^^^""'.replaceAll("^^^\\", "\\")],
    verbatim: true,
  });
});

test.run();
