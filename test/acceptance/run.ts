// Drives the real clients against a scripted model on the loopback: `npm run acceptance [-- CLIENT…] [--update]`.
// They are installed from npm, in pinned versions, into SKILL_WORKFLOW_CLIENTS or the user's cache: about 1.5 GB. A client that
// can't be installed is skipped. `--update` puts the tables into docs/clients.md. Nothing but npm needs a network.
import process from "node:process";
import type { LiveClient } from "../../lib/host/live/live_client.ts";
import { LIVE_CLIENTS } from "../../lib/host/live/live_clients.ts";
import { findProfile } from "../../lib/host/profile/mod.ts";
import { surviveCompaction } from "./compaction.ts";
import { updateDocument } from "./document.ts";
import { executeThrough } from "./methods.ts";
import { pinClient } from "./pinned_clients.ts";
import { Report, reportTable } from "./report.ts";
import { walk } from "./walk.ts";

const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));

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
  console.log(`${title} ${pinned.version}: ${report.holds ? "every check holds" : "NOT every check holds"}`);
  for (const note of report.notes) console.log(`  ${note.replaceAll("\n", "\n  ")}`);
  return report;
}

const ids = named.map((name) => findProfile(name).id);
const reports: Report[] = [];
for (const client of LIVE_CLIENTS) {
  if (ids.length > 0 && !ids.includes(client.id)) continue;
  const report = await drive(client);
  if (report !== undefined) reports.push(report);
}
if (reports.length > 0) console.log(`\n${reportTable(reports)}`);
if (process.argv.includes("--update")) updateDocument(reports);
process.exitCode = reports.every(({ holds }) => holds) ? 0 : 1;
