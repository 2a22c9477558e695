/** The generated part of docs/clients.md that only a run of the real clients can fill. */

import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { type Report, reportTable } from "./report.ts";

const DOCUMENT = new URL("../../docs/clients.md", import.meta.url);

/** Puts the table, the date and what each model got between the document's marks. */
export function updateDocument(reports: readonly Report[]): void {
  const day = new Date().toISOString().slice(0, 10);
  const received = reports.map(({ client, received: { text, tokens } }) =>
    `${client}, ${tokens} tokens:\n\n\`\`\`text\n${text.trim()}\n\`\`\``
  );
  const made = [
    `Measured on ${day} on ${process.platform} (${process.arch}).`,
    reportTable(reports),
    "What the model received for the first envelope, as it stood in the client's request (tokens by o200k):",
    ...received,
  ].join("\n\n");
  const now = readFileSync(DOCUMENT, "utf8");
  const wanted = now.replace(
    /(<!-- measured: acceptance -->\n)[^]*?(<!-- end -->)/,
    (_, from, to) => `${from}\n${made}\n\n${to}`,
  );
  writeFileSync(DOCUMENT, wanted);
}
