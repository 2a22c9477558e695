import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Execution, ManageSettings } from "../../mcp/manage/mod.ts";
import { shortenResult } from "../../mcp/manage/shorten_result.ts";
import { fixture, managerOf, placeWith, run } from "./place.ts";

async function call(
  tool: string,
  args: Record<string, unknown> = {},
  more: { env?: Record<string, string>; settings?: Partial<ManageSettings>; saveImages?: boolean } = {},
): Promise<Execution & { lines: string[]; calls: string; saved: string }> {
  const place = placeWith({ fix: fixture({ ...more.env, CALL_LOG: "calls.txt" }) });
  const lines: string[] = [];
  const { Data } = await managerOf(place, { onLine: (_, line) => lines.push(line), ...more.settings }).execute({
    server: "fix",
    tool,
    args: args as never,
    ...(more.saveImages ? { saveImages: join(place.workspace, "pictures") } : {}),
  });
  const log = join(place.workspace, "calls.txt");
  const execution = Data.execution!;
  const path = execution.result?.content[0]?.path;
  const saved = typeof path === "string" ? readFileSync(path).toString("base64") : "";
  const calls = existsSync(log) ? readFileSync(log, "utf8") : "";
  place.remove();
  return { ...execution, lines, calls, saved };
}

test("text, structured content and trace context get through", async () => {
  const { success, result, method_used } = await call("echo", { text: "hi" });
  assert.ok(success);
  assert.is(method_used, "direct-cli");
  assert.is(result!.content[0].text, 'echo {"text":"hi"}');
  const { args, traced } = result!.structuredContent as { args: object; traced: string };
  assert.equal(args, { text: "hi" });
  assert.match(traced, /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
});

for (
  const [args, words] of [[{ times: 0 }, /times/], [{ text: 1 }, /text/], [{ txt: "a" }, /txt/]] as const
) {
  test(`arguments ${JSON.stringify(args)} are refused before they're sent`, async () => {
    const { error, calls } = await call("echo", args);
    assert.is(error!.code, "ERR_REQUEST_INVALID");
    assert.match(error!.message, words);
    assert.is(calls, "");
  });
}

test("a stranger's pattern isn't run here", async () => {
  const began = performance.now();
  assert.ok((await call("echo", { text: `${"a".repeat(60)}!` })).success);
  assert.ok(performance.now() - began < 10_000);
});

test("progress keeps a call alive, but not past its total", async () => {
  const kept = await call("progress", { beats: 6 }, { settings: { times: { call: 700, total: 20_000 } } });
  assert.is(kept.result?.content[0].text, "after all");
  assert.ok(kept.lines.includes("3"));
  const endless = await call("progress", { beats: 1e6 }, { settings: { times: { call: 700, total: 3_000 } } });
  assert.is(endless.error!.code, "ERR_SERVER_TIMEOUT");
});

test("images are saved where it's asked for", async () => {
  const { result, saved } = await call("image", {}, { saveImages: true });
  assert.equal(Object.keys(result!.content[0]), ["type", "mimeType", "path", "bytes"]);
  assert.is(saved, "iVBORw0KGgo=");
  assert.is((await call("image")).result!.content[0].data, "iVBORw0KGgo=");
});

test("a large result is cut with a note, its small structured part kept", async () => {
  const { result } = await call("big");
  assert.ok(JSON.stringify(result).length < 1_000_000);
  assert.match(result!.notes![0], /had 4\d{6} bytes: cut to 1000000/);
  assert.equal(result!.structuredContent, { kept: true });
  assert.match(String(result!.content[0].text), /^é+$/);
});

test("a cut result stays within its bound, whatever it's made of", () => {
  for (const text of ["a", "é", "\u0001", "𝄞", '"']) {
    const long = { content: [{ type: "text", text: text.repeat(5_000) }, { type: "image", data: "x".repeat(5_000) }] };
    const cut = shortenResult({ ...long, structuredContent: { long: "y".repeat(5_000) } } as never, 2_000);
    assert.ok(new TextEncoder().encode(JSON.stringify(cut)).length <= 2_000, text);
    assert.ok(cut.notes!.length >= 2);
  }
});

for (
  const [tool, code, words] of [
    ["broken", "ERR_RESPONSE_PARSE", /can't be read/],
    ["refuse", "ERR_SERVER_FAILED", /was refused: .*\*\*\*/],
    ["die", "ERR_SERVER_FAILED", /didn't answer/],
    ["silent", "ERR_SERVER_TIMEOUT", /isn't known/],
  ] as const
) {
  test(`the tool ${tool} ends as ${code}`, async () => {
    const { error, success, result, calls } = await call(tool, {}, {
      env: { SECRET_TOKEN: "hush-hush-123" },
      settings: { times: { call: 1_500 } },
    });
    assert.not(success);
    assert.is(result, null);
    assert.is(error!.code, code);
    assert.match(error!.message, words);
    assert.not.match(JSON.stringify(error), "hush-hush");
    assert.is(calls, `${tool}\n`);
  });
}

test("a server that doesn't start is told with what it wrote, secrets hidden, and all methods that were tried", async () => {
  const { error, attempts } = await call("echo", {}, {
    env: { EXIT: "1", COMPLAINT: "log in at https://x.example?token=hush-hush-123", SECRET_TOKEN: "hush-hush-123" },
  });
  assert.is(error!.code, "ERR_ALL_METHODS_FAILED");
  assert.match(error!.message, /log in at https:\/\/x\.example\?token=\*\*\*/);
  assert.equal(attempts.map((one) => [one.method, one.skipped]), [
    ["direct-cli", false],
    ["gemini-cli", true],
    ["subagent", true],
  ]);
  assert.is(attempts[0].code, "ERR_SERVER_FAILED");
});

test("a server that says nothing is a time-out of the connection", async () => {
  const { attempts } = await call("echo", {}, { env: { MUTE: "1" }, settings: { times: { connect: 1_500 } } });
  assert.is(attempts[0].code, "ERR_SERVER_TIMEOUT");
});

test("lines on stdout that are no messages do no harm", async () => {
  assert.ok((await call("echo", {}, { env: { GREETING: 'Welcome!\n{"half": true}' } })).success);
});

test("a server gets what it's given, and of ours only the short list", async () => {
  const place = placeWith({ fix: fixture({ GIVEN: "${MINE:-none}" }) });
  const env = { PATH: process.env.PATH, HOME: place.home, AWS_SECRET: "x", MINE: "yes", https_proxy: "http://p" };
  const { Data } = await managerOf(place, { env }).execute({ server: "fix", tool: "env" });
  const got = JSON.parse(String(Data.execution!.result!.content[0].text));
  assert.is(got.GIVEN, "yes");
  assert.is(got.https_proxy, "http://p");
  assert.equal([got.AWS_SECRET, got.MINE, got.CLAUDECODE], [undefined, undefined, undefined]);
  place.remove();
});

test("calls of one server wait for each other, those of two don't", async () => {
  const place = placeWith({ a: fixture(), b: fixture() });
  const manager = managerOf(place);
  const began = performance.now();
  const slow = (server: string) => manager.execute({ server, tool: "progress", args: { beats: 5 } });
  const [a1, a2, b] = await Promise.all([slow("a"), slow("a"), slow("b")]);
  assert.ok(a1.Error === null && a2.Error === null && b.Error === null);
  assert.ok(performance.now() - began >= 2_000);
  place.remove();
});

test("the command line takes arguments as JSON, from a file, from stdin and as name=value", async () => {
  const place = placeWith({ fix: fixture() });
  writeFileSync(join(place.workspace, "args.json"), '{"text":"file"}');
  const ways: [string[], string | undefined, Record<string, unknown>][] = [
    [["--args", '{"text":"json","times":2}'], undefined, { text: "json", times: 2 }],
    [["--args", "@args.json"], undefined, { text: "file" }],
    [["--args", "-"], '{"text":"stdin"}', { text: "stdin" }],
    [["text=12", "times=12"], undefined, { text: "12", times: 12 }],
  ];
  for (const [words, input, wanted] of ways) {
    const { stdout, code } = await run(place, ["mcp", "execute", "fix", "echo", ...words, "--json"], {
      ...(input === undefined ? {} : { input }),
    });
    assert.is(code, 0, stdout);
    assert.equal((JSON.parse(stdout).result.structuredContent as { args: object }).args, wanted);
  }
  for (const words of [["--args", "[1]"], ["--args", "{"], ["text"], ["a=1", "a=2"], ["--args", "{}", "a=1"]]) {
    const { stdout, code } = await run(place, ["mcp", "execute", "fix", "echo", ...words, "--json"]);
    assert.is(code, 2);
    assert.is(JSON.parse(stdout).error.code, "UsageError");
  }
  const plain = await run(place, ["mcp", "execute", "fix", "echo", "text=hi"]);
  assert.match(plain.stdout, /^echo \{"text":"hi"\}\n/);
  assert.is(plain.stderr, "");
  place.remove();
});

test.run();
