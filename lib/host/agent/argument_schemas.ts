/**
 * Schemas of the arguments of commands about agents. The descriptions are what a model reads.
 * @module
 */

import * as v from "valibot";
import type {
  AskAgentArguments,
  CreateSkillArguments,
  LaunchAgentArguments,
  ListAgentsArguments,
  TargetArguments,
  UpdateContextArguments,
} from "./agents_type.ts";

type Schema<T> = v.GenericSchema<unknown, T>;

/** Bounds, in UTF-16 units. */
export const AGENT_BOUNDS: Readonly<Record<"task" | "content" | "body" | "description" | "name", number>> = Object
  .freeze({
    task: 200_000,
    content: 65_536,
    body: 200_000,
    description: 1_024,
    name: 64,
  });

const bounded = (limit: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(limit));
const said = (limit: number, description: string) => v.pipe(bounded(limit), v.description(description));
const workspaceDir = v.optional(v.string());
const target = said(AGENT_BOUNDS.name, "As list_agents names it");

/** `list_agents`. */
export const listAgentsSchema: Schema<ListAgentsArguments> = v.strictObject({ workspace_dir: workspaceDir });

/** `ask_agent`. */
export const askAgentSchema: Schema<AskAgentArguments> = v.strictObject({
  target,
  task: said(AGENT_BOUNDS.task, "All that it has to know: it doesn't see this conversation"),
  timeout: v.optional(
    v.pipe(
      v.number(),
      v.minValue(1),
      v.maxValue(3_600),
      v.description("Seconds to wait, 300 if left out; it works on afterwards"),
    ),
  ),
  workspace_dir: workspaceDir,
});

/** `launch_agent`. */
export const launchAgentSchema: Schema<LaunchAgentArguments> = v.strictObject({
  target,
  task: v.optional(said(AGENT_BOUNDS.task, "What it begins with; ask_agent with the same task gets the answer")),
  workspace_dir: workspaceDir,
});

/** `stop_agent`. */
export const stopAgentSchema: Schema<TargetArguments> = v.strictObject({ target, workspace_dir: workspaceDir });

/** `update_context`. */
export const updateContextSchema: Schema<UpdateContextArguments> = v.strictObject({
  target,
  content: v.pipe(
    v.string(),
    v.maxLength(AGENT_BOUNDS.content),
    v.description("All of its own context from its next launch on"),
  ),
  workspace_dir: workspaceDir,
});

/** `create_skill`. */
export const createSkillSchema: Schema<CreateSkillArguments> = v.strictObject({
  name: said(AGENT_BOUNDS.name, "Lower-case letters, digits, single hyphens"),
  description: said(AGENT_BOUNDS.description, "What it's for and when it's used"),
  body: said(AGENT_BOUNDS.body, "Its text, in Markdown"),
  scope: v.optional(v.pipe(v.picklist(["project", "global"]), v.description("project if left out"))),
  workspace_dir: workspaceDir,
});
