/**
 * An envelope as compact Markdown: what a model reads. Only what applies is printed.
 * @module
 */

import { isJsonObject } from "../json.ts";
import type { Envelope, EnvelopeChild } from "./envelope_type.ts";
import { outputText } from "./output_text.ts";

/**
 * The envelope as text. On an ordinary step what it adds to the instructions stays under 120 tokens (o200k).
 *
 * @example
 * ```ts
 * import { envelope, parseSkill, renderEnvelope, start } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const state = start(parseSkill(text).workflow!, { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" });
 * console.assert(renderEnvelope(envelope(state)).includes("Go."));
 * ```
 */
export function renderEnvelope(envelope: Envelope): string {
  const blocks = [
    heading(envelope),
    ...envelope.notices.map((notice) => `> ${notice}`),
    ...(envelope.replayed ? ["> replayed: this delivery was already taken, nothing moved"] : []),
    ...rejected(envelope),
    ...verdict(envelope),
    ...(envelope.step ? [envelope.step.instructions.trim()] : []),
    ...(envelope.children ? [envelope.children.map(child).join("\n\n")] : []),
    facts(envelope),
    ...(envelope.summary ? [`Summary: ${envelope.summary}`] : []),
    ...Object.entries(envelope.outputs ?? {}).map(([id, output]) => `Output of \`${id}\`:\n\n${outputText(output)}`),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

function heading(envelope: Envelope): string {
  const { step, progress } = envelope;
  const cycle = envelope.cycle > 1 ? `, cycle ${envelope.cycle}` : "";
  if (!step) {
    const why = envelope.halt ? ` (${envelope.halt.reason}: ${envelope.halt.message})` : "";
    return `# ${envelope.title}: ${envelope.status}${why}`;
  }
  const status = envelope.status === "running" ? "" : `, ${envelope.status}`;
  const halted = envelope.halt ? `\n\n> ${envelope.halt.reason}: ${envelope.halt.message}` : "";
  return `# ${step.title} (step ${progress.step} of ${progress.of}${cycle}${status})${halted}`;
}

function rejected({ rejected }: Envelope): string[] {
  if (!rejected) return [];
  const who = rejected.child ? `the result of child \`${rejected.child}\`` : "the delivery";
  const got = rejected.actual === "" ? "" : `\n> Got: ${JSON.stringify(rejected.actual)}`;
  const lines = rejected.problems.map((problem) => `> - ${problem}`).join("\n");
  return [`> Rejected (attempt ${rejected.attempt}): ${who} doesn't fit its ${rejected.kind}:\n${lines}${got}`];
}

function verdict({ verdict, complete_by }: Envelope): string[] {
  if (!verdict) return [];
  const code = verdict.exit_code === null ? "" : ` (exit code ${verdict.exit_code})`;
  const why = verdict.why ? `: ${verdict.why}` : "";
  const output = verdict.output.trim() === ""
    ? ""
    : `\n${verdict.output.trim().split("\n").map((line) => `> ${line}`).join("\n")}`;
  const gate = verdict.kind === "gate" && complete_by?.gate ? ` \`${complete_by.gate}\`` : "";
  const hint = verdict.verdict === "unevaluable" ? "\n> Repair the gate and deliver again, or end the session." : "";
  return [`> The ${verdict.kind}${gate} says ${verdict.verdict}${code}${why}${output}${hint}`];
}

function child(one: EnvelopeChild): string {
  const model = one.model ? `, model ${one.model}` : "";
  const state = one.done ? ", done" : `, ticket \`${one.ticket}\``;
  const contract = one.contract.length > 0 ? `\nContract: ${one.contract.join("; ")}` : "";
  const tools = one.mandated_tools.length > 0 ? `\nUse: ${one.mandated_tools.join(", ")}` : "";
  return `## ${one.title} (child \`${one.id}\`${model}${state})\n\n${one.prompt.trim()}${contract}${tools}`;
}

function facts(envelope: Envelope): string {
  const { step, complete_by: by } = envelope;
  const lines: string[] = [];
  const add = (label: string, text: string | undefined) => {
    if (text) lines.push(`${label}: ${text}`);
  };
  add("Principles", step?.principles.join("; "));
  add("Constraints", step?.constraints.join("; "));
  add("Expected", step?.expected_outputs.join("; "));
  add("Use", step?.mandated_tools.join(", "));
  add("Delegate", step?.subagent && text(step.subagent));
  add("Model", step?.model);
  add("Context", Object.keys(envelope.context).length > 0 && step ? JSON.stringify(envelope.context) : undefined);
  add("Contract", by?.contract?.join("; "));
  add("Files wanted", by?.files?.join(", "));
  add("Gate", by?.gate && `\`${by.gate}\``);
  add("Say", by?.until && `"${by.until}" in the output once it's done`);
  add("Iteration", by?.iteration && `${by.iteration.n} of ${by.iteration.max}`);
  add("Then", ways(envelope));
  add("Allowed now", envelope.fence);
  if (envelope.approval) {
    const { question, labels, how } = envelope.approval;
    lines.push(`Approval: ${question} (${labels.join(" / ")}): ${how}`);
  }
  if (envelope.effect) {
    lines.push(`Still running: the ${envelope.effect.kind}${envelope.effect.run ? ` \`${envelope.effect.run}\`` : ""}`);
  }
  add(envelope.effect ? "Wait with" : "Finish with", by?.call);
  if (!by) lines.push(`Session ${envelope.session_id}`);
  return lines.join("\n");
}

function ways(envelope: Envelope): string {
  return envelope.ways_out.map(({ id, title, when }) => {
    const name = id === null ? "end" : title === id ? `\`${id}\`` : `\`${id}\` (${title})`;
    return when ? `${name} if ${when}` : name;
  }).join("; ");
}

function text(advice: object): string {
  return Object.entries(advice).map(([key, value]) => `${key} ${isJsonObject(value) ? JSON.stringify(value) : value}`)
    .join(", ");
}
