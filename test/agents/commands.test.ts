import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { agentJournal } from "../../lib/host/agent/agent_journal.ts";
import { Agents } from "../../lib/host/agent/agents.ts";
import type { LiveAgents } from "../../lib/host/agent/live_port.ts";
import { makeAgents } from "../../lib/host/agent/make_agents.ts";
import { readContext } from "../../lib/host/agent/update_context.ts";
import { readCommand } from "../../lib/host/dispatch/command.ts";
import { dispatch } from "../../lib/host/dispatch/dispatch.ts";
import type { Dispatched } from "../../lib/host/dispatch/outcome.ts";
import { findSkills } from "../../lib/host/find_skills.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import type { JsonObject } from "../../lib/json.ts";
import { askLimit } from "../../mcp/tools/ask_limit.ts";
import { makePlace, type Place } from "../mcp/connect.ts";
import { put } from "../host/scratch.ts";
import { engineIn } from "./doors.ts";

const FILES = {
  ".agents/skills/tone/SKILL.md": "---\nname: tone\ndescription: How we write.\n---\nPlainly.\n",
  ".claude/agents/writer.md": "---\ndescription: Writes\nskills: [tone, tune]\n---\nYou write.\n",
  "skill-workflow.yaml": "agents:\n  tester:\n    description: Tests\n    profile: gemini\n",
};

function open(): { place: Place; state: string; send(action: string, args?: JsonObject): Promise<Dispatched> } {
  const place = makePlace();
  put(place.workspace, FILES);
  const env = { HOME: place.home, USERPROFILE: place.home, PATH: "" };
  const dirs = userDirs({ env, home: place.home });
  const engine = engineIn(place);
  const agents = makeAgents({ dirs, env, engine });
  const send = async (action: string, args: JsonObject = {}) =>
    await dispatch(readCommand(action, args), { door: "library", workspace: place.workspace }, { engine, agents });
  return { place, state: dirs.state, send };
}

test("list_agents gives name, description, state, profile and capabilities, and nothing that stands for a file", async () => {
  const { place, send } = open();
  const { detail, reply } = await send("list_agents");
  const { agents, diagnostics } = detail as unknown as { agents: JsonObject[]; diagnostics: JsonObject[] };
  const tone = [{ name: "tone", description: "How we write.", kind: "reference" }];
  assert.equal(agents, [
    { name: "main", description: "The main agent", state: "live", profile: null, capabilities: tone },
    { name: "tester", description: "Tests", state: "idle", profile: "gemini", capabilities: [] },
    { name: "writer", description: "Writes", state: "idle", profile: "claude-code", capabilities: tone },
  ]);
  assert.equal(diagnostics.map(({ code, help }) => [code, help]), [["unknown-skill", 'did you mean "tone"?']]);
  assert.match(reply, "writer (idle, claude-code): Writes\n- tone (reference): How we write.");
  place.remove();
});

test("update_context replaces one file whole, for agents that a file describes, and never through a link", async () => {
  const { place, send } = open();
  const file = join(place.workspace, ".agents/context/writer.md");
  const first = await send("update_context", { target: "writer", content: "Be brief.\n" });
  assert.equal(first.detail, { context: { agent: "writer", file: ".agents/context/writer.md" } });
  await send("update_context", { target: "writer", content: "Be briefer.\n" });
  assert.is(readFileSync(file, "utf8"), "Be briefer.\n");
  assert.equal(readdirSync(join(place.workspace, ".agents/context")), ["writer.md"], "no temporary file stays");
  assert.is(readContext({ name: "writer", description: "", skills: [] }, place.workspace), "Be briefer.\n");
  assert.is((await send("update_context", { target: "wirter", content: "" })).error?.code, "InvalidInputError");
  assert.match((await send("update_context", { target: "wirter", content: "" })).reply, 'did you mean "writer"?');
  assert.match(
    (await send("update_context", { target: "main", content: "" })).reply,
    "the agent that the user talks to",
  );
  if (process.platform !== "win32") {
    const outside = join(place.home, "outside.md");
    writeFileSync(outside, "theirs");
    symlinkSync(outside, join(place.workspace, ".agents/context/tester.md"));
    assert.match((await send("update_context", { target: "tester", content: "x" })).reply, "is no regular file");
    assert.is(readFileSync(outside, "utf8"), "theirs");
    assert.is(readContext({ name: "tester", description: "", skills: [] }, place.workspace), "");
  }
  place.remove();
});

