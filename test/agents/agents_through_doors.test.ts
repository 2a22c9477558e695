import { join } from "node:path";
import process from "node:process";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { makeAgents } from "../../lib/host/agent/make_agents.ts";
import { readCommand } from "../../lib/host/dispatch/command.ts";
import { dispatch } from "../../lib/host/dispatch/dispatch.ts";
import { openFileDoor } from "../../lib/host/dispatch/file_door.ts";
import { outcomeJson } from "../../lib/host/dispatch/outcome.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import type { JsonObject } from "../../lib/json.ts";
import { makePlace, type Place, program } from "../mcp/connect.ts";
import { pathWith, putAgents } from "./agent_program.ts";
import { answerOf, engineIn, type OpenDoor, request } from "./doors.ts";

/** Commands, and the code of what each comes to. */
const SCRIPT: [action: string, args: JsonObject, wanted: string][] = [
  ["list_agents", {}, "ok"],
  ["update_context", { target: "writer", content: "Short sentences.\n" }, "ok"],
  ["create_skill", { name: "words", description: "Ours", body: "# Words" }, "ok"],
  ["create_skill", { name: "words", description: "Ours", body: "# Words" }, "InvalidInputError"],
  ["ask_agent", { target: "wirter", task: "say no" }, "InvalidInputError"],
  ["ask_agent", { target: "main", task: "say no" }, "InvalidInputError"],
  ["ask_agent", { target: "editor", task: "say no" }, "AgentUnavailableError"],
  ["ask_agent", { target: "writer", task: "whole" }, "ok"],
  ["ask_agent", { target: "writer", task: "break" }, "AgentFailedError"],
  ["launch_agent", { target: "writer", task: "say done" }, "ok"],
  ["ask_agent", { target: "writer", task: "say done" }, "ok"],
  ["stop_agent", { target: "writer" }, "ok"],
  ["stop_agent", { target: "writer" }, "ok"],
  ["list_agents", {}, "ok"],
];

function placeWithAgents(): { place: Place; env: Record<string, string> } {
  const place = makePlace();
  putAgents(place.workspace);
  const { env } = program(place, []);
  return { place, env: { ...env, CLAUDECODE: "1", PATH: pathWith("claude-agent-acp", "scripted_acp.mjs", env.PATH) } };
}

function libraryDoor(): OpenDoor {
  const { place, env } = placeWithAgents();
  const engine = engineIn(place);
  const agents = makeAgents({ dirs: userDirs({ env, home: place.home }), env, engine, program: ["node", "cli.js"] });
  return {
    place,
    send: async (action, args) =>
      outcomeJson(
        await dispatch(readCommand(action, args), { door: "library", workspace: place.workspace }, { engine, agents }),
      ),
    close: () => agents.close(),
  };
}

function fileDoor(): OpenDoor {
  const { place, env } = placeWithAgents();
  const engine = engineIn(place);
  const agents = makeAgents({ dirs: userDirs({ env, home: place.home }), env, engine, program: ["node", "cli.js"] });
  const folder = join(place.workspace, "..", "requests");
  const door = openFileDoor({ folder, workspace: place.workspace, engine, agents, interval: 10_000 });
  let count = 0;
  return {
    place,
    send: async (action, args) => {
      const name = `r${count++}`;
      request(folder, name, { action, ...args });
      await door.look();
      return answerOf(folder, name)!;
    },
    close: async () => {
      await door.close();
      await agents.close();
    },
  };
}

async function connectAs(line: { command: string; args: string[]; env: Record<string, string> }, cwd: string) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ ...line, cwd, stderr: "ignore" }));
  const call = async (name: string, args: JsonObject = {}): Promise<JsonObject> => {
    const { content, isError, _meta } = await client.callTool({ name, arguments: args });
    const meta = (_meta ?? {}) as JsonObject;
    return {
      ok: isError !== true,
      action: name,
      door: "mcp",
      detail: meta["skill-workflow/agents"] ?? null,
      error: meta["skill-workflow/error"] ?? null,
      reply: (content as { text: string }[])[0].text,
    };
  };
  return { client, call };
}

async function mcpDoor(): Promise<OpenDoor> {
  const { place, env } = placeWithAgents();
  const { command, args } = program(place, ["serve", "--tools", "agents"]);
  const { client, call } = await connectAs({ command, args, env }, place.workspace);
  return { place, send: call, close: () => client.close() };
}

async function walk(open: OpenDoor): Promise<JsonObject[]> {
  const outcomes: JsonObject[] = [];
  try {
    for (const [action, args] of SCRIPT) outcomes.push(await open.send(action as "list_agents", args));
  } finally {
    await open.close();
    open.place.remove();
  }
  return outcomes.map((one) => JSON.parse(JSON.stringify(one).replaceAll(open.place.workspace, "$workspace")));
}

