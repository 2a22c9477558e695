/**
 * Asks a person for the answer to a step.
 * @module
 */

import { userInfo } from "node:os";
import type { NextCommand, Outcome } from "../../host/engine/mod.ts";
import { outputText } from "../../session/output_text.ts";
import { stepOf } from "../../workflow/workflow.ts";
import type { Io } from "../io.ts";
import { styleOf } from "../style.ts";

/** What a person typed. */
export type Answer = { next: NextCommand } | { approve: { choice: string; by: string; note?: string } };

const MORE = '(an empty line ends it; "." alone sends nothing; Ctrl-D stops)';

/** The answer to what the session waits for; null where the person wants to stop. */
export async function askAnswer({ state, envelope }: Outcome, io: Io): Promise<Answer | null> {
  switch (state.waiting?.for) {
    case "choice":
      return await askOne("Where to", state.waiting.targets, io, (choice) => ({ next: { choice } }));
    case "approval": {
      const { question, labels } = envelope.approval!;
      return await askOne(question, labels, io, (choice) => ({ approve: { choice, by: userInfo().username } }));
    }
    case "children": {
      const outputs: Record<string, string> = {};
      for (const id of state.waiting.missing) {
        const text = await askText(`Result of ${stepOf(state.workflow, id).title}`, io);
        if (text === null) return null;
        outputs[id] = text;
      }
      return { next: { outputs } };
    }
    default: {
      const text = await askText("Result", io);
      if (text === null) return null;
      const variables = await askVariables(state, io);
      if (variables === null) return null;
      return {
        next: { ...(text === "" ? {} : { output: text }), ...(Object.keys(variables).length > 0 ? { variables } : {}) },
      };
    }
  }
}

async function askOne(
  question: string,
  labels: string[],
  io: Io,
  answer: (label: string) => Answer,
): Promise<Answer | null> {
  for (;;) {
    const typed = await io.ask(`${question} [${labels.join("/")}]: `);
    if (typed === null) return null;
    const found = labels.find((label) => label.toLowerCase() === typed.trim().toLowerCase());
    if (found !== undefined) return answer(found);
    io.err(`Type one of ${labels.join(", ")}\n`);
  }
}

async function askText(label: string, io: Io): Promise<string | null> {
  const style = styleOf(io.colour);
  io.out(`\n${style.bold(label)} ${style.dim(MORE)}\n`);
  const lines: string[] = [];
  for (;;) {
    const line = await io.ask(style.green("› "));
    if (line === null) return lines.length > 0 ? lines.join("\n") : null;
    if (line === "." && lines.length === 0) return "";
    if (line === "" && lines.length > 0) return lines.join("\n");
    if (line !== "") lines.push(line);
  }
}

/** Only the variables that the step's own conditions read: asking for all of them at every step would be a form. */
async function askVariables(state: Outcome["state"], io: Io): Promise<Record<string, never> | null> {
  const step = stepOf(state.workflow, state.step!);
  const conditions = step.exits.flatMap((exit) => exit.condition ? [exit.condition.text] : []).join("\n");
  const variables: Record<string, unknown> = {};
  for (const { name, type } of Object.values(state.workflow.variables)) {
    if (!new RegExp(`\\b${name}\\b`).test(conditions)) continue;
    for (;;) {
      const now = state.context[name] ?? null;
      const typed = await io.ask(`${name} (${type}, now ${outputText(now) || "unset"}; Enter keeps it): `);
      if (typed === null) return null;
      if (typed.trim() === "") break;
      const value = type === "string" ? typed : parse(typed);
      if (value !== undefined) {
        variables[name] = value;
        break;
      }
      io.err(`Type ${type} as JSON, such as ${EXAMPLES[type]}\n`);
    }
  }
  return variables as Record<string, never>;
}

const EXAMPLES = { string: '"text"', integer: "3", number: "1.5", boolean: "true", list: "[1, 2]", object: '{"a": 1}' };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
