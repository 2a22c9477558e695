import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Catalog, type CatalogEntry, readCatalog } from "../../mcp/manage/catalog.ts";
import { fitCatalog } from "../../mcp/manage/fit_catalog.ts";
import { program } from "../mcp/connect.ts";
import { olderStream, streamable } from "./http_servers.ts";
import { fixture, managerOf, placeWith, run } from "./place.ts";

test("everything of every server is found at once, and kept", async () => {
  const place = placeWith({ a: fixture(), b: fixture({ TOOLS: "2" }) });
  const { Data, Status } = await managerOf(place).discover();
  assert.is(Status, "success");
  const [a, b] = Data.discovery!.servers;
  assert.equal([a.name, b.name, b.tools.length - a.tools.length], ["a", "b", 2]);
  assert.equal(a.prompts[0], { name: "greet", description: "Says hello.", arguments: [{ name: "who" }] });
  assert.equal([a.resources[0].uri, a.resource_templates[0].uriTemplate], ["file:///a", "file:///{x}"]);
  assert.equal(Object.keys(readCatalog(Data.discovery!.catalog_path!).servers), ["a", "b"]);
  assert.is(Data.discovery!.catalog_path, join(place.workspace, "assets", "tools.json"));
  place.remove();
});

test("a server that fails keeps what was known, marked as stale, and erases nothing", async () => {
  const place = placeWith({ a: fixture({ EXIT: "${BREAK:-}" }), b: fixture(), never: { command: "no-such-program" } });
  await managerOf(place).discover();
  const env = { BREAK: "1", PATH: process.env.PATH, HOME: place.home };
  const { Data, Status, Error } = await managerOf(place, { env }).discover();
  assert.is(Status, "partial");
  assert.is(Error, null);
  assert.equal(Data.discovery!.servers.map((one) => [one.name, one.status, one.tools.length > 0]), [
    ["a", "stale", true],
    ["b", "ok", true],
    ["never", "failed", false],
  ]);
  const catalog = readCatalog(join(place.workspace, "assets/tools.json"));
  assert.ok(catalog.servers.a.stale);
  assert.is(catalog.servers.a.failure!.code, "ERR_SERVER_FAILED");
  assert.match(catalog.failures.never.failure.message, "no-such-program");
  // Changed in the configuration: what was known was of another server.
  writeFileSync(join(place.workspace, ".mcp.json"), JSON.stringify({ mcpServers: { a: fixture({ EXIT: "1" }) } }));
  const [changed] = (await managerOf(place).discover()).Data.discovery!.servers;
  assert.equal([changed.status, changed.tools], ["failed", []]);
  place.remove();
});

test("concurrent writers lose nothing of each other", async () => {
  const names = Array.from({ length: 6 }, (_, i) => `s${i}`);
  const place = placeWith(Object.fromEntries(names.map((name) => [name, fixture()])));
  const runs = await Promise.all(names.map((name) => run(place, ["mcp", "list-tools", name, "--json"])));
  assert.equal(runs.map((one) => one.code), names.map(() => 0));
  const file = join(place.workspace, "assets/tools.json");
  assert.equal(Object.keys((JSON.parse(readFileSync(file, "utf8")) as Catalog).servers), names);
  assert.not(existsSync(`${file}.lock`));
  place.remove();
});

test("secrets don't reach the catalog", async () => {
  const place = placeWith({
    a: { ...fixture({ LONG: "5", API_KEY: "xxxxxx-1" }), args: [fixture().args[0], "${TOKEN}"] },
  });
  const env = { TOKEN: "echo-Gives-back", PATH: process.env.PATH, HOME: place.home };
  await managerOf(place, { env }).discover();
  assert.not.match(readFileSync(join(place.workspace, "assets/tools.json"), "utf8"), /xxxxxx-1|echo-Gives/);
  place.remove();
});

test("a hundred servers with long lists stay under a megabyte, and small ones stay whole", () => {
  const tool = (i: number) => ({
    name: `tool_${i}`,
    description: "d".repeat(2_000),
    input_schema: { type: "object", properties: { p: { type: "string", description: "x".repeat(500) } } },
  });
  const entry = (tools: number): CatalogEntry => ({
    config_digest: "0".repeat(64),
    era: "legacy",
    era_probed: false,
    server: null,
    discovered_at: "2026-01-01T00:00:00.000Z",
    ttl_ms: 0,
    stale: false,
    failure: null,
    tools: Array.from({ length: tools }, (_, i) => tool(i)),
    prompts: [],
    resources: [],
    resource_templates: [],
  });
  const servers: Catalog["servers"] = {};
  for (let i = 0; i < 100; i++) servers[`server_${i}`] = entry(i === 0 ? 5_000 : i % 2 ? 2 : 40);
  const cut = fitCatalog({ format: 1, contract_version: "2.0.0", config: "", updated_at: "", servers, failures: {} });
  assert.ok(JSON.stringify(cut).length < 1_000_000);
  assert.is(cut.servers.server_1, servers.server_1);
  assert.is(cut.servers.server_2.tools.length, 40);
  assert.ok(cut.servers.server_2.cut!.includes("descriptions"));
  assert.ok(cut.servers.server_0.cut!.includes("lists"));
  assert.equal(Object.keys(cut.servers), Object.keys(servers));
});

