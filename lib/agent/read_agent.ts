/**
 * Agents as their files describe them: Markdown with a front matter, or entries of `skill-workflow.yaml`.
 * Source: spec "Capabilities".
 * @module
 */

import type { Agent, SkillAssignment, SkillScope } from "../capability.ts";
import { type Diagnostic, FILE_START, hasErrors, type Range } from "../diagnostic.ts";
import { LIMITS } from "../limits.ts";
import { scanFrontMatter } from "../skill/front_matter.ts";
import { indexLines } from "../skill/line_index.ts";
import { readYaml } from "../skill/read_yaml.ts";
import { describeNode, entryOf, isMapping, quoted, textOf } from "../skill/source_map.ts";
import type { SourceMap, SourceNode } from "../skill/source_node.ts";

/** Agents of one file, as far as they could be read, and what is wrong with it. */
export interface ReadAgents {
  /** In the order of the file. */
  agents: Agent[];
  /** What was found. */
  diagnostics: Diagnostic[];
}

/** Agents that one `skill-workflow.yaml` may have. */
const AGENTS_MAX = 200;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u;

/**
 * Reads an agent's Markdown file. Its name is the field `name`, else the file's. Never throws.
 *
 * @example
 * ```ts
 * import { readAgent } from "./read_agent.ts";
 * const { agents } = readAgent("---\ndescription: Reviews\nskills: [review]\n---\n", "reviewer", "reviewer.md");
 * console.assert(agents[0].name === "reviewer" && agents[0].skills.length === 1);
 * ```
 */
export function readAgent(text: string, name: string, file: string): ReadAgents {
  const lines = indexLines(text);
  const { block, diagnostics } = scanFrontMatter(text, lines, file);
  if (block === undefined) return { agents: [], diagnostics };
  const read = readYaml(block.frontMatter, lines.position(block.start), file);
  const all = [...diagnostics, ...read.diagnostics];
  if (read.broken) return { agents: [], diagnostics: all };
  if (!isMapping(read.root)) {
    return { agents: [], diagnostics: [...all, problem(`Front matter isn't a mapping of keys to values`, file)] };
  }
  const agent = agentOf(textOf(entryOf(read.root, "name")?.value) || name, read.root, file, all);
  // Where only Claude Code looks for agents, it's Claude Code's.
  if (agent !== undefined && file.startsWith(".claude/")) agent.profile ??= "claude-code";
  return { agents: agent === undefined ? [] : [agent], diagnostics: all };
}

/**
 * Reads the `agents` of a `skill-workflow.yaml`: a mapping of names to `description` and `skills`. Never throws.
 *
 * @example
 * ```ts
 * import { readAgentList } from "./read_agent.ts";
 * const { agents } = readAgentList("agents:\n  tester:\n    skills: [{name: bench, scope: global}]\n", "skill-workflow.yaml");
 * console.assert(agents[0].name === "tester");
 * ```
 */
export function readAgentList(text: string, file: string): ReadAgents {
  const { root, broken, diagnostics } = readYaml(text, FILE_START.start, file);
  const list = entryOf(root, "agents")?.value;
  if (broken || list === undefined || (list.kind === "scalar" && list.text === "")) return { agents: [], diagnostics };
  if (!isMapping(list)) {
    return {
      agents: [],
      diagnostics: [...diagnostics, unwanted("agents", list, "a mapping of names to agents", file)],
    };
  }
  if (list.entries.length > AGENTS_MAX) {
    const message = `There are ${list.entries.length} agents, and only the first ${AGENTS_MAX} are read`;
    diagnostics.push(problem(message, file, list.range));
  }
  const agents = list.entries.slice(0, AGENTS_MAX).flatMap(({ key, value }) => {
    if (!isMapping(value)) {
      diagnostics.push(unwanted(key, value, "a mapping with description and skills", file));
      return [];
    }
    return agentOf(key, value, file, diagnostics) ?? [];
  });
  return { agents, diagnostics };
}

function agentOf(name: string, fields: SourceMap, file: string, found: Diagnostic[]): Agent | undefined {
  if (!NAME.test(name)) {
    const message = `Agent name ${quoted(name)} isn't one: wanted letters, digits, "-", "_" and ".", at most 64`;
    found.push(problem(message, file, entryOf(fields, "name")?.value.range));
    return undefined;
  }
  const before = found.length;
  const skills = assignmentsOf(entryOf(fields, "skills")?.value, file, found);
  // With an assignment that can't be read an agent would have less than it was given, and nobody would know why.
  if (hasErrors(found.slice(before))) return undefined;
  const profile = textOf(entryOf(fields, "profile")?.value);
  return {
    name,
    description: textOf(entryOf(fields, "description")?.value) ?? "",
    skills,
    ...(profile ? { profile: profile.slice(0, 64) } : {}),
    file,
  };
}

/** A list, or one text with commas between the names, as Claude Code's `tools`. */
function assignmentsOf(node: SourceNode | undefined, file: string, found: Diagnostic[]): SkillAssignment[] {
  if (node === undefined) return [];
  if (node.kind === "scalar") {
    return node.text.split(",").slice(0, LIMITS.listEntries).map((text) => text.trim()).filter((text) => text !== "")
      .map((text) => named(text, node.range));
  }
  if (node.kind === "map") {
    found.push(unwanted("skills", node, "a list of names", file));
    return [];
  }
  return node.items.slice(0, LIMITS.listEntries).flatMap((item) => assignmentOf(item, file, found) ?? []);
}

function assignmentOf(node: SourceNode, file: string, found: Diagnostic[]): SkillAssignment | undefined {
  if (node.kind === "scalar" && node.text !== "") return named(node.text, node.range);
  const name = textOf(entryOf(node, "name")?.value);
  const scope = textOf(entryOf(node, "scope")?.value);
  if (!name) {
    found.push(unwanted("skills", node, "a name, or {name, scope}", file));
    return undefined;
  }
  if (scope !== undefined && scope !== "project" && scope !== "global") {
    const message = `Scope ${quoted(scope)} of the skill ${quoted(name)} isn't one: wanted "project" or "global"`;
    found.push(problem(message, file, entryOf(node, "scope")!.value.range));
    return undefined;
  }
  return { ...named(name, node.range), ...(scope === undefined ? {} : { scope }) };
}

const PREFIXES: ReadonlyMap<string, SkillScope> = new Map([["user", "global"], ["workspace", "project"]]);

/** `user:work` and `workspace:work` say the scope, as they do everywhere else. */
function named(text: string, range: Range): SkillAssignment {
  const colon = text.indexOf(":");
  const scope = PREFIXES.get(text.slice(0, Math.max(colon, 0)));
  return scope === undefined ? { name: text, range } : { name: text.slice(colon + 1), scope, range };
}

function unwanted(what: string, node: SourceNode, wanted: string, file: string): Diagnostic {
  return problem(`Field "${what}" ${describeNode(node)}, wanted ${wanted}`, file, node.range);
}

function problem(message: string, file: string, range: Range = FILE_START): Diagnostic {
  return { code: "bad-agent", severity: "error", message, file, range, related: [] };
}
