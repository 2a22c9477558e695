import { rmSync } from "node:fs";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { agentFiles } from "../../lib/host/agent/agent_folder.ts";
import { makeAgents } from "../../lib/host/agent/make_agents.ts";
import { dispatch } from "../../lib/host/dispatch/dispatch.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import type { JsonObject } from "../../lib/json.ts";
import { cli } from "../doors/cli.ts";
import { put } from "../host/scratch.ts";
import { makePlace, program } from "../mcp/connect.ts";
import { pathWith, putAgents } from "./agent_program.ts";
import { connectAs, engineIn, placeWithAgents } from "./doors.ts";

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

test("an agent without our server has the same block, and reaches the same tools by files, as itself", async () => {
  if (process.platform === "win32") return;
  const { place, env } = placeWithAgents({ ".agents/skills/work-cycle": "examples/work-cycle" });
  put(place.workspace, { ".claude/agents/writer.md": "---\ndescription: Writes\nskills: [tone, work-cycle]\n---\n" });
  const engine = engineIn(place);
  const agents = makeAgents({ dirs: userDirs({ env, home: place.home }), env, engine });
  const ask = async (task: string) => {
    const caller = { door: "library", workspace: place.workspace } as const;
    return (await dispatch({ action: "ask_agent", args: { target: "writer", task } }, caller, { engine, agents }))
      .reply;
  };
  try {
    const requests = [
      { action: "read_skill", name: "tone" },
      { action: "read_skill", name: "secrets" },
      { action: "start_workflow", skill_name: "work-cycle", workspace_dir: place.workspace },
      { action: "next_step", step_output: "Read" },
      { action: "ask_agent", target: "writer", task: "x" },
      { action: "approve" },
    ];
    const answers = (await ask(`files ${JSON.stringify(requests)}`)).split("\n---\n");
    const wanted = [
      /Plainly\./,
      /isn't one of agent "writer": it has tone, work-cycle/,
      /step 1 of 6/,
      /step 2 of 6/,
      /the caller itself/,
      /Unknown action "approve"/,
    ];
    for (const [index, pattern] of wanted.entries()) assert.match(answers[index], pattern);
    await dispatch({ action: "stop_agent", args: { target: "writer" } }, {
      door: "library",
      workspace: place.workspace,
    }, {
      engine,
      agents,
    });
    const { state } = userDirs({ env, home: place.home });
    rmSync(agentFiles(state, place.workspace, "writer").session);
    const block = (await cli(place, ["agents", "context", "writer"])).out.trim();
    assert.match(block, /^- tone \(reference\): How we write\.\n- work-cycle \(workflow\): /);
    assert.ok((await ask("whole")).includes(`\n${block}\n\nYou reach these tools by files.`));
  } finally {
    await agents.close();
    engine.close();
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
