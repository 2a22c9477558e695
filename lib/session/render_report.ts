/**
 * A report as Markdown.
 * @module
 */

import { countOf } from "../count_of.ts";
import { spanInWords } from "./duration.ts";
import { excerpt } from "./excerpt.ts";
import { outputText } from "./output_text.ts";
import type { Report } from "./report.ts";

/**
 * The report for people and models: outputs are cut to a few lines, since the session keeps them whole.
 *
 * @example
 * ```ts
 * import { parseSkill, renderReport, report } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const done = report(parseSkill(text).workflow!, { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" }, []);
 * console.assert(renderReport(done).startsWith("# "));
 * ```
 */
export function renderReport(report: Report): string {
  const { halt, duration_ms: duration } = report;
  const lines = [
    `# ${report.title}: ${report.status}${halt ? ` (${halt.reason})` : ""}`,
    "",
    `Session ${report.session_id}, ${countOf(report.steps, "step")}, ${countOf(report.cycles, "cycle")}, ` +
    `${countOf(report.deliveries, "delivery", "deliveries")}${duration === null ? "" : `, ${spanInWords(duration)}`}`,
  ];
  const section = (title: string, items: string[]) => {
    if (items.length > 0) lines.push("", `## ${title}`, "", ...items);
  };
  if (halt) lines.push("", `> ${halt.message}`);
  section("Path", [
    report.path.map((entry) => `\`${entry.step}\`${entry.visit > 1 ? ` (visit ${entry.visit})` : ""}`).join(" → "),
  ]);
  section(
    "Gates",
    report.gates.map((gate) =>
      `- \`${gate.step}\` ${gate.kind}, visit ${gate.visit}, iteration ${gate.iteration}: ${gate.verdict}` +
      `${gate.exit_code === null ? "" : ` (exit code ${gate.exit_code})`}${gate.exhausted ? ", exhausted" : ""}`
    ),
  );
  section(
    "Rejections",
    report.rejections.map((one) => `- \`${one.child ?? one.step}\` ${one.kind}: ${one.problems.join("; ")}`),
  );
  section(
    "Approvals",
    report.approvals.map((one) =>
      `- \`${one.step}\`: "${one.choice}" by ${one.by}, ${one.assurance}${one.note ? `, ${one.note}` : ""}`
    ),
  );
  section(
    "Deliverables",
    Object.entries(report.deliverables).map(([id, value]) =>
      `- \`${id}\`: ${excerpt(outputText(value).trim()).replaceAll("\n", "\n  ")}`
    ),
  );
  section(
    "Context",
    Object.entries(report.context).map(([name, value]) => `- ${name}: ${excerpt(JSON.stringify(value))}`),
  );
  if (report.summary) section("Summary", [report.summary]);
  return lines.join("\n");
}
