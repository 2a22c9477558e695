/**
 * A skill is a capability that an agent has. One function says which: the server's instructions, `read_skill` and
 * `skill-workflow agents` all ask it. This is organisation, not a security boundary: skills are files.
 * Source: spec "Capabilities".
 * @module
 */

import { didYouMean } from "./did_you_mean.ts";
import { type Diagnostic, FILE_START, type Range } from "./diagnostic.ts";

/** Whose skill is meant: the workspace's, or the user's own. */
export type SkillScope = "project" | "global";

/** One entry of an agent's `skills:`. */
export interface SkillAssignment {
  /** The skill's name. */
  name: string;
  /** Left out: whichever wins the name. */
  scope?: SkillScope;
  /** Its place in the agent's file. */
  range?: Range;
}

/** Somebody who has skills. */
export interface Agent {
  /** Its name. */
  name: string;
  /** What it's for. */
  description: string;
  /** `"all"`: every skill that can be found, which is what the main agent has. */
  skills: "all" | readonly SkillAssignment[];
  /** The client that it runs in, by its profile's name. */
  profile?: string;
  /** The file that says so. */
  file?: string;
}

/** What has to be known of a skill; a parsed `Skill` will do. */
export interface CapabilitySource {
  /** The skill's name. */
  name: string;
  /** Its description, where it could be read. */
  description?: string;
  /** `reference` where it isn't said. */
  kind?: "workflow" | "reference";
  /** Where it's found; a skill without one is the project's. */
  scope?: SkillScope;
  /** Left out: it can be used. */
  state?: "broken" | "shadowed";
  /** Why it can't be used, or what shadows it. */
  reason?: string;
}

/** A skill that an agent has. */
export interface Capability {
  /** The name by which it's started or read; a shadowed one's is qualified (`user:name`). */
  name: string;
  /** Its description. */
  description: string;
  /** Whether it's walked with `start_workflow` or read with `read_skill`. */
  kind: "workflow" | "reference";
  /** Left out: it can be used. */
  state?: "broken" | "shadowed";
  /** Why it can't be used, or what shadows it. */
  reason?: string;
}

/** Bounds of the block that `renderCapabilities` makes, in skills and in UTF-16 units. */
export const CAPABILITY_BOUNDS: Readonly<{ skills: number; line: number; block: number }> = Object.freeze({
  skills: 30,
  line: 160,
  block: 4_000,
});

/** The agent that a caller without an identity is. */
export const MAIN_AGENT: Agent = Object.freeze({ name: "main", description: "The main agent", skills: "all" });

/**
 * The skills that an agent has, in the order in which they were given, or in which it names them. Broken and shadowed ones
 * are among them and say so. A name that no skill has is left out here; `checkAssignments` reports it.
 *
 * @example
 * ```ts
 * import { MAIN_AGENT, resolveCapabilities } from "@skill-workflow/skill-workflow";
 * const [first] = resolveCapabilities(MAIN_AGENT, [{ name: "release", description: "Publishes a version" }]);
 * console.assert(first.name === "release" && first.kind === "reference");
 * ```
 */
export function resolveCapabilities(agent: Agent, skills: readonly CapabilitySource[]): Capability[] {
  if (agent.skills === "all") return skills.map(capabilityOf);
  const found = agent.skills.map((assignment) => assigned(assignment, skills)).filter((skill) => skill !== undefined);
  return [...new Set(found)].map(capabilityOf);
}

/**
 * What is wrong with an agent's assignments: one error for each name that no skill has, with the nearest names.
 *
 * @example
 * ```ts
 * import { checkAssignments } from "@skill-workflow/skill-workflow";
 * const agent = { name: "a", description: "", skills: [{ name: "relaese" }] };
 * console.assert(checkAssignments(agent, [{ name: "release" }])[0].help === 'did you mean "release"?');
 * ```
 */
export function checkAssignments(agent: Agent, skills: readonly CapabilitySource[]): Diagnostic[] {
  if (agent.skills === "all") return [];
  return agent.skills.filter((assignment) => assigned(assignment, skills) === undefined).map((assignment) => {
    const elsewhere = assignment.scope && skills.some(({ name }) => name === assignment.name);
    const where = assignment.scope ? ` with scope "${assignment.scope}"` : "";
    const hint = elsewhere
      ? `There is one with scope "${assignment.scope === "project" ? "global" : "project"}"`
      : didYouMean(assignment.name, new Set(skills.map(({ name }) => name)));
    return {
      code: "unknown-skill",
      severity: "error" as const,
      message: `Agent "${agent.name}" is given the skill ${JSON.stringify(assignment.name)}${where}, and there is none`,
      ...(agent.file === undefined ? {} : { file: agent.file }),
      range: assignment.range ?? FILE_START,
      related: [],
      ...(hint === "" ? {} : { help: hint }),
    };
  });
}

/**
 * The capability of a name, as `resolveCapabilities` gives it; undefined where the caller hasn't got it.
 *
 * @example
 * ```ts
 * import { findCapability } from "@skill-workflow/skill-workflow";
 * const has = [{ name: "work", description: "", kind: "workflow" as const }];
 * console.assert(findCapability(has, "work") === has[0] && findCapability(has, "play") === undefined);
 * ```
 */
export function findCapability(capabilities: readonly Capability[], name: string): Capability | undefined {
  return capabilities.find((one) => one.name === name.normalize("NFC"));
}

/**
 * The block that an agent is shown: a line a skill, without bodies, within `CAPABILITY_BOUNDS`; empty where there is
 * nothing to show. What is left out is counted.
 *
 * @example
 * ```ts
 * import { renderCapabilities } from "@skill-workflow/skill-workflow";
 * const text = renderCapabilities([{ name: "work", description: "Does it", kind: "workflow" }]);
 * console.assert(text === "- work (workflow): Does it");
 * ```
 */
export function renderCapabilities(capabilities: readonly Capability[]): string {
  const lines: string[] = [];
  // Room for the line that counts the rest.
  let left = CAPABILITY_BOUNDS.block - 40;
  for (const capability of capabilities.slice(0, CAPABILITY_BOUNDS.skills)) {
    const line = lineOf(capability);
    if (line.length + 1 > left) break;
    left -= line.length + 1;
    lines.push(line);
  }
  const rest = capabilities.length - lines.length;
  if (rest > 0) lines.push(`- and ${rest} more`);
  return lines.join("\n");
}

function lineOf({ name, description, kind, state, reason }: Capability): string {
  const what = state === undefined ? kind : `${kind}, ${state}`;
  const said = state === undefined ? description : reason ?? description;
  const text = `- ${name} (${what}): ${said}`.replace(/\s+/g, " ").trimEnd();
  return text.length > CAPABILITY_BOUNDS.line ? `${text.slice(0, CAPABILITY_BOUNDS.line - 1)}…` : text;
}

function assigned({ name, scope }: SkillAssignment, skills: readonly CapabilitySource[]): CapabilitySource | undefined {
  const fits = skills.filter((skill) =>
    skill.name === name.normalize("NFC") && (scope === undefined || (skill.scope ?? "project") === scope)
  );
  return fits.find(({ state }) => state !== "shadowed") ?? fits[0];
}

function capabilityOf({ name, description, kind, scope, state, reason }: CapabilitySource): Capability {
  const prefix = state === "shadowed" ? (scope === "global" ? "user:" : "workspace:") : "";
  return {
    name: prefix + name,
    description: description ?? "",
    kind: kind ?? "reference",
    ...(state === undefined ? {} : { state }),
    ...(reason === undefined ? {} : { reason }),
  };
}