test("streamable HTTP, with a token from the environment; without it the message says what is missing", async () => {
  const server = await streamable("tok-123456");
  const place = placeWith({ h: { type: "http", url: server.url, headers: { Authorization: "Bearer ${T:-none}" } } });
  const env = { T: "tok-123456", HOME: place.home };
  for (const era of ["legacy", "modern", "auto"] as const) {
    const { Data } = await managerOf(place, { env, era }).execute({ server: "h", tool: "add", args: { a: 2, b: 3 } });
    assert.is(Data.execution!.result?.content[0].text, "5", JSON.stringify(Data.execution));
  }
  const { Data } = await managerOf(place, { order: ["direct-cli"] }).execute({ server: "h", tool: "add" });
  assert.match(Data.execution!.error!.message, /wants a login \(HTTP 401\)/);
  server.close();
  place.remove();
});

test("the older stream of events, named or found out", async () => {
  const server = await olderStream();
  const place = placeWith({ named: { type: "sse", url: server.url }, found: { url: server.url } });
  for (const name of ["named", "found"]) {
    const { Data } = await managerOf(place).execute({ server: name, tool: "old" });
    assert.is(Data.execution!.result?.content[0].text, "as ever", JSON.stringify(Data.execution));
  }
  server.close();
  place.remove();
});

test("what auto has found out is remembered, and the newer era's word on freshness is kept to", async () => {
  const log = { MESSAGE_LOG: "messages.txt" };
  const place = placeWith({ old: fixture(log), strict: fixture({ ...log, STRICT: "1" }) });
  const ours = program(place, ["serve"]);
  writeFileSync(
    join(place.workspace, ".mcp.json"),
    JSON.stringify({ mcpServers: { old: fixture(log), strict: fixture({ ...log, STRICT: "1" }), ours } }),
  );
  const times = { connect: 15_000, discovery: 30_000 };
  const { Data } = await managerOf(place, { era: "auto", times }).discover();
  assert.equal(Data.discovery!.servers.map((one) => [one.name, one.status, one.era]), [
    ["old", "ok", "legacy"],
    ["ours", "ok", "modern"],
    ["strict", "ok", "legacy"],
  ]);
  const file = join(place.workspace, "assets/tools.json");
  const catalog = readCatalog(file);
  assert.ok(catalog.servers.ours.discover !== undefined);
  // Without a wish of the caller's the era that was found out is used, and nothing is probed again.
  const messages = join(place.workspace, "messages.txt");
  const before = readFileSync(messages, "utf8").split("server/discover").length;
  for (const server of ["old", "strict"]) {
    assert.is((await managerOf(place).execute({ server, tool: "note" })).Error, null);
  }
  assert.is(readFileSync(messages, "utf8").split("server/discover").length, before);
  const { Error } = await managerOf(place, { times }).execute({ server: "ours", tool: "no_such" });
  assert.is(Error!.Code, "ERR_TOOL_NOT_FOUND");
  // A server that says how long its lists are good isn't asked before.
  catalog.servers.ours.ttl_ms = 3_600_000;
  writeFileSync(file, JSON.stringify(catalog));
  const only = { servers: ["ours"] };
  assert.is((await managerOf(place, { times }).discover(only)).Data.discovery!.servers[0].status, "cached");
  assert.is(
    (await managerOf(place, { times }).discover({ ...only, refresh: true })).Data.discovery!.servers[0].status,
    "ok",
  );
  place.remove();
});

test("a broken catalog is made anew, and isn't readable by others", async () => {
  const place = placeWith({ a: fixture() });
  const file = join(place.workspace, "tools.json");
  writeFileSync(file, '{"format":1,"servers":{"a":{"tools":7}}');
  await managerOf(place, { catalog: "tools.json" }).discover();
  assert.ok(readCatalog(file).servers.a.tools.length > 0);
  if (process.platform !== "win32") assert.is(statSync(file).mode & 0o077, 0);
  place.remove();
});

test("the contract's requests are answered, also the wrong ones", async () => {
  const place = placeWith({ a: fixture() });
  const manager = managerOf(place);
  const ask = (Request_Type: string, Context: object = {}, contract_version = "2.0.0") =>
    manager.handle({ Request_Type, Context, contract_version } as never);
  assert.is((await ask("list-prompts", { server: "a" })).Data.discovery!.servers[0].prompts.length, 1);
  const { Data } = await ask("execute", { server: "a", tool: "echo", args: { text: "x" } }, "1.0.0");
  assert.ok(Data.execution!.success);
  assert.ok(Data.metadata.backward_compatibility);
  assert.equal((await ask("list-resources", { server: "b" })).Error, {
    Code: "ERR_SERVER_NOT_FOUND",
    Message: `There is no server "b" in ${join(place.workspace, ".mcp.json")}: there are a`,
    Request_Type: "list-resources",
    Recoverable: true,
  });
  assert.is((await ask("destroy")).Error!.Code, "ERR_REQUEST_INVALID");
  place.remove();
});

test.run();
