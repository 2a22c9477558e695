/**
 * Diagnostics as workflow commands of GitHub Actions: each becomes an annotation of the line.
 * Source: GitHub's documentation, "Workflow commands for GitHub Actions".
 * @module
 */

import type { Diagnostic } from "../../diagnostic.ts";

const LEVEL = { error: "error", warning: "warning", info: "notice" } as const;

/** One command a diagnostic, each on its line. */
export function githubFormat(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${commandOf(diagnostic)}\n`).join("");
}

function commandOf({ severity, file, range, code, message, help }: Diagnostic): string {
  const { start, end } = range;
  const properties = {
    ...(file === undefined ? {} : { file }),
    line: start.line,
    endLine: end.line,
    col: start.column,
    ...(end.line === start.line ? { endColumn: end.column } : {}),
    title: code,
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(",");
  return `::${LEVEL[severity]} ${list}::${escapeData(help ? `${message}\n${help}` : message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
