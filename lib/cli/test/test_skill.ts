/**
 * Plays every scenario of one skill.
 * @module
 */

import type { Diagnostic } from "../../diagnostic.ts";
import { WorkflowError } from "../../error.ts";
import { checkedWorkflow } from "../../host/engine/check_workflow.ts";
import { findScenarios, type ScenarioFile } from "../../host/find_scenarios.ts";
import { describeErrno } from "../../host/inside.ts";
import { loadSkill } from "../../host/load_skill.ts";
import { readBoundedAsync } from "../../host/read_bounded.ts";
import type { ResolvedSkill } from "../../host/resolve_skill.ts";
import { type Coverage, coverageOf, type PlayedScenario, playScenario, readScenario } from "../../scenario/mod.ts";
import { LIMITS } from "../../limits.ts";
import { mapBounded } from "../../map_bounded.ts";
import { decodeText } from "../../skill/decode_text.ts";
import { requireSkill } from "../../skill/require_skill.ts";
import type { Workflow } from "../../workflow/workflow.ts";

/** Scenario files of one skill that are open at once. */
const AT_ONCE = 8;

/** A scenario file and how it came out. */
export interface TestedScenario extends PlayedScenario {
  file: string;
  /** What is wrong with the file itself. */
  diagnostics: Diagnostic[];
  /** The file's text, for source lines. */
  text: string;
}

/** A skill with its scenarios. */
export interface TestedSkill {
  name: string;
  file: string;
  scenarios: TestedScenario[];
  coverage?: Coverage;
  /** Why nothing could be played. */
  problem?: string;
}

/**
 * Reads a skill and its scenarios and plays them; undefined where the skill has no workflow and no scenarios. Scenarios share
 * nothing but the workflow, which nobody writes to: while the files of some are read, others are walked.
 */
export async function testSkill(target: ResolvedSkill): Promise<TestedSkill | undefined> {
  const files = findScenarios(target);
  const head = { name: target.name, file: target.shown, scenarios: [] };
  try {
    const skill = requireSkill(loadSkill(target));
    if (skill.workflow === undefined && files.length === 0) return undefined;
    const workflow = checkedWorkflow({ ...target, skill, notices: [] });
    const scenarios = await mapBounded(files, AT_ONCE, (file) => testScenario(workflow, file));
    return { ...head, scenarios, coverage: coverageOf(workflow, scenarios) };
  } catch (error) {
    if (error instanceof WorkflowError) return { ...head, problem: error.message };
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { ...head, problem: `${target.shown} can't be read: ${describeErrno(code)}` };
  }
}

async function testScenario(workflow: Workflow, { path, shown }: ScenarioFile): Promise<TestedScenario> {
  const { text, diagnostics } = decodeText(await readBoundedAsync(path, LIMITS.fileBytes), shown);
  if (text === undefined) return { ...unplayed(shown), diagnostics, text: "" };
  const read = readScenario(text, shown);
  const played = read.scenario === undefined ? unplayed(shown) : playScenario(workflow, read.scenario);
  return { ...played, file: shown, diagnostics: read.diagnostics, text };
}

function unplayed(file: string): PlayedScenario & { file: string } {
  return { name: file, file, passed: false, problems: [], path: [], ways: [], entered: [], end: "not started" };
}
