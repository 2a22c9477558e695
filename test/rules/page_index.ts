/**
 * The list of all rules for docs/rules/README.md.
 * @module
 */

import type { Severity } from "../../lib/diagnostic.ts";
import type { Rule } from "../../lib/workflow/rule.ts";

const HEADINGS: [Severity, string][] = [
  ["error", "Errors: the workflow doesn't start"],
  ["warning", "Warnings: it starts, and may not do what you mean"],
  ["info", "Infos: good to know"],
];

/** The page's Markdown. */
export function indexPage(rules: readonly Rule[]): string {
  const parts = HEADINGS.map(([severity, heading]) => {
    const lines = rules.filter((rule) => rule.severity === severity)
      .sort((a, b) => a.code < b.code ? -1 : 1)
      .map((rule) => `- [\`${rule.code}\`](${rule.code}.md): ${rule.summary}`);
    return `## ${heading}\n\n${lines.join("\n")}\n`;
  });
  return `# Rules\n\nEvery finding of \`skill-workflow validate\` has a code, and every code has a page with an example, what is printed
for it, and how it's put right. The examples are run by the tests.\n\n${parts.join("\n")}`;
}