test("the same commands about agents have the same outcomes through every door, field by field", async () => {
  if (process.platform === "win32") return;
  const wanted = await walk(libraryDoor());
  assert.equal(
    wanted.map(({ ok, error }) => ok ? "ok" : (error as { code: string }).code),
    SCRIPT.map(([, , code]) => code),
  );
  const [whole, again] = [wanted[7], wanted[10]];
  for (const part of ['You are the agent "writer": Writes', "Be plain.", "Short sentences.", "- tone (reference)"]) {
    assert.ok((whole.reply as string).includes(part), part);
  }
  assert.equal(again.detail, { agent: { agent: "writer", state: "live", answer: "done" } });
  assert.equal([wanted[11].reply, wanted[12].reply], ['Agent "writer" is stopped', 'Agent "writer" wasn\'t running']);
  const states = (wanted[13].detail as { agents: JsonObject[] }).agents.map(({ name, state }) => `${name} ${state}`);
  assert.equal(states, ["main live", "coder idle", "editor idle", "reader idle", "writer resumable"]);
  for (const open of [await mcpDoor(), fileDoor()]) {
    const outcomes = await walk(open);
    for (const [index, { door, ...outcome }] of outcomes.entries()) {
      const { door: _, ...expected } = wanted[index];
      assert.equal(outcome, expected, `${door}, command ${index}: ${SCRIPT[index][0]}`);
    }
  }
});

test("where a client's program for the protocol isn't there its own structured mode is used", async () => {
  if (process.platform === "win32") return;
  const place = makePlace();
  putAgents(place.workspace);
  const { env } = program(place, []);
  const path = pathWith("codex", "scripted_codex.mjs", pathWith("claude", "scripted_claude.mjs", env.PATH));
  const dirs = userDirs({ env, home: place.home });
  const engine = engineIn(place);
  const agents = makeAgents({ dirs, env: { ...env, PATH: path }, engine, program: ["node", "cli.js"] });
  const ask = async (target: string, task: string) =>
    (await dispatch({ action: "ask_agent", args: { target, task } }, { door: "cli", workspace: place.workspace }, {
      engine,
      agents,
    })).reply;
  try {
    assert.match(await ask("coder", "--help"), /^You are the agent "coder": Codes\n[^]*\n--help$/);
    assert.match(await ask("coder", "fail"), 'AgentFailedError: Agent "coder" (Codex CLI) failed: the model is down');
    assert.is(await ask("writer", "background"), "the helper says 42");
    assert.match(await ask("writer", "login"), "Not logged in");
  } finally {
    await agents.close();
    place.remove();
  }
});

test("a launched agent's server is its own: its skills, its name, no asking of itself, one level deeper", async () => {
  if (process.platform === "win32") return;
  const { place, env } = placeWithAgents();
  const { command, args } = program(place, ["serve", "--tools", "agents"]);
  const main = await connectAs({ command, args, env }, place.workspace);
  try {
    const { reply } = await main.call("ask_agent", { target: "writer", task: "servers" });
    const [served] = JSON.parse((reply as string).replace(/ in mode .*/, "")) as {
      name: string;
      command: string;
      args: string[];
      env: { name: string; value: string }[];
    }[];
    assert.match(reply as string, / in mode default$/);
    assert.is(served.name, "skill-workflow");
    const own = Object.fromEntries(served.env.map(({ name, value }) => [name, value]));
    assert.is(own.SKILL_WORKFLOW_DEPTH, "1");
    const scrubbed = await main.call("ask_agent", { target: "writer", task: "env CLAUDECODE" });
    assert.is(scrubbed.reply, "undefined");
    const line = { command: served.command, args: served.args, env: { ...own, PATH: env.PATH } };
    const writer = await connectAs(line, place.workspace);
    try {
      assert.match(writer.client.getInstructions() ?? "", "- tone (reference): How we write.");
      assert.match((await writer.call("read_skill", { name: "tone" })).reply as string, "Plainly.");
      assert.match(
        (await writer.call("read_skill", { name: "secrets" })).reply as string,
        'isn\'t one of agent "writer"',
      );
      assert.match(
        (await writer.call("ask_agent", { target: "writer", task: "x" })).reply as string,
        "the caller itself",
      );
      // The agents that it starts are started by its own server, and what they find is live for all.
      const asked = await writer.call("ask_agent", { target: "reader", task: "env SKILL_WORKFLOW_DEPTH" });
      assert.is(asked.reply, "2");
      const listed = (await main.call("list_agents")).detail as { agents: JsonObject[] };
      assert.is(listed.agents.find(({ name }) => name === "reader")?.state, "live");
      // Asked from here, the session that lives there answers.
      assert.is((await main.call("ask_agent", { target: "reader", task: "say here" })).reply, "here");
    } finally {
      await writer.client.close();
    }
    const deep = await connectAs({ ...line, env: { ...line.env, SKILL_WORKFLOW_DEPTH: "3" } }, place.workspace);
    try {
      const refused = await deep.call("ask_agent", { target: "reader", task: "x" });
      assert.match(refused.reply as string, "agents are nested 3 deep here, and 3 is the most");
    } finally {
      await deep.client.close();
    }
  } finally {
    await main.client.close();
    place.remove();
  }
});

test.run();
