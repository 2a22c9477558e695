/** The generated parts of the documents that only a run of the real clients can fill. */

import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { type Report, reportTable } from "./report.ts";

const CLIENTS = new URL("../../docs/clients.md", import.meta.url);
const AGENTS = new URL("../../docs/agents.md", import.meta.url);

/** Puts the table, the date and what each model got between the marks of docs/clients.md. */
export function updateDocument(reports: readonly Report[]): void {
  const received = reports.map(({ client, received: { text, tokens } }) =>
    `${client}, ${tokens} tokens:\n\n\`\`\`text\n${text.trim()}\n\`\`\``
  );
  write(CLIENTS, [
    reportTable(reports),
    "What the model received for the first envelope, as it stood in the client's request (tokens by o200k):",
    ...received,
  ]);
}

/** Puts the table of agents, its date and what can't hold between the marks of docs/agents.md. */
export function updateAgents(reports: readonly Report[]): void {
  write(AGENTS, [reportTable(reports), ...new Set(reports.flatMap(({ notes }) => notes))]);
}

function write(document: URL, parts: readonly string[]): void {
  const day = new Date().toISOString().slice(0, 10);
  const made = [`Measured on ${day} on ${process.platform} (${process.arch}).`, ...parts].join("\n\n");
  const wanted = readFileSync(document, "utf8").replace(
    /(<!-- measured: acceptance -->\n)[^]*?(<!-- end -->)/,
    (_, from, to) => `${from}\n${made}\n\n${to}`,
  );
  writeFileSync(document, wanted);
}
