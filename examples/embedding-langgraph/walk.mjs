// The reducer inside LangGraph: the session is a channel of the graph, so its checkpoints hold it, and one edge asks the
// reducer whether the work goes on. The workflow decides the way; the graph only calls the model.
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { envelope, renderEnvelope, step, WorkflowError } from "skill-workflow";

const RULES = 'Do just the step that you are given. Answer with JSON: {"output": "…", "variables": {…}}.';

const Walk = Annotation.Root({
  /** Plain JSON: any checkpointer keeps it. */
  session: Annotation(),
  answer: Annotation(),
  /** What was wrong with the last answer. */
  refused: Annotation(),
});

/** A graph that lets a chat model walk a session; give it `{ session: start(…) }`. */
export function makeWalker({ model, checkpointer, now = () => new Date().toISOString() }) {
  return new StateGraph(Walk)
    .addNode("work", async ({ session, refused }) => {
      const told = [refused, renderEnvelope(envelope(session))].filter(Boolean).join("\n\n");
      const { content } = await model.invoke([["system", RULES], ["user", told]]);
      return { answer: JSON.parse(content) };
    })
    .addNode("hand_in", ({ session, answer }) => {
      try {
        const delivery = { type: "deliver", at: now(), door: "library", turn: session.turn, ...answer };
        return { session: step(session, delivery), refused: null };
      } catch (error) {
        // A refused answer changes nothing, and its text says what to do.
        if (error instanceof WorkflowError) return { refused: `${error.code}: ${error.message}` };
        throw error;
      }
    })
    .addEdge(START, "work")
    .addEdge("work", "hand_in")
    // A workflow with gates or approvals waits for something else here: see `session.waiting`.
    .addConditionalEdges("hand_in", ({ session }) => session.status === "running" ? "work" : END)
    .compile({ checkpointer });
}
