/**
 * The current step as an agent gets it. Source: spec "Envelope".
 * @module
 */

import { allowedLine } from "../fence/mod.ts";
import { type JsonObject, ownValue } from "../json.ts";
import { describeRequire } from "../workflow/contract/require.ts";
import { type Exit, type Step, stepOf } from "../workflow/workflow.ts";
import type { Envelope, EnvelopeChild, WayOut } from "./envelope_type.ts";
import { fenceView } from "./fence_view.ts";
import { instructionsOf } from "./instructions.ts";
import { isOpen, wayOn } from "./refusal.ts";
import type { SessionState } from "./state.ts";

/**
 * What the agent may see: the current step, its rules, and the call that ends it. Instructions of steps that aren't
 * entered are never in it.
 *
 * @example
 * ```ts
 * import { envelope, parseSkill, start } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
 * const state = start(parseSkill(text).workflow!, { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" });
 * console.assert(envelope(state).step?.instructions === "Go.");
 * ```
 */
export function envelope(state: SessionState): Envelope {
  const { workflow } = state;
  const base: Envelope = {
    session_id: state.id,
    workflow: workflow.name,
    title: workflow.title,
    status: state.status,
    revision: state.revision,
    turn: state.turn,
    cycle: state.cycle,
    progress: progressOf(state),
    context: declaredContext(state),
    ways_out: [],
    notices: [...state.notices],
  };
  if (state.halt) base.halt = state.halt;
  if (state.summary !== null) base.summary = state.summary;
  if (state.step === null || !isOpen(state)) return base;
  if (state.status !== "running") base.notices.push(`${state.status}: ${wayOn(state)}`);
  return withStep(base, state, stepOf(workflow, state.step));
}

function withStep(base: Envelope, state: SessionState, step: Step): Envelope {
  const { text, missing } = instructionsOf(state, step);
  if (missing.length > 0 && state.workflow.form !== "flat") {
    base.notices.push(`${missing.map((name) => `{{${name}}}`).join(", ")} had no value and is empty`);
  }
  base.step = {
    id: step.id,
    title: step.title,
    type: step.type,
    instructions: text,
    constraints: step.constraints,
    principles: [...state.workflow.principles, ...step.principles],
    expected_outputs: step.expectedOutputs,
    mandated_tools: step.mandatedTools,
    ...(step.subagent ? { subagent: step.subagent } : {}),
    ...(step.model ? { model: step.model } : {}),
  };
  base.ways_out = waysOut(state, step);
  if (state.last_rejection) base.rejected = state.last_rejection;
  const gate = ownValue(state.gates, step.id);
  if (gate && gate.kind !== "command" && gate.visit === state.visits[step.id] && gate.verdict !== "pass") {
    base.verdict = gate;
  }
  if (state.status !== "running") return base;
  base.fence = allowedLine(fenceView(state));
  switch (state.waiting!.for) {
    case "effect": {
      const { kind, run, files } = state.waiting!.effect;
      base.effect = { kind, ...(run === undefined ? {} : { run }), ...(files === undefined ? {} : { files }) };
      break;
    }
    case "approval":
      base.approval = {
        question: step.approval!.question,
        labels: step.approval!.labels,
        assurance: step.approval!.assurance,
        how: step.approval!.assurance === "reported"
          ? "ask the user, then send the label as transition_choice"
          : `a person runs \`skill-workflow approve ${state.id} ${step.id}\``,
      };
      break;
    case "children":
      base.children = childrenOf(state, step);
  }
  base.complete_by = completeBy(state, step);
  return base;
}

/** The call that ends the step, with all that it will be measured by. */
function completeBy(state: SessionState, step: Step): Envelope["complete_by"] {
  const contract = contractOf(step);
  return {
    call: callOf(state),
    turn: state.turn,
    ...(step.loop?.gate ? { gate: step.loop.gate.run } : {}),
    ...(step.files?.length ? { files: step.files.map((file) => file.path) } : {}),
    ...(step.loop?.until ? { until: step.loop.until } : {}),
    ...(contract.length > 0 ? { contract } : {}),
    ...(step.loop ? { iteration: { n: state.iteration, max: step.loop.max } } : {}),
  };
}

function callOf(state: SessionState): string {
  const head = { session_id: state.id, turn: state.turn };
  const call = (rest: JsonObject) => `next_step ${JSON.stringify({ ...head, ...rest })}`;
  switch (state.waiting!.for) {
    case "effect":
      return `current_step ${JSON.stringify({ session_id: state.id })}`;
    case "children":
      return call({
        outputs: Object.fromEntries((state.waiting as { missing: string[] }).missing.map((id) => [id, "…"])),
      });
    case "choice":
    case "approval":
      return call({ transition_choice: "…" });
    default:
      return call({ step_output: "…" });
  }
}

function contractOf(step: Step): string[] {
  return [
    ...(step.require ? describeRequire(step.require) : []),
    ...(step.schema ? [`JSON that fits ${JSON.stringify(step.schema.value)}`] : []),
  ];
}

function childrenOf(state: SessionState, step: Step): EnvelopeChild[] {
  const tickets = Object.entries(state.tickets);
  return step.children!.map(({ id }) => {
    const child = stepOf(state.workflow, id);
    const [ticket, { used }] = tickets.find(([, one]) => one.child === id)!;
    return {
      id,
      title: child.title,
      ticket,
      done: used,
      ...(child.model ? { model: child.model } : {}),
      prompt: instructionsOf(state, child).text,
      contract: contractOf(child),
      mandated_tools: child.mandatedTools,
    };
  });
}

/** Ids and titles only; an implied end is shown too, so that the end comes as no surprise. */
function waysOut(state: SessionState, step: Step): WayOut[] {
  const seen = new Set<string>();
  const ways: WayOut[] = [];
  for (const exit of step.exits) {
    const when = whenOf(exit);
    const key = `${exit.target ?? ""} ${when ?? ""}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const title = exit.target === null ? "End" : ownValue(state.workflow.steps, exit.target)?.title ?? exit.target;
    ways.push({ id: exit.target, title, ...(when === undefined ? {} : { when }) });
  }
  return ways;
}

function whenOf(exit: Exit): string | undefined {
  switch (exit.kind) {
    case "approval":
      return `a person says "${exit.label}"`;
    case "branch":
      return `the output says "${exit.when}"`;
    case "condition":
      return exit.condition!.text;
    case "choice":
      return "your choice";
    case "exhausted":
      return "the iterations are used up";
    default:
      return undefined;
  }
}

function declaredContext(state: SessionState): JsonObject {
  return Object.fromEntries(Object.keys(state.workflow.variables).map((name) => [name, state.context[name] ?? null]));
}

/** The place of the current step among the declared ones, children left out. */
function progressOf(state: SessionState): { step: number; of: number } {
  const steps = walkableSteps(state.workflow);
  return { step: state.step === null ? steps.length : steps.indexOf(state.step) + 1, of: steps.length };
}

const WALKABLE = new WeakMap<SessionState["workflow"], string[]>();

function walkableSteps(workflow: SessionState["workflow"]): string[] {
  let steps = WALKABLE.get(workflow);
  if (!steps) {
    steps = workflow.order.filter((id) => workflow.steps[id].kind !== "child");
    WALKABLE.set(workflow, steps);
  }
  return steps;
}
