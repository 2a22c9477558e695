/**
 * Plays the scenarios of skills: in this thread and, where there are many, in others beside it.
 * @module
 */

import { availableParallelism } from "node:os";
import { findScenarios } from "../../host/find_scenarios.ts";
import type { ResolvedSkill } from "../../host/resolve_skill.ts";
import { type Coverage, coverageOf } from "../../scenario/mod.ts";
import { playInThread, type Thread } from "./play_in_thread.ts";
import { type PlayedSkill, playSkills, type SkillFiles, type TestedScenario } from "./test_skill.ts";

/** A thread takes as long to start as about this many scenarios take to play. */
const WORTH_A_THREAD = 50;

const THREADS_MAX = 8;

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
 * Reads skills and plays their scenarios; a skill that has neither a workflow nor scenarios is left out. The results are in the
 * order of the targets and their files, whoever played them.
 *
 * @param thread the program of a further thread; without it everything is played in this one
 * @param most threads that may be at work at once, this one among them
 */
export async function testSkills(
  targets: ResolvedSkill[],
  thread: URL | undefined,
  most: number = availableParallelism(),
): Promise<TestedSkill[]> {
  const all = targets.map((target) => ({ target, files: findScenarios(target) }));
  const shares = dealFiles(all, thread === undefined ? 1 : threadsFor(all, most));
  const threads: Thread[] = shares.slice(1).map((share) => playInThread(thread!, share));
  try {
    const played = await Promise.all([playSkills(shares[0]), ...threads.map((one) => one.played)]);
    const parts = new Map(targets.map((target): [ResolvedSkill, PlayedSkill[]] => [target, []]));
    shares.forEach((share, i) => share.forEach(({ target }, k) => parts.get(target)!.push(played[i][k])));
    return all.flatMap((skill) => tested(skill, parts.get(skill.target)!) ?? []);
  } finally {
    for (const one of threads) await one.end();
  }
}

/** The files of every skill in `count` shares, one after the other; the first share has every skill. */
export function dealFiles(skills: readonly SkillFiles[], count: number): SkillFiles[][] {
  let next = 0;
  const dealt = skills.map(({ target, files }) => ({
    target,
    files: files.map((file) => ({ file, to: next++ % count })),
  }));
  const shareOf = (share: number) =>
    dealt.map(({ target, files }) => ({
      target,
      files: files.filter(({ to }) => to === share).map(({ file }) => file),
    }));
  return Array.from({ length: count }, (_, i) => shareOf(i).filter(({ files }) => i === 0 || files.length > 0));
}

function threadsFor(skills: readonly SkillFiles[], most: number): number {
  const files = skills.reduce((sum, { files }) => sum + files.length, 0);
  return Math.max(1, Math.min(most, THREADS_MAX, Math.floor(files / WORTH_A_THREAD)));
}

/** A skill by what was played of it; the first part was played here and has the workflow. */
function tested({ target, files }: SkillFiles, parts: readonly PlayedSkill[]): TestedSkill | undefined {
  const head = { name: target.name, file: target.shown };
  const problem = parts.find((part) => part.problem !== undefined)?.problem;
  if (problem !== undefined) return { ...head, scenarios: [], problem };
  const { workflow } = parts[0];
  if (workflow === undefined) return undefined;
  const played = new Map(parts.flatMap((part) => part.scenarios).map((one) => [one.file, one]));
  const scenarios = files.map(({ shown }) => played.get(shown)!);
  return { ...head, scenarios, coverage: coverageOf(workflow, scenarios) };
}
