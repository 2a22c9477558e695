/**
 * `serve`: the MCP server.
 * @module
 */

import { didYouMean } from "../../did_you_mean.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { type Doors, EXIT, type Io } from "../io.ts";
import { ownCommand } from "../mcp/own_command.ts";

const SETS = ["workflow", "mcp"] as const;

/** The command. */
export const serveCommand: CliCommand = {
  name: "serve",
  summary: "runs the MCP server on stdin and stdout",
  usage: "",
  details: "Clients start it by themselves; see the README for how to register it with each of them.",
  options: {
    structured: { type: "boolean", description: "structured content and output schemas, for programs" },
    tools: {
      type: "string",
      value: "SETS",
      description: "sets of tools, with commas: workflow (default), mcp",
    },
    workspace: {
      type: "string",
      value: "DIR",
      description: "workspace where a call names none; the current folder by default",
    },
    trust: { type: "boolean", description: "run skills' commands without asking; or SKILL_WORKFLOW_TRUST=1" },
  },
  examples: [
    "skill-workflow serve",
    "skill-workflow serve --structured --workspace .",
    "skill-workflow serve --tools workflow,mcp",
  ],
  run,
};

async function run(args: Arguments, io: Io, doors: Doors): Promise<number> {
  await doors.serve({
    workspace: args.text("workspace") ?? io.cwd,
    structured: args.flag("structured"),
    trustAll: args.flag("trust") || io.env.SKILL_WORKFLOW_TRUST === "1",
    env: io.env,
    program: ownCommand(),
    ...(args.text("tools") === undefined ? {} : { tools: readSets(args.text("tools")!) }),
  });
  return EXIT.ok;
}

function readSets(text: string): (typeof SETS)[number][] {
  return text.split(",").map((word) => {
    const set = SETS.find((one) => one === word.trim());
    if (set === undefined) {
      throw new UsageError(
        `Unknown set of tools "${word}": ${didYouMean(word, SETS) || `there are ${SETS.join(", ")}`}`,
      );
    }
    return set;
  });
}
