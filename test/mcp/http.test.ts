import { mkdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { connectOver, serveOver, type Serving } from "./http_client.ts";
import { makePlace, type Place } from "./connect.ts";

const SKILL = { ".agents/skills/sort-faults": "examples/sort-faults" };

/** What one bare request comes to; `fetch` can't send another Host. */
function send(
  server: Serving,
  more: { headers?: Record<string, string>; path?: string; method?: string; body?: string | Uint8Array } = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(server.url);
  const body = more.body ?? JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(server.token === undefined ? {} : { authorization: `Bearer ${server.token}` }),
    ...more.headers,
  };
  return new Promise((resolve, reject) => {
    const call = request(
      { hostname, port, path: more.path ?? "/mcp", method: more.method ?? "POST", headers },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => text += chunk);
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", reject);
      },
    );
    // A server that has refused a body may hang up while it's still being sent.
    call.on(
      "error",
      (error: NodeJS.ErrnoException) =>
        error.code === "EPIPE" || error.code === "ECONNRESET" ? resolve({ status: 413, text: "" }) : reject(error),
    );
    call.end(more.method === "GET" ? undefined : body);
  });
}

/** A server in a place, both cleared away. */
async function during(more: string[], run: (server: Serving, place: Place) => Promise<void>): Promise<void> {
  const place = makePlace(SKILL);
  try {
    const server = await serveOver(place, more.map((arg) => arg.replace("{workspace}", place.workspace)));
    try {
      await run(server, place);
    } finally {
      await server.stop();
    }
  } finally {
    place.remove();
  }
}

test("several clients of both eras walk their sessions at once", () =>
  during(["--root", "{workspace}"], async (server, place) => {
    const walk = async (mode: "legacy" | "auto", folder: string) => {
      const workspace_dir = join(place.workspace, folder);
      mkdirSync(workspace_dir);
      const { client, call } = await connectOver(server, mode);
      assert.is(client.getProtocolEra(), mode === "auto" ? "modern" : "legacy");
      const skill_name = join(place.workspace, ".agents/skills/sort-faults");
      const started = await call("start_workflow", { skill_name, workspace_dir });
      assert.not.ok(started.isError, started.text);
      const session_id = started.envelope.session_id;
      const mend = await call("next_step", { session_id, step_output: "judged", variables: { reproduced: true } });
      assert.is(mend.envelope.step?.id, "mend", mend.text);
      // No connection is remembered: a call that names no session means the only live one of its workspace.
      const report = await call("next_step", { workspace_dir, step_output: "mended" });
      assert.is(report.envelope.step?.id, "report", report.text);
      const last = await call("next_step", { session_id, step_output: "reported" });
      assert.is(last.envelope.status, "completed");
      await client.close();
      return session_id;
    };
    const ids = await Promise.all([walk("legacy", "a"), walk("auto", "b"), walk("auto", "c")]);
    assert.is(new Set(ids).size, 3);
  }));

test("a stranger is refused before anything is read", () =>
  during([], async (server) => {
    const table: [string, Parameters<typeof send>[1], number][] = [
      ["as it should be", {}, 200],
      ["no token", { headers: { authorization: "" } }, 401],
      ["a wrong token", { headers: { authorization: "Bearer x" } }, 401],
      ["another scheme", { headers: { authorization: `Basic ${server.token}` } }, 401],
      ["more than the token", { headers: { authorization: `Bearer ${server.token} x` } }, 401],
      ["a rebound host", { headers: { host: "evil.example" } }, 403],
      ["a foreign page", { headers: { origin: "https://evil.example" } }, 403],
      ["a local page", { headers: { origin: "http://localhost:3000" } }, 200],
      ["another path", { path: "/" }, 404],
      ["the old stream", { method: "GET" }, 405],
      ["another type", { headers: { "content-type": "text/plain" } }, 415],
      ["no JSON", { body: "{" }, 400],
      ["a body over 4 MiB", { body: new Uint8Array(4 * 1024 * 1024 + 1).fill(32) }, 413],
      ["and still there", {}, 200],
    ];
    for (const [name, what, status] of table) assert.is((await send(server, what)).status, status, name);
  }));

