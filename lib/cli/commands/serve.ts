/**
 * `serve`: the MCP server.
 * @module
 */

import { resolve } from "node:path";
import { didYouMean } from "../../did_you_mean.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { type Doors, EXIT, type Io, type ServeOptions } from "../io.ts";
import { ownCommand } from "../mcp/own_command.ts";

const SETS = ["workflow", "agents", "mcp"] as const;

/** The command. */
export const serveCommand: CliCommand = {
  name: "serve",
  summary: "runs the MCP server on stdin and stdout, or over HTTP",
  usage: "",
  details: "Clients start it by themselves; see the README for how to register it with each of them.",
  options: {
    structured: { type: "boolean", description: "structured content and output schemas, for programs" },
    tools: {
      type: "string",
      value: "SETS",
      description: "sets of tools, with commas: workflow (default), agents, mcp",
    },
    prompts: { type: "boolean", description: "skills as prompts, for the menu of a client that has one" },
    workspace: {
      type: "string",
      value: "DIR",
      description: "workspace where a call names none; the current folder by default",
    },
    requests: {
      type: "string",
      value: "DIR",
      description: "take requests as files in this folder as well: NAME.json is answered by NAME.json.response.json",
    },
    http: { type: "boolean", description: "Streamable HTTP on 127.0.0.1, for several clients at once" },
    port: { type: "string", value: "N", description: "port for --http, 7391 by default; 0 for any that is free" },
    root: {
      type: "string",
      value: "DIR",
      multiple: true,
      description: "with --http: only workspaces in this folder; may be repeated; the workspace by default",
    },
    "no-token": { type: "boolean", description: "with --http: serve callers that show no token" },
    trust: { type: "boolean", description: "run skills' commands without asking; or SKILL_WORKFLOW_TRUST=1" },
  },
  examples: [
    "skill-workflow serve",
    "skill-workflow serve --structured --workspace .",
    "skill-workflow serve --tools workflow,agents,mcp",
    "skill-workflow serve --http --root .",
  ],
  run,
};

async function run(args: Arguments, io: Io, doors: Doors): Promise<number> {
  await doors.serve({
    workspace: args.text("workspace") ?? io.cwd,
    structured: args.flag("structured"),
    prompts: args.flag("prompts"),
    trustAll: args.flag("trust") || io.env.SKILL_WORKFLOW_TRUST === "1",
    env: io.env,
    program: ownCommand(),
    ...readHttp(args),
    ...(args.text("requests") === undefined ? {} : { requests: resolve(io.cwd, args.text("requests")!) }),
    ...(args.text("tools") === undefined ? {} : { tools: readSets(args.text("tools")!) }),
  });
  return EXIT.ok;
}

function readHttp(args: Arguments): Pick<ServeOptions, "http"> {
  const port = args.text("port");
  if (!args.flag("http")) {
    const alone = ["port", "root", "no-token"].find((name) => args.text(name) !== undefined || args.flag(name));
    if (alone !== undefined) throw new UsageError(`--${alone} only goes with --http`);
    return {};
  }
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw new UsageError(`--port wants a number from 0 to 65535, got "${port}"`);
  }
  const where = port === undefined ? {} : { port: Number(port) };
  return { http: { ...where, roots: args.texts("root"), token: !args.flag("no-token") } };
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
