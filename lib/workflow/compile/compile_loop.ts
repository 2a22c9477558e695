/**
 * `loop`, and `verify`, which is a loop with only a gate. Source: spec "Step".
 * @module
 */

import { LIMITS } from "../../limits.ts";
import type { SourceMap } from "../../skill/source_node.ts";
import { DEFAULTS } from "../schema/mod.ts";
import type { Command, Loop } from "../workflow.ts";
import { entryOf, mapAt, numberAt, textAt, type TextScalar } from "./read_source.ts";

/** The loop of a step; where `verify` stands beside `loop`, the loop holds. */
export function compileLoop(step: SourceMap): Loop | undefined {
  const loop = mapAt(step, "loop");
  if (loop !== undefined) return loopOf(loop, entryOf(step, "loop")!.value.range);
  const verify = mapAt(step, "verify");
  return verify && verifyOf(verify, entryOf(step, "verify")!.value.range);
}

/** A command with its time-out. */
export function compileCommand(run: TextScalar, holder: SourceMap): Command {
  return { run: run.value, timeout: timeoutOf(holder), range: run.range };
}

function loopOf(map: SourceMap, range: Loop["range"]): Loop {
  const loop: Loop = { from: "loop", max: repetitionsOf(map, "max", DEFAULTS.loopMax), range };
  const until = textAt(map, "until");
  if (until !== undefined) Object.assign(loop, { until: until.value, untilRange: until.range });
  const gate = textAt(map, "gate");
  if (gate !== undefined) loop.gate = compileCommand(gate, map);
  const policy = policyOf(map);
  if (policy !== undefined) loop.onExhausted = policy;
  return loop;
}

function verifyOf(map: SourceMap, range: Loop["range"]): Loop {
  const max = repetitionsOf(map, "attempts", DEFAULTS.verifyAttempts);
  const loop: Loop = { from: "verify", max, onExhausted: policyOf(map) ?? "halt", range };
  const command = textAt(map, "command");
  if (command !== undefined) loop.gate = compileCommand(command, map);
  return loop;
}

function policyOf(map: SourceMap): Loop["onExhausted"] {
  const policy = textAt(map, "on_exhausted")?.value;
  if (policy === undefined || policy === "halt" || policy === "continue") return policy;
  return { step: policy };
}

/** A bound that isn't allowed is reported by the schema; whoever walks the workflow still gets one that is. */
function repetitionsOf(map: SourceMap, key: string, fallback: number): number {
  const written = numberAt(map, key);
  return written !== undefined && Number.isInteger(written) && written >= 1 && written <= LIMITS.loopMax
    ? written
    : fallback;
}

function timeoutOf(map: SourceMap): number {
  const written = numberAt(map, "timeout");
  return written !== undefined && written > 0 && written <= LIMITS.timeoutSeconds ? written : DEFAULTS.timeout;
}
