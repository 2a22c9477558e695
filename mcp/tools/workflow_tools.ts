/**
 * The default tool set: five tools that walk a workflow.
 * @module
 */

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import type { McpServer } from "@modelcontextprotocol/server";
import * as v from "valibot";
import {
  currentSchema,
  endSchema,
  nextSchema,
  readSchema,
  startSchema,
} from "../../lib/host/engine/argument_schemas.ts";
import { ICONS } from "../identity.ts";
import { argumentSchema } from "./argument_schema.ts";
import { answerCommand, type ToolContext } from "./call.ts";

const MOVES = { destructiveHint: false, openWorldHint: false };
const LOOKS = { readOnlyHint: true, openWorldHint: false };

/** Registers `start_workflow`, `next_step`, `current_step`, `end_workflow` and `read_skill`. */
export function registerWorkflowTools(server: McpServer, context: ToolContext): void {
  const { structured } = context;
  const output = structured ? { outputSchema: toStandardJsonSchema(v.looseObject({})) } : {};

  server.registerTool(
    "start_workflow",
    {
      title: "Start a workflow",
      description: "Starts a skill's workflow, or returns to the live session. Gives the first step: do just that.",
      inputSchema: argumentSchema(startSchema),
      ...output,
      icons: ICONS,
      annotations: MOVES,
    },
    (args, request) => answerCommand(context, { action: "start_workflow", args }, request),
  );

  server.registerTool(
    "next_step",
    {
      title: "Next step",
      description: "Hands in the current step's result and gives the next step, or says what is missing.",
      inputSchema: argumentSchema(nextSchema),
      ...output,
      icons: ICONS,
      annotations: MOVES,
    },
    (args, request) => answerCommand(context, { action: "next_step", args }, request),
  );

  server.registerTool(
    "current_step",
    {
      title: "Current step",
      description: "Repeats the current step, changing nothing: after a compaction, or to wait for a running gate.",
      inputSchema: argumentSchema(currentSchema),
      ...output,
      icons: ICONS,
      annotations: LOOKS,
    },
    (args, request) => answerCommand(context, { action: "current_step", args }, request),
  );

  server.registerTool(
    "end_workflow",
    {
      title: "End the workflow",
      description: "Completes the workflow where the step allows it, or aborts or pauses it. Gives the report.",
      inputSchema: argumentSchema(endSchema),
      ...output,
      icons: ICONS,
      annotations: MOVES,
    },
    (args, request) => answerCommand(context, { action: "end_workflow", args }, request),
  );

  server.registerTool(
    "read_skill",
    {
      title: "Read a skill",
      description: "A skill's text, without the sections that belong to its workflow's steps.",
      inputSchema: argumentSchema(readSchema),
      icons: ICONS,
      annotations: LOOKS,
    },
    (args, request) => answerCommand(context, { action: "read_skill", args }, request),
  );
}