test("the token is the user's own: private, and the same at the next start", () =>
  during([], async (server, place) => {
    const file = join(place.home, ".local/state/skill-workflow/http-token");
    assert.is(readFileSync(file, "utf8").trim(), server.token);
    if (process.platform !== "win32") assert.is(statSync(file).mode & 0o777, 0o600);
    const second = await serveOver(place);
    assert.is(second.token, server.token);
    assert.is.not(second.url, server.url);
    await second.stop();
    const open = await serveOver(place, ["--no-token"]);
    assert.is(open.token, undefined);
    assert.is((await send(open)).status, 200);
    await open.stop();
  }));

test("calls stay in the roots: their workspaces, their sessions, their skills", async () => {
  const [inside, outside] = [makePlace(SKILL), makePlace(SKILL)];
  symlinkSync(outside.workspace, join(inside.workspace, "way-out"));
  // One user: both servers share the index of sessions.
  const shared = { ...outside, home: inside.home };
  const [bounded, free] = [await serveOver(inside), await serveOver(shared)];
  try {
    const other = await connectOver(free, "auto");
    const theirs = await other.call("start_workflow", { skill_name: "sort-faults", workspace_dir: outside.workspace });
    assert.not.ok(theirs.isError, theirs.text);
    const session_id = theirs.envelope.session_id;
    const { client, call } = await connectOver(bounded, "auto");
    const workspace_dir = inside.workspace;
    const refused: [string, Record<string, unknown>, RegExp][] = [
      ["start_workflow", { skill_name: "sort-faults", workspace_dir: outside.workspace }, /outside the folders/],
      [
        "start_workflow",
        { skill_name: "sort-faults", workspace_dir: join(inside.workspace, "way-out") },
        /outside the folders/,
      ],
      [
        "start_workflow",
        { skill_name: join(outside.workspace, ".agents/skills/sort-faults"), workspace_dir },
        /outside the folders/,
      ],
      [
        "start_workflow",
        { skill_name: "way-out/.agents/skills/sort-faults", workspace_dir },
        /outside the folders|leads out/,
      ],
      ["read_skill", { name: join(outside.workspace, ".agents/skills/sort-faults") }, /outside the folders/],
      ["read_skill", { name: "~/x" }, /outside the folders/],
      ["next_step", { session_id, step_output: "x" }, /no session .* in the folders/],
      ["current_step", { session_id: session_id.slice(0, 8) }, /no session .* in the folders/],
      ["end_workflow", { session_id, status: "aborted" }, /no session .* in the folders/],
    ];
    for (const [name, args, message] of refused) {
      const reply = await call(name, args);
      assert.ok(reply.isError, `${name} ${JSON.stringify(args)}: ${reply.text}`);
      assert.match(reply.text, message);
      assert.not.match(reply.text, "try to reproduce the fault");
    }
    const mine = await call("start_workflow", { skill_name: "sort-faults", workspace_dir });
    assert.is((await call("current_step", { session_id: mine.envelope.session_id })).envelope.step?.id, "judge");
    assert.is((await other.call("current_step", { session_id })).envelope.turn, 0);
    await Promise.all([client.close(), other.client.close()]);
  } finally {
    await Promise.all([bounded.stop(), free.stop()]);
    inside.remove();
    outside.remove();
  }
});

test("it ends on SIGTERM while a client listens, and says what is wrong with a port or a root", async () => {
  const place = makePlace(SKILL);
  const server = await serveOver(place);
  try {
    const { client } = await connectOver(server, "auto");
    const began = Date.now();
    const code = await server.stop();
    if (process.platform !== "win32") assert.is(code, 0, server.stderr());
    assert.ok(Date.now() - began < 5_000);
    await client.close().catch(() => {});
    const second = await serveOver(place);
    const { port } = new URL(second.url);
    const failing: [string[], RegExp][] = [
      [["--port", port], new RegExp(`Port ${port} is in use: choose another with --port`)],
      [["--port", "x"], /--port wants a number/],
      [["--root", "none"], /The root "none" doesn't exist/],
      [["--root", place.home], /is outside the folders/],
    ];
    for (const [more, message] of failing) {
      let said = "";
      await serveOver(place, more).catch((error) => said = error.message);
      assert.match(said, message);
    }
    await second.stop();
  } finally {
    await server.stop();
    place.remove();
  }
});

test.run();
