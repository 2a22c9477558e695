import { linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { writeAnswer } from "../../lib/host/dispatch/request_file.ts";
import { openFileDoor } from "../../lib/host/dispatch/file_door.ts";
import type { EngineApi } from "../../lib/host/engine/mod.ts";
import { machineProcesses, writeIdentity } from "../../lib/host/store/process_identity.ts";
import { connect, makePlace } from "../mcp/connect.ts";
import { posix } from "../host/processes.ts";
import { scratch } from "../host/scratch.ts";
import { answerOf, engineIn, request } from "./doors.ts";

/** A door whose engine counts what it's asked. */
function counting(folder: string, hold: Promise<void> = Promise.resolve()) {
  const asked: string[] = [];
  const engine = {
    loadSkill: async (name: string) => {
      asked.push(name);
      await hold;
      throw new Error("none here");
    },
  } as unknown as EngineApi;
  return { asked, door: openFileDoor({ folder, workspace: folder, engine, interval: 60_000 }) };
}

const names = (folder: string) => readdirSync(folder).sort();

test("a request is answered once, also by two doors at once and after a restart", async () => {
  const folder = scratch();
  request(folder, "one", { action: "read_skill", name: "one" });
  const [a, b] = [counting(folder), counting(folder)];
  await Promise.all([a.door.look(), a.door.look(), b.door.look()]);
  await a.door.look();
  await a.door.close();
  await b.door.close();
  const again = counting(folder);
  await again.door.look();
  await again.door.close();
  assert.equal([...a.asked, ...b.asked, ...again.asked], ["one"]);
  assert.equal(names(folder), ["one.json", "one.json.response.json"]);
  const answer = answerOf(folder, "one")!;
  assert.equal(Object.keys(answer).sort(), ["action", "detail", "door", "error", "ok", "reply"]);
  assert.equal([answer.ok, answer.action, answer.door], [false, "read_skill", "file"]);
});

const malformed: [string, string, RegExp][] = [
  ["half a file", '{"action": "read_sk', /isn't a JSON object/],
  ["a list", "[1]", /isn't a JSON object/],
  ["an empty file", "", /isn't a JSON object/],
  ["no action", "{}", /Unknown action null: there are start_workflow/],
  ["a misspelt action", '{"action":"nextstep"}', /Unknown action "nextstep": did you mean "next_step"\?/],
  ["a person's command", '{"action":"approve","choice":"yes"}', /Unknown action "approve"/],
  ["trust", '{"action":"trust"}', /Unknown action "trust"/],
  ["off", '{"action":"off"}', /Unknown action "off"/],
  ["an inherited name", '{"action":"__proto__"}', /Unknown action "__proto__"/],
  [
    "an unknown argument",
    '{"action":"read_skill","name":"a","nmae":"b"}',
    /The argument "nmae" of read_skill is wrong/,
  ],
  ["a wrong type", '{"action":"read_skill","name":7}', /The argument "name" of read_skill is wrong/],
  ["no such workspace", '{"action":"read_skill","name":"a","workspace_dir":"x"}', /isn't absolute/],
];
test("what isn't a request is answered with an error, and does nothing", async () => {
  const folder = scratch();
  const { asked, door } = counting(folder);
  malformed.forEach(([, text], i) => request(folder, `r${i}`, text));
  await door.look();
  await door.look();
  await door.close();
  for (const [i, [what, , expected]] of malformed.entries()) {
    const answer = answerOf(folder, `r${i}`);
    assert.is(answer?.ok, false, what);
    assert.match(answer!.reply as string, expected, what);
  }
  assert.equal(asked, []);
});

test("a request that is still being written is waited for", async () => {
  const folder = scratch();
  const { asked, door } = counting(folder);
  const file = join(folder, "slow.json");
  writeFileSync(file, '{"action":"read_');
  await door.look();
  writeFileSync(file, '{"action":"read_skill",');
  await door.look();
  assert.is(answerOf(folder, "slow"), undefined);
  writeFileSync(file, '{"action":"read_skill","name":"slow"}');
  await door.look();
  await door.close();
  assert.equal(asked, ["slow"]);
});

test("links, answers, folders, hidden and oversized files are never requests", async () => {
  const folder = scratch();
  const outside = scratch({ "secret.json": '{"action":"read_skill","name":"secret"}' });
  if (posix) symlinkSync(join(outside, "secret.json"), join(folder, "link.json"));
  linkSync(join(outside, "secret.json"), join(folder, "hard.json"));
  mkdirSync(join(folder, "folder.json"));
  const text = '{"action":"read_skill","name":"a"}';
  for (const name of [".hidden.json", "a.response.json", "a.txt", "a.json.response.json"]) {
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, "large.json"), `${text}${" ".repeat(1_048_576)}`);
  const before = names(folder);
  const { asked, door } = counting(folder);
  await door.look();
  await door.look();
  await door.close();
  assert.equal(asked, []);
  assert.equal(names(folder), before);
});

test("a request left behind by a process that is gone isn't done twice; a living one's is left to it", async () => {
  const folder = scratch();
  const { self } = machineProcesses();
  const claim = (name: string, pid: number, started: string | null) => {
    request(folder, name, { action: "read_skill", name });
    const owner = writeIdentity({ ...self, host: hostname(), pid, started });
    writeFileSync(join(folder, `.${name}.json.claim`), JSON.stringify(owner));
  };
  claim("gone", 2 ** 22 + 1, "0");
  claim("living", self.pid, self.started);
  const { asked, door } = counting(folder);
  await door.look();
  await door.close();
  assert.equal(asked, []);
  assert.match(answerOf(folder, "gone")!.reply as string, "whether it was done isn't known");
  assert.is(answerOf(folder, "living"), undefined);
  assert.ok(!names(folder).includes(".gone.json.claim"));
});

test("closing waits for what was taken, and takes no more", async () => {
  const folder = scratch();
  let go = () => {};
  const { asked, door } = counting(folder, new Promise((resolve) => go = resolve));
  request(folder, "one", { action: "read_skill", name: "one" });
  const looking = door.look();
  const closing = door.close();
  request(folder, "two", { action: "read_skill", name: "two" });
  go();
  await Promise.all([looking, closing, door.look()]);
  assert.equal(asked, ["one"]);
  assert.ok(answerOf(folder, "one"));
  assert.is(answerOf(folder, "two"), undefined);
});

test("it polls by itself", async () => {
  const place = makePlace({ ".agents/skills/work-cycle": "examples/work-cycle" });
  const engine = engineIn(place);
  const folder = join(place.workspace, "..", "requests");
  const door = openFileDoor({ folder, workspace: place.workspace, engine, interval: 10 });
  try {
    request(folder, "start", { action: "start_workflow", skill_name: "work-cycle", workspace_dir: place.workspace });
    for (let i = 0; i < 500 && !answerOf(folder, "start"); i++) await new Promise((done) => setTimeout(done, 20));
    assert.is(answerOf(folder, "start")?.ok, true);
  } finally {
    await door.close();
    engine.close();
    place.remove();
  }
});

test("serve --requests takes requests beside MCP, and goes on after a restart", async () => {
  const place = makePlace({ ".agents/skills/work-cycle": "examples/work-cycle" });
  const folder = join(place.workspace, "requests");
  try {
    let session: string | undefined;
    for (const name of ["start", "next"]) {
      const server = await connect(place, "legacy", ["--requests", "requests"]);
      request(
        folder,
        name,
        session === undefined
          ? { action: "start_workflow", skill_name: "work-cycle", workspace_dir: place.workspace }
          : { action: "next_step", session_id: session, step_output: "done" },
      );
      for (let i = 0; i < 500 && !answerOf(folder, name); i++) await new Promise((done) => setTimeout(done, 20));
      const { ok, detail } = answerOf(folder, name) as { ok: boolean; detail: { envelope: { session_id: string } } };
      assert.ok(ok, JSON.stringify(answerOf(folder, name)));
      session = detail.envelope.session_id;
      assert.is((await server.call("current_step")).envelope.session_id, session);
      await server.close();
    }
  } finally {
    place.remove();
  }
});

test("an answer is written whole and once also where there are no hard links, as on some network drives", () => {
  const folder = scratch();
  const none = () => {
    throw Object.assign(new Error("not supported"), { code: "ENOTSUP" });
  };
  writeAnswer(folder, "one.json", '{"ok":true}', none);
  writeAnswer(folder, "one.json", '{"ok":false}', none);
  assert.equal(answerOf(folder, "one"), { ok: true });
  assert.equal(names(folder), ["one.json.response.json"]);
});

test("a folder that isn't one of ours is refused", () => {
  const outside = scratch({ file: "" });
  assert.throws(() => counting(join(outside, "file")), /Requests can't be taken from/);
  if (!posix) return;
  symlinkSync(outside, join(outside, "link"));
  assert.throws(() => counting(join(outside, "link")), /it isn't a folder/);
});

test.run();
