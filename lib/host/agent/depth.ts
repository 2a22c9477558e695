/**
 * How deep agents are nested: agent, our server, another agent, and so on. Source: spec "Agents and the one dispatch".
 * @module
 */

/** The variable that counts, and how deep agents may be nested. */
export const DEPTH_VARIABLE = "SKILL_WORKFLOW_DEPTH";
const DEEPEST = 3;

/** How deep this process is. What isn't a number is taken for the deepest, so that nobody gets around the bound. */
export function depthOf(env: Readonly<Record<string, string | undefined>>): number {
  const text = env[DEPTH_VARIABLE];
  if (text === undefined || text === "") return 0;
  return /^\d{1,3}$/.test(text) ? Number(text) : DEEPEST;
}

/** Why no agent may be started here; undefined where one may. */
export function depthProblem(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const depth = depthOf(env);
  return depth < DEEPEST ? undefined : `agents are nested ${depth} deep here, and ${DEEPEST} is the most`;
}
