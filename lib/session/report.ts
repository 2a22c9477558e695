/**
 * What happened in a session, from its inputs: the closing report and the timeline.
 * @module
 */

import { type Json, type JsonObject, ownValue } from "../json.ts";
import type { StepId, Workflow } from "../workflow/workflow.ts";
import { millisecondsBetween } from "./duration.ts";
import type { Door, Input, StartInput, Verdict } from "./input.ts";
import { start } from "./start.ts";
import type { ApprovalRecord, Halt, Owner, PathEntry, Rejection, SessionState, Status } from "./state.ts";
import { step } from "./step.ts";

/** One thing that happened, in the journal's order. */
export interface TimelineEntry {
  /** The journal's line. */
  revision: number;
  /** ISO 8601, UTC. */
  at: string;
  /** The door it came through. */
  door: Door;
  /** The input's type, or `start`. */
  event: "start" | Input["type"];
  /** The step it happened in. */
  step: StepId | null;
  /** What it came to, in a few words. */
  result: string;
}

/** The audit report of a session. */
export interface Report {
  /** The session's id. */
  session_id: string;
  /** The workflow's name. */
  workflow: string;
  /** The workflow's title. */
  title: string;
  /** The workflow's version. */
  version: string;
  /** Where the session stands. */
  status: Status;
  /** Why it was halted, also where it was aborted afterwards. */
  halt: Halt | null;
  /** Whose session it is; null where nobody said. */
  owner: Owner | null;
  /** The task in the user's words. */
  input: string | null;
  /** ISO 8601, UTC. */
  started_at: string;
  /** Time of the last input, ISO 8601, UTC. */
  ended_at: string;
  /** From the start to the last input, in milliseconds. */
  duration_ms: number | null;
  /** Steps entered. */
  steps: number;
  /** How often a way back was taken, plus one. */
  cycles: number;
  /** Deliveries taken, rejected ones included. */
  deliveries: number;
  /** The steps entered, in order. */
  path: PathEntry[];
  /** What the machine checked. */
  gates: {
    step: StepId;
    visit: number;
    iteration: number;
    kind: string;
    verdict: Verdict;
    exit_code: number | null;
    exhausted?: true;
  }[];
  /** Deliveries that were found wanting. */
  rejections: Rejection[];
  /** What people decided. */
  approvals: ({ step: StepId } & ApprovalRecord)[];
  /** The output that each step was left with. */
  deliverables: { [step: StepId]: Json };
  /** The variables at the end. */
  context: JsonObject;
  /** What was said at the end. */
  summary: string | null;
  /** What happened, an entry an input. */
  timeline: TimelineEntry[];
}

/**
 * Folds the inputs once more and writes down what each came to.
 *
 * @throws what `start` and `step` throw
 *
 * @example
 * ```ts
 * import { parseSkill, report } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const at = "2026-01-01T00:00:00Z";
 * const done = report(parseSkill(text).workflow!, { id: "wf_a_00000000", at }, [{ type: "deliver", at, door: "library", output: "x" }]);
 * console.assert(done.status === "completed" && done.deliverables.one === "x");
 * ```
 */
export function report(workflow: Workflow, first: StartInput, inputs: readonly Input[]): Report {
  let state = start(workflow, first);
  const lists: Pick<Report, "path" | "gates" | "rejections" | "approvals" | "timeline"> = {
    path: [...state.path],
    gates: [],
    rejections: [],
    approvals: [],
    timeline: [{
      revision: 1,
      at: first.at,
      door: first.door ?? "library",
      event: "start",
      step: state.step,
      result: first.owner ? `started by ${inWords(first.owner)}` : "started",
    }],
  };
  for (const input of inputs) {
    const before = state;
    state = step(before, input);
    if (state !== before) note(lists, before, state, input);
  }
  return {
    session_id: state.id,
    workflow: workflow.name,
    title: workflow.title,
    version: workflow.version,
    status: state.status,
    halt: state.halt,
    owner: state.owner,
    input: state.input,
    started_at: state.started_at,
    ended_at: state.updated_at,
    duration_ms: millisecondsBetween(state.started_at, state.updated_at),
    steps: state.entered,
    cycles: state.cycle,
    deliveries: state.turn,
    ...lists,
    deliverables: state.outputs,
    context: state.context,
    summary: state.summary,
  };
}

function note(
  lists: Pick<Report, "path" | "gates" | "rejections" | "approvals" | "timeline">,
  before: SessionState,
  after: SessionState,
  input: Input,
): void {
  const results: string[] = [];
  if (after.last_rejection && after.last_rejection !== before.last_rejection) {
    lists.rejections.push(after.last_rejection);
    results.push(`rejected: ${after.last_rejection.problems.join("; ")}`);
  }
  for (const id of Object.keys(after.gates)) {
    const gate = after.gates[id];
    if (gate === ownValue(before.gates, id)) continue;
    const { visit, iteration, kind, verdict, exit_code } = gate;
    lists.gates.push({
      step: id,
      visit,
      iteration,
      kind,
      verdict,
      exit_code,
      ...(gate.exhausted ? { exhausted: true } : {}),
    });
    results.push(
      `${kind} ${verdict}${exit_code === null ? "" : ` (exit code ${exit_code})`}${
        gate.exhausted ? ", exhausted" : ""
      }`,
    );
  }
  for (const id of Object.keys(after.approvals)) {
    const approval = after.approvals[id];
    if (approval === ownValue(before.approvals, id)) continue;
    lists.approvals.push({ step: id, ...approval });
    results.push(`"${approval.choice}" by ${approval.by} (${approval.assurance})`);
  }
  if (after.entered > before.entered) {
    lists.path.push(after.path[after.path.length - 1]);
    results.push(`entered ${after.step}`);
  } else if (after.iteration > before.iteration) results.push(`iteration ${after.iteration}`);
  if (after.status !== before.status) {
    results.push(after.halt && !before.halt ? `halted: ${after.halt.reason}` : after.status);
  }
  if (input.type === "claim") results.push(`taken over by ${inWords(input.owner)}`);
  if ("reason" in input && input.reason) results.push(`reason: ${input.reason}`);
  lists.timeline.push({
    revision: after.revision,
    at: input.at,
    door: input.door,
    event: input.type,
    step: before.step,
    result: results.join(", ") || "taken",
  });
}

function inWords({ session, agent, client }: Owner): string {
  return `${session}${agent === undefined ? "" : `, agent ${agent}`}${client === undefined ? "" : ` (${client})`}`;
}
