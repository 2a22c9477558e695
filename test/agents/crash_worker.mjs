// Starts an agent that won't end, says whose processes those are, and waits to be killed.
import process from "node:process";
import { MachineAgents } from "../../lib/host/agent/live/machine_agents.ts";
import { stubborn } from "../host/processes.ts";
import { planOf, reviewer } from "./live_place.ts";

const [workspace, state] = process.argv.slice(2);
const machine = new MachineAgents({ state, env: {}, plan: () => planOf("acp", workspace) });
const ids = await machine.ask(reviewer, workspace, `stubborn ${stubborn} ${workspace}/ids`, { timeout: 60_000 });
process.stdout.write(`${ids}\n`);
