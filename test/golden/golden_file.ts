/**
 * Golden traces: a skill, what is answered to it, and what must come of it, in a `*.golden.yaml`.
 *
 * | key | means |
 * |---|---|
 * | `findings` | codes of all that `validate` finds, sorted; none if left out |
 * | `runs[].answers` | as in a file of answers: `next_step` arguments, or a text for `step_output` |
 * | `runs[].files` | what lies in the workspace before the start |
 * | `runs[].verdicts` | what the machine says, in order; for the bare reducer it's the script, for the doors the wanted result |
 * | `runs[].shown` | instructions of steps as an agent gets them, the first time |
 * | `runs[].refused` | the error's code where the last answer is refused |
 * | the rest | the wanted trace; what is left out is empty, and `cycles` 1 |
 * @module
 */

import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { readAnswers } from "../../lib/cli/answers.ts";
import type { NextArguments } from "../../lib/host/engine/arguments.ts";
import type { Json, JsonObject } from "../../lib/json.ts";
import type { Verdict } from "../../lib/session/input.ts";
import type { Trace } from "./trace.ts";

/** One thing that the machine says. */
export interface MachineVerdict {
  kind: "command" | "gate" | "files";
  step: string;
  iteration: number;
  verdict: Verdict;
  exit: number | null;
  output: string;
  exhausted: boolean;
}

/** One run with all that must come of it. */
export interface GoldenRun {
  name: string;
  input?: string;
  context?: JsonObject;
  files: { [path: string]: string };
  answers: NextArguments[];
  verdicts: MachineVerdict[];
  shown: { [step: string]: string };
  want: Trace;
}

/** One file. */
export interface Golden {
  findings: string[];
  runs: GoldenRun[];
}

interface RawVerdict {
  command?: string;
  gate?: string;
  files?: string;
  iteration?: number;
  verdict: Verdict;
  exit?: number;
  output?: string;
  exhausted?: true;
}

interface RawRun extends Partial<Omit<Trace, "verdicts">> {
  name: string;
  input?: string;
  initial_context?: JsonObject;
  files?: { [path: string]: string };
  answers: Json[];
  verdicts?: RawVerdict[];
  shown?: { [step: string]: string };
}

/** Reads a golden file. */
export function readGolden(path: string): Golden {
  const { findings = [], runs } = parse(readFileSync(path, "utf8")) as { findings?: string[]; runs: RawRun[] };
  return { findings: [...findings].sort(), runs: runs.map(runOf) };
}

function runOf(raw: RawRun): GoldenRun {
  const verdicts = (raw.verdicts ?? []).map(verdictOf);
  return {
    name: raw.name,
    ...(raw.input === undefined ? {} : { input: raw.input }),
    ...(raw.initial_context === undefined ? {} : { context: raw.initial_context }),
    files: raw.files ?? {},
    answers: readAnswers(JSON.stringify(raw.answers), raw.name),
    verdicts,
    shown: raw.shown ?? {},
    want: {
      path: raw.path ?? "",
      cycles: raw.cycles ?? 1,
      verdicts: verdicts.map(verdictLine),
      rejections: raw.rejections ?? [],
      approvals: raw.approvals ?? [],
      context: raw.context ?? {},
      deliverables: raw.deliverables ?? {},
      end: raw.end!,
      refused: raw.refused ?? "",
    },
  };
}

function verdictOf(raw: RawVerdict): MachineVerdict {
  const kind = raw.command === undefined ? raw.gate === undefined ? "files" : "gate" : "command";
  return {
    kind,
    step: raw[kind]!,
    iteration: raw.iteration ?? 1,
    verdict: raw.verdict,
    exit: raw.exit ?? null,
    output: raw.output ?? "",
    exhausted: raw.exhausted ?? false,
  };
}

/** A verdict in one line, as traces have it. */
export function verdictLine(one: Omit<MachineVerdict, "output">): string {
  const { kind, step, iteration, verdict, exit, exhausted } = one;
  return `${kind} ${step} ${iteration} ${verdict} ${exit ?? "-"}${exhausted ? " exhausted" : ""}`;
}
