/**
 * What a person is asked in a form, and nothing else of a workflow. Source: spec "MCP server".
 * @module
 */

import type { Outcome } from "../../lib/host/engine/mod.ts";
import type { Json } from "../../lib/json.ts";
import { excerpt } from "../../lib/session/excerpt.ts";
import { outputText } from "../../lib/session/output_text.ts";
import { printable } from "../../lib/text_width.ts";
import { type Step, stepOf } from "../../lib/workflow/workflow.ts";
import { formOf, type FormSchema } from "./form_schema.ts";

/** What a question is about: all that is needed to take its answer, and no text. */
export type Asked =
  | AskedOfSession
  | { about: "trust"; skill: string; digest: string };

/** A question about a step. */
export interface AskedOfSession {
  about: "approval" | "choice" | "answer";
  session: string;
  step: string;
  visit: number;
  turn: number;
  /** The answer is the fields of the step's schema, not a text. */
  fields?: true;
}

/** A form. */
export interface Question {
  /** What it's about. */
  asked: Asked;
  /** What the person reads. */
  message: string;
  /** The fields. */
  schema: FormSchema;
}

/** Units of a deliverable that a person is shown. */
const SHOWN = 3_000;
/** Units of a note. */
export const MAX_NOTE = 2_000;
/** The answer of somebody who trusts. */
export const TRUSTED = "trust these commands";

/** What a session that has just moved wants of a person: an approval, or a way out that nobody has chosen. */
export function questionOf({ state, envelope }: Outcome): Question | undefined {
  const { waiting } = state;
  if (state.status !== "running" || state.step === null) return undefined;
  const step = stepOf(state.workflow, state.step);
  const delivered = said(`"${step.title}" delivered`, state.outputs[step.id]);
  if (waiting?.for === "approval" && step.approval?.assurance === "elicited") {
    const { question, labels } = step.approval;
    return {
      asked: asked("approval", state, step),
      message: textOf([titleOf(envelope.title), question, delivered]),
      schema: {
        type: "object",
        properties: {
          choice: { type: "string", title: "Your decision", enum: labels },
          note: { type: "string", title: "Note", description: "Goes on the record", maxLength: MAX_NOTE },
        },
        required: ["choice"],
      },
    };
  }
  if (waiting?.for !== "choice") return undefined;
  const targets = waiting.targets;
  const ways = targets.map((id) => `- ${id}: ${stepOf(state.workflow, id).title}`).join("\n");
  return {
    asked: asked("choice", state, step),
    message: textOf([titleOf(envelope.title), `How does it go on after "${step.title}"?\n${ways}`, delivered]),
    schema: {
      type: "object",
      properties: { choice: { type: "string", title: "Go on with", enum: targets } },
      required: ["choice"],
    },
  };
}

/** The step whose deliverable is a person's answer, where a form can hold it. */
function interactiveStep({ state }: Outcome): Step | undefined {
  if (state.status !== "running" || state.waiting?.for !== "delivery" || state.step === null) return undefined;
  const step = stepOf(state.workflow, state.step);
  return step.type === "interactive" && formOf(step) !== undefined ? step : undefined;
}

/** What an `interactive` step asks: in the agent's words, which know what there is to decide, else in its own. */
export function answerQuestion(outcome: Outcome, words: Json | undefined): Question | undefined {
  const step = interactiveStep(outcome);
  if (step === undefined) return undefined;
  const { state, envelope } = outcome;
  const rejected = envelope.rejected?.problems.map((problem) => `- ${problem}`).join("\n");
  return {
    asked: { ...asked("answer", state, step), ...(step.schema === undefined ? {} : { fields: true as const }) },
    message: textOf([
      `${titleOf(envelope.title)}: ${step.title}`,
      shown(outputText(words) || envelope.step!.instructions),
      rejected && `The last answer didn't do:\n${rejected}`,
    ]),
    schema: formOf(step)!,
  };
}

/** Whether a skill may run its commands. */
export function trustQuestion(request: {
  skill: string;
  workspace: string;
  digest: string;
  commands: readonly string[];
}): Question {
  const { skill, workspace, digest, commands } = request;
  return {
    asked: { about: "trust", skill, digest },
    message: textOf([
      `The skill "${skill}" would run these commands in ${workspace}, without asking again:`,
      // A command that isn't shown isn't trusted: no excerpt here.
      commands.map(lines).join("\n"),
    ]),
    schema: {
      type: "object",
      properties: { decision: { type: "string", title: "Your decision", enum: ["no", TRUSTED] } },
      required: ["decision"],
    },
  };
}

function asked(about: AskedOfSession["about"], state: Outcome["state"], step: Step): AskedOfSession {
  return { about, session: state.id, step: step.id, visit: state.visits[step.id], turn: state.turn };
}

function titleOf(title: string): string {
  return `Workflow "${title}"`;
}

function said(who: string, output: Json | undefined): string {
  const text = outputText(output).trim();
  return text === "" ? "" : `${who}:\n\n${shown(text)}`;
}

function shown(text: string): string {
  return excerpt(text.trim(), SHOWN);
}

function textOf(blocks: readonly (string | undefined)[]): string {
  return blocks.filter((block) => block !== undefined && block !== "").map((block) => lines(block!)).join("\n\n");
}

/** A client may show it in a terminal. */
function lines(text: string): string {
  return text.split("\n").map((line) => printable(line.replaceAll("\t", "  ").replace(/\r$/, ""))).join("\n");
}
