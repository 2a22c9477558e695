/**
 * A real client as another agent: asked through our MCP server, with our server in it, against the scripted model.
 * @module
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { TOKEN_VARIABLE } from "../../lib/host/agent/identity.ts";
import { type LiveProgram, type LiveSandbox, makeLiveSandbox } from "../../lib/host/live/live_sandbox.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import { agentFiles, type AgentModel, ALLOWED, REFUSED, startAgentModel, TASKS } from "./agent_script.ts";
import { type Caller, connectCaller, filesIn, processesIn, tapProgram, type Wiretap } from "./agent_stage.ts";
import type { AgentWay } from "./agent_ways.ts";
import type { Report } from "./report.ts";
import { ours } from "./walk.ts";

/** What the checks look at. */
interface Stage {
  way: AgentWay;
  agent: AgentModel;
  sandbox: LiveSandbox;
  wire: Wiretap;
  caller: Caller;
  report: Report;
}

/** Asks one agent several tasks in one live session, and one after its stop. */
export async function driveAgent(way: AgentWay, program: LiveProgram, report: Report): Promise<void> {
  const agent = await startAgentModel(way.client);
  const sandbox = makeLiveSandbox(way.client, program, agent.model.url);
  agent.workspace = sandbox.workspace;
  for (const [file, text] of Object.entries(agentFiles(way.client.id))) sandbox.write(file, text);
  // What the user has registered is called as ours is, and has every skill.
  await ours(sandbox, "install", way.client.id);
  const before = filesIn(sandbox.workspace);
  const wire = tapProgram(sandbox, way.program, program);
  const caller = await connectCaller(sandbox, wire.path);
  const stage = { way, agent, sandbox, wire, caller, report };
  try {
    await checkTools(stage);
    await checkRefusal(stage);
    if (way.background) await checkBackground(stage);
    await checkStop(stage);
    checkFiles(before, stage);
  } finally {
    await caller.close();
    const left = processesIn(sandbox);
    report.check("leaves no process behind", left.length === 0, left.join("\n"));
    await agent.model.stop();
    sandbox.remove();
  }
}

async function checkTools({ agent, sandbox, caller, report }: Stage): Promise<void> {
  const reply = await caller.ask(TASKS.tools);
  const [own, others, started, , wrote] = agent.results(TASKS.tools);
  const { requests } = agent.model;
  const seen = `${reply}; ${requests.length} requests, tools ${requests.at(-1)?.tools.map(({ name }) => name)}`;
  report.check("its last text is the result of `ask_agent`", reply.endsWith(`Done: ${TASKS.tools}`), seen);
  report.check("has our server, by which it reads a skill of its own", /says heron/.test(own), own);
  report.check("is denied another's skill", /isn't one of agent/.test(others) && !/kestrel/.test(others), others);
  report.check("begins a workflow", /Look around/.test(started), started);
  report.check("may write a file of the workspace", existsSync(join(sandbox.workspace, ALLOWED)), wrote);
  const state = await caller.state();
  report.check("is listed as live", state === "live", state);
}

async function checkRefusal({ way, agent, sandbox, wire, caller, report }: Stage): Promise<void> {
  const before = wire.starts();
  const reply = await caller.ask(TASKS.refused);
  const [result] = agent.results(TASKS.refused);
  const { asked, answers } = wire.questions();
  const seen =
    `${reply}; ${result}; ${asked} asked, answered ${answers}; started ${before}, then ${wire.starts()} times`;
  const told = reply.includes("Not allowed without a person") && reply.includes(REFUSED);
  const refused = !existsSync(join(sandbox.workspace, REFUSED)) && (told || result !== "");
  report.check("may not write a hidden file with its shell", refused, seen);
  if (way.decides !== true) {
    report.check("asks us, and we decide", asked > 0 && answers.length === asked, seen);
    report.check("its caller is told what was refused", told, seen);
  }
  const same = way.comesAndGoes === true || wire.starts() === before;
  report.check("a second task goes to the same session", same && agent.remembers(TASKS.refused), seen);
}

async function checkBackground({ agent, caller, report }: Stage): Promise<void> {
  const reply = await caller.ask(TASKS.background);
  // Whoever answered too early is found out by what is said afterwards.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const last = agent.lastSaid(TASKS.background);
  report.check("its agents in the background are waited for", reply === last, `${reply}; at last ${last}`);
}

async function checkStop({ way, agent, sandbox, caller, report }: Stage): Promise<void> {
  const stopped = await caller.call("stop_agent", { target: "worker" });
  const left = processesIn(sandbox);
  report.check("is ended by `stop_agent`", /is stopped/.test(stopped) && left.length === 0, `${stopped} ${left}`);
  const reply = await caller.ask(TASKS.again);
  const resumed = reply === `Done: ${TASKS.again}` && agent.remembers(TASKS.again);
  report.check("goes on with its session when it's asked again", resumed, reply, way.forgets);
}

/** Clients keep files of their own in the home; what we were told there must not be among them. */
function checkFiles(before: Map<string, string>, { sandbox: { env, home, workspace }, report }: Stage): void {
  const now = filesIn(workspace);
  const changed = [...before].filter(([file, text]) => now.get(file) !== text).map(([file]) => file);
  const { state } = userDirs({ env, home });
  const told = [...filesIn(home, [state]), ...now].filter(([, text]) => text.includes(TOKEN_VARIABLE));
  const seen = [...changed, ...told.map(([file]) => file)];
  report.check("the user's and the workspace's files know nothing of it", seen.length === 0, seen.join(", "));
}
