/**
 * Plays scenarios of one skill.
 * @module
 */

import type { Diagnostic } from "../../diagnostic.ts";
import { WorkflowError } from "../../error.ts";
import { checkedWorkflow } from "../../host/engine/check_workflow.ts";
import type { ScenarioFile } from "../../host/find_scenarios.ts";
import { describeErrno } from "../../host/inside.ts";
import { loadSkill } from "../../host/load_skill.ts";
import { readBoundedAsync } from "../../host/read_bounded.ts";
import type { ResolvedSkill } from "../../host/resolve_skill.ts";
import { type PlayedScenario, playScenario, readScenario } from "../../scenario/mod.ts";
import { LIMITS } from "../../limits.ts";
import { mapBounded } from "../../map_bounded.ts";
import { decodeText } from "../../skill/decode_text.ts";
import { requireSkill } from "../../skill/require_skill.ts";
import type { Workflow } from "../../workflow/workflow.ts";

/** Skills that are read side by side in one thread, and scenario files of one skill. */
const AT_ONCE = 8;

/** A scenario file and how it came out. */
export interface TestedScenario extends PlayedScenario {
  file: string;
  /** What is wrong with the file itself. */
  diagnostics: Diagnostic[];
  /** The file's text, for source lines. */
  text: string;
}

/** What was played of a skill; without a workflow nothing could be. */
export interface PlayedSkill {
  scenarios: TestedScenario[];
  workflow?: Workflow;
  problem?: string;
}

/** A skill and those of its scenario files that are to be played. */
export interface SkillFiles {
  target: ResolvedSkill;
  files: ScenarioFile[];
}

/** Plays scenarios of several skills, in their order. */
export async function playSkills(skills: readonly SkillFiles[]): Promise<PlayedSkill[]> {
  return await mapBounded(skills, AT_ONCE, playSkill);
}

/**
 * Reads a skill and plays scenarios of it. Scenarios share nothing but the workflow, which nobody writes to: while the files
 * of some are read, others are walked.
 */
async function playSkill({ target, files }: SkillFiles): Promise<PlayedSkill> {
  try {
    const skill = requireSkill(loadSkill(target));
    if (skill.workflow === undefined && files.length === 0) return { scenarios: [] };
    const workflow = checkedWorkflow({ ...target, skill, notices: [] });
    return { scenarios: await mapBounded(files, AT_ONCE, (file) => testScenario(workflow, file)), workflow };
  } catch (error) {
    if (error instanceof WorkflowError) return { scenarios: [], problem: error.message };
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { scenarios: [], problem: `${target.shown} can't be read: ${describeErrno(code)}` };
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
