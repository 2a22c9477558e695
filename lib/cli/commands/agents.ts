/**
 * `agents`: who has which skills.
 * @module
 */

import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type Agent, checkAssignments, MAIN_AGENT, renderCapabilities, resolveCapabilities } from "../../capability.ts";
import { didYouMean } from "../../did_you_mean.ts";
import { hasErrors } from "../../diagnostic.ts";
import { capabilitySources, findAgent } from "../../host/agent/capabilities.ts";
import { findAgents } from "../../host/agent/find_agents.ts";
import { userDirs } from "../../host/user_dirs.ts";
import { printable } from "../../text_width.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson } from "../print.ts";
import { styleOf } from "../style.ts";

/** The command. */
export const agentsCommand: CliCommand = {
  name: "agents",
  summary: "shows the agents of this workspace and the skills that each of them has",
  usage: "list | context <agent>",
  details:
    "Agents come from .claude/agents/*.md, .agents/agents/*.md and skill-workflow.yaml; their field `skills` says " +
    "what they have. `context` prints the block that an agent without MCP is shown.",
  options: {},
  examples: [
    "skill-workflow agents list",
    "skill-workflow agents context reviewer",
    "skill-workflow agents list --json",
  ],
  run,
};

const ACTIONS = ["list", "context"];

function run(args: Arguments, io: Io): number {
  const [action = "list", name, ...more] = args.positionals;
  if (!ACTIONS.includes(action)) {
    throw new UsageError(
      `Unknown action "${action}" of agents: ${didYouMean(action, ACTIONS) || `there are ${ACTIONS.join(", ")}`}`,
    );
  }
  if (more.length > 0 || (action === "list" && name !== undefined)) throw new UsageError("Too many arguments");
  const workspace = realpathSync(resolve(io.cwd));
  const sources = capabilitySources({ workspace, home: userDirs({ env: io.env }).home });
  if (action === "context") {
    if (name === undefined) throw new UsageError("Name the agent whose skills to print");
    const capabilities = resolveCapabilities(findAgent(name, workspace), sources);
    if (args.flag("json")) printJson(io, { agent: name, capabilities });
    else io.out(`${printableLines(renderCapabilities(capabilities)) || "No skills"}\n`);
    return EXIT.ok;
  }
  const { agents, diagnostics } = findAgents(workspace);
  const all: Agent[] = agents.some((agent) => agent.name === MAIN_AGENT.name) ? agents : [MAIN_AGENT, ...agents];
  const found = [...diagnostics, ...all.flatMap((agent) => checkAssignments(agent, sources))];
  const listed = all.map((agent) => ({
    name: agent.name,
    description: agent.description,
    ...(agent.file === undefined ? {} : { file: agent.file }),
    capabilities: resolveCapabilities(agent, sources),
  }));
  if (args.flag("json")) printJson(io, { agents: listed, diagnostics: found });
  else {
    const style = styleOf(io.colour);
    for (const agent of listed) {
      io.out(`${style.bold(printable(agent.name))}: ${printable(agent.description)}\n`);
      io.out(`${printableLines(renderCapabilities(agent.capabilities)) || "- no skills"}\n\n`);
    }
    for (const { severity, file, range, message, help } of found) {
      const place = file === undefined ? "" : `${file}:${range.start.line}:${range.start.column} `;
      io.err(`${printable(`${place}${severity}: ${message}${help ? ` (${help})` : ""}`)}\n`);
    }
  }
  return hasErrors(found) ? EXIT.failed : EXIT.ok;
}

function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}
