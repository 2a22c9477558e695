/**
 * What a run came to, without what differs from run to run (ids, times).
 * @module
 */

import type { JsonObject } from "../../lib/json.ts";
import type { Halt, Status } from "../../lib/session/state.ts";
import type { Report } from "../../lib/session/report.ts";
import { verdictLine } from "./golden_file.ts";

/** The result of a run, whichever way it was walked. */
export interface Trace {
  /** The steps entered, in order, separated by blanks. */
  path: string;
  cycles: number;
  /** `gate mend 2 fail 1 exhausted`: kind, step, iteration, verdict, exit code. */
  verdicts: string[];
  /** `step/child kind attempt`. */
  rejections: string[];
  /** `step label assurance`. */
  approvals: string[];
  context: JsonObject;
  deliverables: JsonObject;
  /** The status, or the reason of the halt. */
  end: string;
  /** The code of the error that ended the run; empty where there was none. */
  refused: string;
}

/** Where a session stands, in one word. */
export function endOf({ status, halt }: { status: Status; halt?: Halt | null }): string {
  return status === "halted" ? halt!.reason : status;
}

/** The trace that a report tells of. */
export function traceOf(report: Report, end: string, refused: string): Trace {
  return {
    path: report.path.map((entry) => entry.step).join(" "),
    cycles: report.cycles,
    verdicts: report.gates.map((gate) =>
      verdictLine({ ...gate, kind: gate.kind as "gate", exit: gate.exit_code, exhausted: gate.exhausted ?? false })
    ),
    rejections: report.rejections.map(({ step, child, kind, attempt }) =>
      `${step}${child === undefined ? "" : `/${child}`} ${kind} ${attempt}`
    ),
    approvals: report.approvals.map(({ step, choice, assurance }) => `${step} ${choice} ${assurance}`),
    context: report.context,
    deliverables: report.deliverables,
    end,
    refused,
  };
}
