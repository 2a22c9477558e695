/**
 * Skills as prompts: what a person may start from the client's menu, with the workflow's variables as arguments. Source:
 * spec "MCP server".
 * @module
 */

import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { didYouMean } from "../lib/did_you_mean.ts";
import { loadSkill } from "../lib/host/load_skill.ts";
import { resolveSkill } from "../lib/host/resolve_skill.ts";
import type { Json, JsonObject } from "../lib/json.ts";
import { readableBody } from "../lib/skill/readable_body.ts";
import type { Skill } from "../lib/skill/skill.ts";
import type { Variable } from "../lib/workflow/workflow.ts";
import { ICONS } from "./identity.ts";
import { shelvedNames, type SkillShelf } from "./served_skills.ts";

/** The argument with the task itself; no variable can have its name. */
const INPUT = "input";
/** Values that a completion may hold, by the protocol. */
const MAX_VALUES = 100;

/** Every skill that a person may start, in the order in which they're found. */
export function listPrompts(shelf: SkillShelf): Prompt[] {
  return startable(shelf).map(({ name, description, workflow }) => ({
    name,
    title: workflow?.title ?? name,
    description,
    icons: ICONS,
    arguments: [
      ...variablesOf(workflow).map((variable) => ({
        name: variable.name,
        ...(describe(variable) === "" ? {} : { description: describe(variable) }),
        required: isRequired(variable),
      })),
      { name: INPUT, description: "The task in your own words", required: false },
    ],
  }));
}

/**
 * What the agent is told when a person picks a skill: to start its workflow, or the text of a reference.
 *
 * @throws {ProtocolError} no such skill, or arguments that don't fit: invalid params
 */
export function getPrompt(shelf: SkillShelf, name: string, args: Readonly<Record<string, string>>): GetPromptResult {
  const skill = find(shelf, name);
  const variables = variablesOf(skill.workflow);
  const given = Object.entries(args).filter(([, value]) => value.trim() !== "");
  const known = [...variables.map((variable) => variable.name), INPUT];
  const unknown = given.find(([key]) => !known.includes(key))?.[0];
  if (unknown !== undefined) {
    throw invalid(
      `The prompt "${name}" has no argument "${unknown}": ${
        didYouMean(unknown, known) || `there are ${known.join(", ")}`
      }`,
    );
  }
  const missing = variables.filter((one) => isRequired(one) && !given.some(([key]) => key === one.name));
  if (missing.length > 0) {
    throw invalid(`The prompt "${name}" wants ${missing.map((one) => `"${one.name}"`).join(", ")}`);
  }
  const input = given.find(([key]) => key === INPUT)?.[1];
  const values = given.filter(([key]) => key !== INPUT);
  const context: JsonObject = Object.fromEntries(
    values.map(([key, value]) => [key, valueOf(variables.find((one) => one.name === key)!, value)]),
  );
  const text = skill.workflow === undefined
    ? [readableBody(skill).trim(), ...(input === undefined ? [] : [`Task: ${input}`])].join("\n\n")
    : `Call start_workflow with ${
      JSON.stringify({
        skill_name: name,
        workspace_dir: shelf.workspace,
        ...(values.length === 0 ? {} : { initial_context: context }),
        ...(input === undefined ? {} : { input }),
      })
    } and do just the step that it gives.`;
  return { description: skill.description, messages: [{ role: "user", content: { type: "text", text } }] };
}

/** Values of an argument that begin with what is typed: those that its variable may have. */
export function completeArgument(shelf: SkillShelf, name: string, argument: string, begun: string): string[] {
  const skill = startable(shelf).find((one) => one.name === name);
  const variable = variablesOf(skill?.workflow).find((one) => one.name === argument);
  const values = variable?.enum ?? (variable?.type === "boolean" ? [true, false] : []);
  return values.map(shown).filter((value) => value.toLowerCase().startsWith(begun.toLowerCase())).slice(0, MAX_VALUES);
}

function startable(shelf: SkillShelf): Skill[] {
  return shelvedNames(shelf, true).flatMap((name) => {
    const { skill } = loadSkill(resolveSkill(name, { workspace: shelf.workspace, home: shelf.home }));
    // The author's word that only the agent is to use it.
    return skill === undefined || String(skill.frontMatter["user-invocable"]) === "false" ? [] : [{ ...skill, name }];
  });
}

function find(shelf: SkillShelf, name: string): Skill {
  const skills = startable(shelf);
  const found = skills.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = skills.map((one) => one.name);
  const hint = didYouMean(name, names) || (names.length === 0 ? "no skill is here" : `there are ${names.join(", ")}`);
  throw invalid(`There is no prompt ${JSON.stringify(name.slice(0, 80))}: ${hint}`);
}

function variablesOf(workflow: Skill["workflow"]): Variable[] {
  return Object.values(workflow?.variables ?? {});
}

function isRequired(variable: Variable): boolean {
  return variable.required && variable.default === undefined;
}

function describe({ type, description, default: preset, enum: values }: Variable): string {
  const kind = values ? `one of ${values.map(shown).join(", ")}` : type === "string" ? "" : type;
  const otherwise = preset === undefined || preset === "" ? "" : `${shown(preset)} if left out`;
  return [description, kind, otherwise].filter((part) => part !== undefined && part !== "").join("; ");
}

function shown(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a person typed, as a value of the variable's type: prompts know only text. */
function valueOf(variable: Variable, text: string): Json {
  if (variable.type === "string") return text;
  try {
    const value = JSON.parse(text) as Json;
    if (fits(variable, value)) return value;
  } catch {
    // Said below.
  }
  throw invalid(`The argument "${variable.name}" wants ${variable.type}, got ${JSON.stringify(text.slice(0, 80))}`);
}

function fits({ type }: Variable, value: Json): boolean {
  switch (type) {
    case "integer":
      return Number.isSafeInteger(value);
    case "list":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "boolean":
      return typeof value === "boolean";
    default:
      return typeof value === "number";
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
