// Drives the real clients against a scripted model on the loopback: `npm run acceptance [-- CLIENT…] [--update]`. With
// `agents` among the words only what our server starts as other agents is driven, without it both.
// They are installed from npm, in pinned versions, into SKILL_WORKFLOW_CLIENTS or the user's cache: about 1.5 GB. A client that
// can't be installed is skipped. `--update` puts the tables into docs/clients.md and docs/agents.md. Nothing but npm needs a network.
import process from "node:process";
import type { LiveClient } from "../../lib/host/live/live_client.ts";
import { LIVE_CLIENTS } from "../../lib/host/live/live_clients.ts";
import { findProfile } from "../../lib/host/profile/mod.ts";
import { AGENT_WAYS, type AgentWay } from "./agent_ways.ts";
import { driveAgent } from "./agents.ts";
import { surviveCompaction } from "./compaction.ts";
import { updateAgents, updateDocument } from "./document.ts";
import { executeThrough } from "./methods.ts";
import { pinClient } from "./pinned_clients.ts";
import { Report, reportTable } from "./report.ts";
import { walk } from "./walk.ts";

const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const agentsOnly = words.includes("agents");
const ids = words.filter((word) => word !== "agents").map((name) => findProfile(name).id);
const wanted = (id: string) => ids.length === 0 || ids.includes(id);

async function drive(client: LiveClient): Promise<Report | undefined> {
  const { title } = findProfile(client.id);
  const pinned = await pinClient(client.id, client.program);
  if ("missing" in pinned) {
    console.log(`${title}: skipped, since ${pinned.missing}`);
    return undefined;
  }
  const report = new Report(title, pinned.version);
  await walk(client, pinned, report);
  await surviveCompaction(client, pinned, report);
  await executeThrough(client, pinned, report);
  return told(report);
}

async function driveWay(way: AgentWay): Promise<Report | undefined> {
  const pinned = await pinClient(way.pin, way.program);
  if ("missing" in pinned) {
    console.log(`${way.title}: skipped, since ${pinned.missing}`);
    return undefined;
  }
  const report = new Report(way.title, pinned.version);
  await driveAgent(way, pinned, report);
  return told(report);
}

function told(report: Report): Report {
  console.log(`${report.client} ${report.version}: ${report.holds ? "every check holds" : "NOT every check holds"}`);
  for (const note of report.notes) console.log(`  ${note.replaceAll("\n", "\n  ")}`);
  return report;
}

const reports: Report[] = [];
for (const client of agentsOnly ? [] : LIVE_CLIENTS.filter(({ id }) => wanted(id))) {
  const report = await drive(client);
  if (report !== undefined) reports.push(report);
}
const agents: Report[] = [];
for (const way of AGENT_WAYS.filter(({ client }) => wanted(client.id))) {
  const report = await driveWay(way);
  if (report !== undefined) agents.push(report);
}
for (const some of [reports, agents]) if (some.length > 0) console.log(`\n${reportTable(some)}`);
if (process.argv.includes("--update")) {
  if (reports.length > 0) updateDocument(reports);
  if (agents.length > 0) updateAgents(agents);
}
process.exitCode = [...reports, ...agents].every(({ holds }) => holds) ? 0 : 1;
