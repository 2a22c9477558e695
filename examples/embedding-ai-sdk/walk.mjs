// The reducer inside the Vercel AI SDK: the model has one tool, and gets to see one step at a time.
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import { envelope, parseSkill, renderEnvelope, start, step, WorkflowError } from "skill-workflow";

/** Lets a model walk a skill's workflow; resolves with the session as it ended. */
export async function walk({ model, skill, task, maxCalls = 30, now = () => new Date().toISOString() }) {
  let state = start(parseSkill(skill).workflow, { id: `wf_${crypto.randomUUID()}`, at: now(), input: task });

  const nextStep = tool({
    description: "Hands in the current step's result and gives the next step, or says what is missing",
    inputSchema: jsonSchema({
      type: "object",
      properties: {
        turn: { type: "integer", description: "The turn that this answers, as the step says" },
        output: { type: "string", description: "The deliverable" },
        variables: { type: "object", description: "Context updates" },
        choice: { type: "string", description: "A step id, where a choice is asked for" },
      },
      required: ["turn", "output"],
    }),
    execute: (answer) => {
      try {
        // `answer.turn` says which step this answers: a call that comes twice advances once.
        state = step(state, { type: "deliver", at: now(), door: "library", ...answer });
        return renderEnvelope(envelope(state));
      } catch (error) {
        // A refused answer changes nothing, and its text says what to do.
        if (error instanceof WorkflowError) return `${error.code}: ${error.message}`;
        throw error;
      }
    },
  });

  await generateText({
    model,
    system: "Do just the step that you are given, then hand in its result with next_step.",
    prompt: renderEnvelope(envelope(state)),
    tools: { next_step: nextStep },
    // A workflow with gates or approvals waits for something else here: see `state.waiting`.
    stopWhen: [stepCountIs(maxCalls), () => state.status !== "running"],
  });
  return state;
}
