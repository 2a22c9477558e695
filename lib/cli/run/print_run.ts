/**
 * A walk as a person sees it in the terminal.
 * @module
 */

import type { Outcome } from "../../host/engine/mod.ts";
import type { NextArguments } from "../../host/engine/arguments.ts";
import type { Envelope } from "../../session/envelope_type.ts";
import { spanInWords } from "../../session/duration.ts";
import { outputText } from "../../session/output_text.ts";
import type { Report } from "../../session/report.ts";
import type { Io } from "../io.ts";
import { styleOf } from "../style.ts";
import { countOf } from "../../count_of.ts";
import { printable } from "../../text_width.ts";

/** The current step: where it stands in the workflow, what to do, where it leads. */
export function printOutcome({ envelope }: Outcome, io: Io): void {
  const style = styleOf(io.colour);
  const lines: string[] = [];
  for (const notice of envelope.notices) lines.push(style.dim(`note: ${printable(notice)}`));
  if (envelope.rejected) {
    lines.push(
      style.red(`✗ rejected, attempt ${envelope.rejected.attempt}`),
      ...envelope.rejected.problems.map((one) => `  ${printable(one)}`),
    );
  }
  if (envelope.verdict) {
    const { kind, verdict, exit_code, why, output } = envelope.verdict;
    const code = exit_code === null ? "" : ` (exit code ${exit_code})`;
    lines.push(style.red(`✗ ${kind} ${verdict}${code}${why ? `: ${printable(why)}` : ""}`), ...indented(output));
  }
  if (envelope.halt) lines.push(style.red(`✗ halted, ${envelope.halt.reason}: ${printable(envelope.halt.message)}`));
  if (envelope.step) lines.push("", heading(envelope, io), ...block(indented(envelope.step.instructions)));
  for (const child of envelope.children ?? []) {
    const title = `  ${style.bold(printable(child.title))} ${style.dim(`child ${child.id}`)}`;
    lines.push(...block([title, ...indented(child.prompt, "    ")]));
  }
  const facts = factsOf(envelope);
  lines.push(...block(facts.map(([name, value]) => `  ${style.dim(`${name}:`)} ${printable(value)}`)));
  if (lines.length > 0) io.out(`${lines.join("\n")}\n`);
}

/** An answer from a file, as if it had been typed. */
export function printAnswer(answer: NextArguments, number: number, of: number, io: Io): void {
  const style = styleOf(io.colour);
  const parts: string[] = [];
  const { step_output, user_response, outputs, transition_choice, variables } = answer;
  if (step_output !== undefined) parts.push(outputText(step_output));
  if (user_response !== undefined) parts.push(user_response);
  for (const [child, text] of Object.entries(outputs ?? {})) parts.push(`${child}: ${outputText(text)}`);
  if (transition_choice !== undefined) parts.push(`choice ${transition_choice}`);
  for (const [name, value] of Object.entries(variables ?? {})) parts.push(`${name} = ${JSON.stringify(value)}`);
  const [first = "(nothing)", ...rest] = parts.flatMap((part) => part.trimEnd().split("\n"));
  io.out(`\n  ${style.green("›")} ${printable(first)} ${style.dim(`(answer ${number} of ${of})`)}\n`);
  for (const line of rest) io.out(`    ${printable(line)}\n`);
}

/** How it ended. */
export function printReport(report: Report, io: Io): void {
  const style = styleOf(io.colour);
  const done = report.status === "completed";
  const mark = done ? style.green("✓ completed") : style.yellow(report.status);
  const span = report.duration_ms === null ? "" : `, ${spanInWords(report.duration_ms)}`;
  const path = report.path.map((entry) => entry.step).join(" → ");
  io.out(`\n${mark}: ${printable(report.title)}\n`);
  const counts = [countOf(report.steps, "step"), countOf(report.deliveries, "delivery", "deliveries")];
  io.out(`  ${counts.join(", ")}, cycle ${report.cycles}${span}\n`);
  io.out(`  ${style.dim("path:")} ${path}\n`);
  io.out(`  ${style.dim("all of it:")} skill-workflow sessions show ${report.session_id}\n`);
}

function heading(envelope: Envelope, io: Io): string {
  const style = styleOf(io.colour);
  const { step, of } = envelope.progress;
  const bar = `${"●".repeat(step)}${"○".repeat(Math.max(0, of - step))}`;
  const progress = of <= 20 ? bar : `${step}/${of}`;
  const cycle = envelope.cycle > 1 ? style.dim(` cycle ${envelope.cycle}`) : "";
  return `${style.cyan(progress)} ${style.bold(printable(envelope.step!.title))}${cycle}`;
}

function factsOf(envelope: Envelope): [string, string][] {
  const { step, complete_by: by } = envelope;
  const facts: [string, string | undefined][] = [
    ["expected", step?.expected_outputs.join("; ")],
    ["contract", by?.contract?.join("; ")],
    ["gate", by?.gate],
    ["files", by?.files?.join(", ")],
    ["say", by?.until],
    ["iteration", by?.iteration && `${by.iteration.n} of ${by.iteration.max}`],
    ["question", envelope.approval && `${envelope.approval.question} (${envelope.approval.labels.join(" / ")})`],
    ["then", envelope.ways_out.map(({ title, when }) => when ? `${title} if ${when}` : title).join("; ")],
    ["allowed", envelope.fence],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== "");
}

function indented(text: string, indent = "  "): string[] {
  const trimmed = text.trim();
  return trimmed === "" ? [] : trimmed.split("\n").map((line) => `${indent}${printable(line)}`);
}

/** Lines with an empty one before them, if there are any. */
function block(lines: string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}
