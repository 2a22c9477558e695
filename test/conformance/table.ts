/**
 * Results of the conformance suite as a table, in a document between markers.
 * @module
 */

import { type Checks, PLAIN, REQUIRED, SKILLS, UNSCORED } from "./expected.ts";

/** Results by server and revision, and those of the Skills extension. */
export interface Results {
  plain: Record<string, Map<string, Checks>>;
  fixture: Record<string, Map<string, Checks>>;
  skills: Map<string, Checks>;
}

const BEGIN = "<!-- results of `npm run conformance` -->";
const END = "<!-- end of results -->";

/** What was expected to pass and didn't, one line each. */
export function findFailures(results: Results): string[] {
  const failures: string[] = [];
  const check = (where: string, names: readonly string[], found: Map<string, Checks> | undefined) => {
    for (const name of names) {
      const checks = found?.get(name);
      if (checks === undefined) failures.push(`${where}: ${name} didn't run`);
      else if (checks.failed > 0) failures.push(`${where}: ${name}: ${checks.failed} checks failed`);
    }
  };
  for (const [revision, names] of Object.entries(REQUIRED)) {
    check(`${revision}, with fixtures`, [...names, ...UNSCORED[revision]], results.fixture[revision]);
    check(`${revision}, as it is`, PLAIN[revision], results.plain[revision]);
  }
  check("Skills extension", SKILLS, results.skills);
  return failures;
}

/** The results as Markdown. */
export function renderResults(results: Results): string {
  const revisions = Object.keys(REQUIRED);
  const names = [...new Set(revisions.flatMap((revision) => [...REQUIRED[revision], ...UNSCORED[revision]]))];
  const head = ["scenario", ...revisions.flatMap((revision) => [`${revision}, fixtures`, "as it is"])];
  const rows = names.map((name) => [
    `\`${name}\`${revisions.some((revision) => REQUIRED[revision].includes(name)) ? "" : " (not scored)"}`,
    ...revisions.flatMap((revision) => {
      const known = REQUIRED[revision].includes(name) || UNSCORED[revision].includes(name);
      if (!known) return ["–", "–"];
      const plain = PLAIN[revision].includes(name) ? cell(results.plain[revision].get(name)) : "wants fixtures";
      return [cell(results.fixture[revision].get(name)), plain];
    }),
  ]);
  const skills = SKILLS.map((name) => [`\`${name}\``, cell(results.skills.get(name))]);
  return `${table(head, rows)}\n\nThe Skills extension, on the server as it is:\n\n${
    table(["scenario", "checks"], skills)
  }`;
}

/** A document with the results between its markers. */
export function withResults(page: string, results: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page has no "${BEGIN}" before an "${END}"`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${results}\n\n${page.slice(end)}`;
}

function cell(checks: Checks | undefined): string {
  if (checks === undefined) return "didn't run";
  const all = checks.passed + checks.failed;
  return all === 0 ? "no check applies" : `${checks.passed} of ${all}`;
}

/** Columns as wide as the formatter makes them. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column].length)));
  const line = (row: string[]) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