test("create_skill writes a reference into one root, overwrites nothing, and takes back what isn't a skill", async () => {
  const { place, send } = open();
  const args = { name: "words", description: "Words:\n--- that we use", body: "# Words\n\n---\n\nPlain ones.\n" };
  const made = await send("create_skill", args);
  assert.equal(made.detail, { skill: { name: "words", scope: "project", file: ".agents/skills/words/SKILL.md" } });
  const found = () => findSkills({ workspace: place.workspace, home: place.home }).skills;
  const words = found().find(({ name }) => name === "words")!;
  assert.equal([words.description, words.kind, words.status], ["Words: --- that we use", "reference", "ok"]);
  const second = await send("create_skill", { ...args, name: "second", body: "---\nname: other\n---\n" });
  assert.match(second.reply, "InvalidInputError: The text isn't a skill: ");
  const again = await send("create_skill", { ...args, body: "changed" });
  assert.match(again.reply, "InvalidInputError: ");
  assert.match(again.reply, "nothing is overwritten: choose another name");
  await send("create_skill", { ...args, name: "mine", scope: "global" });
  assert.ok(existsSync(join(place.home, ".agents/skills/mine/SKILL.md")));
  for (const name of ["../up", "a/b", "Words", "con sole", ""]) {
    const refused = await send("create_skill", { ...args, name }).catch((error) => ({ error }));
    assert.is((refused.error as { code: string }).code, "InvalidInputError", name);
  }
  assert.equal(readdirSync(join(place.workspace, ".agents/skills")).sort(), ["tone", "words"]);
  place.remove();
});

test("create_skill doesn't follow a root that leads elsewhere", async () => {
  if (process.platform === "win32") return;
  const { place, send } = open();
  const elsewhere = join(place.home, "elsewhere");
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(place.home, ".agents"));
  const outcome = await send("create_skill", { name: "x", description: "d", body: "b", scope: "project" });
  assert.ok(outcome.ok, "the home's link has nothing to do with the workspace");
  symlinkSync("/tmp", join(place.home, "elsewhere", "skills"));
  const refused = await send("create_skill", { name: "x", description: "d", body: "b", scope: "global" });
  assert.match(refused.reply, "is a link that leads out of the home folder");
  assert.ok(lstatSync(join(place.home, ".agents")).isSymbolicLink());
  place.remove();
});

test("the journal has a line for each command, with its door and what it came to", async () => {
  const { place, state, send } = open();
  await send("list_agents");
  await send("update_context", { target: "nobody", content: "" });
  const file = agentJournal(state, place.workspace);
  const lines = readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(lines.map(({ door, action, target, by, ok, error }) => [door, action, target, by, ok, error]), [
    ["library", "list_agents", null, "main", true, null],
    ["library", "update_context", "nobody", "main", false, "InvalidInputError"],
  ]);
  if (process.platform !== "win32") assert.is(statSync(file).mode & 0o777, 0o600);
  place.remove();
});

test("an answer is waited for 300 s where nobody says how long, and less for a client that gives up before", async () => {
  const { place, state } = open();
  const waited: number[] = [];
  const live: LiveAgents = {
    state: () => "idle",
    launch: () => Promise.resolve(),
    ask: (_agent, _workspace, _task, { timeout }) => Promise.resolve(`${waited.push(timeout)}`),
    stop: () => Promise.resolve(false),
    close: () => Promise.resolve(),
  };
  const agents = new Agents({ dirs: { ...userDirs({ env: {}, home: place.home }), state }, live });
  for (const more of [{}, { timeout: 7 }]) {
    const args = { target: "tester", task: "x", ...more };
    await agents.run({ action: "ask_agent", args }, { door: "library", workspace: place.workspace });
  }
  assert.equal(waited, [300_000, 7_000]);
  const limits = ["claude-code", "gemini-cli-mcp-client", "anything", undefined].map((name) => askLimit(name));
  assert.equal(limits, [3_600, 570, 50, 50]);
  place.remove();
});

test("without agents behind a door their commands are refused", async () => {
  const { place } = open();
  const engine = engineIn(place);
  const outcome = await dispatch(readCommand("list_agents", {}), { door: "mcp", workspace: place.workspace }, {
    engine,
  });
  assert.match(outcome.reply, "serve with --tools workflow,agents");
  place.remove();
});

test.run();
