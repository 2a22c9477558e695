/**
 * A scenario: a walk through a workflow as its author expects it, with what the agent, the machine and a person say.
 * @module
 */

import type { Range } from "../diagnostic.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Verdict } from "../session/input.ts";
import type { StepId } from "../workflow/workflow.ts";

/** What an agent hands in: the arguments of `next_step`, but for those that name the session. */
export interface ScenarioAnswer {
  user_response?: string;
  step_output?: Json;
  outputs?: JsonObject;
  /** A child's id (or its ticket), to hand in just its result. */
  child?: string;
  transition_choice?: string;
  variables?: JsonObject;
}

/** What a command, a gate or a check of files is said to have come to. */
export interface ScenarioVerdict {
  verdict: Verdict;
  exit_code?: number;
  output?: string;
}

/** One turn of the walk. */
export interface ScenarioStep {
  /** Where the run has to stand before the turn. */
  expect: StepId;
  answer?: ScenarioAnswer;
  /** One for each check that the step asks for in this turn. */
  verdicts: ScenarioVerdict[];
  /** The label that a person chooses. */
  approve?: string;
  /** The answer has to be refused; a text has to stand in what is said about it. */
  rejected?: true | string;
  /** Ends the run here, as `end_workflow` does. */
  finish?: "completed" | "aborted";
  /** Asks the effect again that halted the run. */
  retry?: true;
}

/** A walk and what has to be true after it. */
export interface Scenario {
  name: string;
  file?: string;
  input?: string;
  context?: JsonObject;
  steps: ScenarioStep[];
  /** `completed`, `aborted`, `running`, `halted`, or `halted:` with a reason. */
  end: string;
  /** Every step entered, in order. */
  path?: StepId[];
  /** Outputs after the walk, as far as they matter. */
  outputs?: JsonObject;
  /** Variables after the walk, as far as they matter. */
  contextAfter?: JsonObject;
  /** Places by dotted path (`steps.0.expect`); the empty path is the whole. */
  places: Record<string, Range>;
}
