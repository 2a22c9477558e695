/**
 * The default tool set: five tools that walk a workflow.
 * @module
 */

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import type { McpServer } from "@modelcontextprotocol/server";
import * as v from "valibot";
import {
  currentCommand,
  currentSchema,
  endCommand,
  endSchema,
  nextCommand,
  nextSchema,
  readSchema,
  startCommand,
  startSchema,
} from "../../lib/host/engine/arguments.ts";
import { readableBody } from "../../lib/skill/readable_body.ts";
import { argumentSchema } from "./argument_schema.ts";
import { answer, type ToolContext } from "./call.ts";

const MOVES = { destructiveHint: false, openWorldHint: false };
const LOOKS = { readOnlyHint: true, openWorldHint: false };

/** Registers `start_workflow`, `next_step`, `current_step`, `end_workflow` and `read_skill`. */
export function registerWorkflowTools(server: McpServer, context: ToolContext): void {
  const { engine, structured } = context;
  const output = structured ? { outputSchema: toStandardJsonSchema(v.looseObject({})) } : {};

  server.registerTool(
    "start_workflow",
    {
      title: "Start a workflow",
      description: "Starts a skill's workflow, or returns to the live session. Gives the first step: do just that.",
      inputSchema: argumentSchema(startSchema),
      ...output,
      annotations: MOVES,
    },
    (args, request) =>
      answer(context, "start_workflow", args, request, (caller) => engine.start(startCommand(args), caller)),
  );

  server.registerTool(
    "next_step",
    {
      title: "Next step",
      description: "Hands in the current step's result and gives the next step, or says what is missing.",
      inputSchema: argumentSchema(nextSchema),
      ...output,
      annotations: MOVES,
    },
    (args, request) => answer(context, "next_step", args, request, (caller) => engine.next(nextCommand(args), caller)),
  );

  server.registerTool(
    "current_step",
    {
      title: "Current step",
      description: "Repeats the current step, changing nothing: after a compaction, or to wait for a running gate.",
      inputSchema: argumentSchema(currentSchema),
      ...output,
      annotations: LOOKS,
    },
    (args, request) =>
      answer(context, "current_step", args, request, (caller) => engine.current(currentCommand(args), caller)),
  );

  server.registerTool(
    "end_workflow",
    {
      title: "End the workflow",
      description: "Completes the workflow where the step allows it, or aborts or pauses it. Gives the report.",
      inputSchema: argumentSchema(endSchema),
      ...output,
      annotations: MOVES,
    },
    (args, request) => answer(context, "end_workflow", args, request, (caller) => engine.end(endCommand(args), caller)),
  );

  server.registerTool(
    "read_skill",
    {
      title: "Read a skill",
      description: "A skill's text, without the sections that belong to its workflow's steps.",
      inputSchema: argumentSchema(readSchema),
      annotations: LOOKS,
    },
    (args, request) =>
      answer(context, "read_skill", args, request, async (caller) => {
        context.requireSkill?.(args.name);
        const { skill } = await engine.loadSkill(args.name, caller.workspace);
        return { content: [{ type: "text", text: readableBody(skill) }] };
      }),
  );
}
