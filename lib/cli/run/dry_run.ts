/**
 * What a walk of a workflow would come to, found out without one: every step that can be reached, every way out, and what
 * would run there.
 * @module
 */

import { joinExits } from "../../draw/join_exits.ts";
import { listCommands, type ListedCommand } from "../../host/list_commands.ts";
import type { TrustCheck } from "../../host/trust.ts";
import { describeRequire } from "../../workflow/contract/require.ts";
import { buildGraph, waysFrom } from "../../workflow/graph.ts";
import { pathTo, search } from "../../workflow/shortest_path.ts";
import { type Approval, type Step, type StepId, stepOf, type Workflow } from "../../workflow/workflow.ts";

/** A way out. */
export interface DryWay {
  /** Null is the end of the run. */
  to: StepId | null;
  /** When it is taken, in the order in which ways are tried; empty where it needs no condition. */
  when: string[];
  /** Nobody wrote it. */
  implied: boolean;
}

/** A step as the walk would meet it. */
export interface DryStep {
  id: StepId;
  title: string;
  kind: Step["kind"];
  type: Step["type"];
  /** Where its instructions are: `section ## Look`, `file steps/look.md`, `prompt` …. */
  instructions: string;
  /** What the host would run. */
  commands: ListedCommand[];
  /** Files that would have to exist. */
  files: string[];
  contract: string[];
  loop?: { until?: string; max: number; on_exhausted?: string };
  approval?: Pick<Approval, "question" | "labels" | "assurance">;
  children: DryStep[];
  /** A shortest way from the start, this step included. */
  path: StepId[];
  ways: DryWay[];
}

/** Everything that could happen. */
export interface DryRun {
  workflow: string;
  title: string;
  start: StepId;
  /** In the order in which they are come to. */
  steps: DryStep[];
  /** A shortest way to each end. */
  paths: StepId[][];
  /** Whether its commands may run in this workspace; true where there are none. */
  trusted: boolean;
  /** Why they mayn't. */
  why?: string;
}

/**
 * Explores a workflow without a session, an effect or a file written.
 *
 * @param workflow one without errors
 */
export function dryRun(workflow: Workflow, trust: TrustCheck): DryRun {
  const graph = buildGraph(workflow);
  const arrivals = search([graph.start!], (id) => waysFrom(graph, id));
  const commands = listCommands(workflow);
  const describe = (id: StepId, path: StepId[]): DryStep => {
    const step = stepOf(workflow, id);
    const { require, schema, loop, approval } = step;
    return {
      id,
      title: step.title,
      kind: step.kind,
      type: step.type,
      instructions: instructionsOf(step),
      commands: commands.filter((command) => command.step === id),
      files: (step.files ?? []).map((file) => file.path),
      contract: [...(require ? describeRequire(require) : []), ...(schema ? ["fits a schema"] : [])],
      ...(loop === undefined ? {} : { loop: loopOf(loop) }),
      ...(approval === undefined ? {} : { approval: approvalOf(approval) }),
      children: (step.children ?? []).map((child) => describe(child.id, [...path, child.id])),
      path,
      ways: joinExits(step, (exit) => exit.target).map(({ target, labels, implied }) => (
        { to: target, when: labels, implied }
      )),
    };
  };
  return {
    workflow: workflow.name,
    title: workflow.title,
    start: graph.start!,
    steps: [...arrivals.keys()].map((id) => describe(id, pathTo(arrivals, id)!)),
    paths: [...arrivals.keys()].filter((id) => graph.ends.has(id)).map((id) => pathTo(arrivals, id)!),
    trusted: trust.trusted,
    ...(trust.trusted ? {} : { why: trust.why }),
  };
}

function instructionsOf({ source: { kind, name } }: Step): string {
  return name === undefined ? kind : `${kind} ${name}`;
}

function loopOf({ until, max, onExhausted }: NonNullable<Step["loop"]>): NonNullable<DryStep["loop"]> {
  return {
    ...(until === undefined ? {} : { until }),
    max,
    ...(onExhausted === undefined
      ? {}
      : { on_exhausted: typeof onExhausted === "string" ? onExhausted : onExhausted.step }),
  };
}

function approvalOf({ question, labels, assurance }: Approval): NonNullable<DryStep["approval"]> {
  return { question, labels, assurance };
}
