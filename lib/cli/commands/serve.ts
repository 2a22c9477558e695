/**
 * `serve`: the MCP server.
 * @module
 */

import type { Arguments, CliCommand } from "../command.ts";
import { type Doors, EXIT, type Io } from "../io.ts";

/** The command. */
export const serveCommand: CliCommand = {
  name: "serve",
  summary: "runs the MCP server on stdin and stdout",
  usage: "",
  details: "Clients start it by themselves; see the README for how to register it with each of them.",
  options: {
    structured: { type: "boolean", description: "structured content and output schemas, for programs" },
    workspace: {
      type: "string",
      value: "DIR",
      description: "workspace where a call names none; the current folder by default",
    },
    trust: { type: "boolean", description: "run skills' commands without asking; or SKILL_WORKFLOW_TRUST=1" },
  },
  examples: ["skill-workflow serve", "skill-workflow serve --structured --workspace ."],
  run,
};

async function run(args: Arguments, io: Io, doors: Doors): Promise<number> {
  await doors.serve({
    workspace: args.text("workspace") ?? io.cwd,
    structured: args.flag("structured"),
    trustAll: args.flag("trust") || io.env.SKILL_WORKFLOW_TRUST === "1",
    env: io.env,
  });
  return EXIT.ok;
}
