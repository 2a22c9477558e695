/**
 * `agents`: who has which skills, and who is asked.
 * @module
 */

import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { renderCapabilities, resolveCapabilities } from "../../capability.ts";
import { didYouMean } from "../../did_you_mean.ts";
import { hasErrors } from "../../diagnostic.ts";
import { capabilitySources, findAgent } from "../../host/agent/capabilities.ts";
import type { ListedAgent } from "../../host/agent/agents_type.ts";
import { type Dispatched, outcomeJson } from "../../host/dispatch/outcome.ts";
import { userDirs } from "../../host/user_dirs.ts";
import { printable } from "../../text_width.ts";
import { AGENT_ACTIONS, agentArguments } from "../agents/agent_arguments.ts";
import { dispatchOnce } from "../agents/dispatch_once.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson } from "../print.ts";
import { styleOf } from "../style.ts";

/** The command. */
export const agentsCommand: CliCommand = {
  name: "agents",
  summary: "shows the agents of this workspace and their skills, starts and asks them",
  usage: "list | context <agent> | ask <agent> <task> | launch <agent> [task] | stop <agent> | " +
    "update-context <agent> | create-skill <name>",
  details:
    "Agents come from .claude/agents/*.md, .agents/agents/*.md and skill-workflow.yaml; their field `skills` says " +
    "what they have, `profile` in which client they run. `context` prints the block that an agent without MCP is shown. " +
    "`ask` waits for the answer; `launch` keeps the agent running until it's stopped or this command is interrupted. " +
    "Of `ask`, `update-context` and `create-skill` the text may come on stdin.",
  options: {
    timeout: { type: "string", value: "SECONDS", description: "of ask: how long to wait, 300 by default" },
    description: { type: "string", value: "TEXT", description: "of create-skill: what it's for and when it's used" },
    scope: { type: "string", value: "SCOPE", description: "of create-skill: project (default) or global" },
  },
  examples: [
    "skill-workflow agents list",
    "skill-workflow agents context reviewer",
    'skill-workflow agents ask reviewer "Review the last commit"',
    "skill-workflow agents stop reviewer",
    "skill-workflow agents update-context reviewer < notes.md",
    'skill-workflow agents create-skill tone --description "How we write" < tone.md',
    "skill-workflow agents list --json",
  ],
  run,
};

const ACTIONS = ["list", "context", ...AGENT_ACTIONS];

async function run(args: Arguments, io: Io): Promise<number> {
  const [action = "list", name, ...more] = args.positionals;
  if (!ACTIONS.includes(action)) {
    throw new UsageError(
      `Unknown action "${action}" of agents: ${didYouMean(action, ACTIONS) || `there are ${ACTIONS.join(", ")}`}`,
    );
  }
  const workspace = realpathSync(resolve(io.cwd));
  if (action === "context") return context(args, io, workspace);
  if (action === "list" && args.positionals.length > 1) throw new UsageError("Too many arguments");
  const { action: command, args: given } = action === "list"
    ? { action: "list_agents", args: {} }
    : await agentArguments(action, name, more, args, io);
  return await dispatchOnce(
    { action: command, args: given },
    workspace,
    io,
    (outcome) => print(outcome, args, io),
  );
}

function context(args: Arguments, io: Io, workspace: string): number {
  const [, name, ...more] = args.positionals;
  if (more.length > 0) throw new UsageError("Too many arguments");
  if (name === undefined) throw new UsageError("Name the agent whose skills to print");
  const sources = capabilitySources({ workspace, home: userDirs({ env: io.env }).home });
  const capabilities = resolveCapabilities(findAgent(name, workspace), sources);
  if (args.flag("json")) printJson(io, { agent: name, capabilities });
  else io.out(`${printableLines(renderCapabilities(capabilities)) || "No skills"}\n`);
  return EXIT.ok;
}

function print(outcome: Dispatched, args: Arguments, io: Io): number {
  if (outcome.detail !== null && "agents" in outcome.detail) {
    const { agents, diagnostics } = outcome.detail;
    if (args.flag("json")) printJson(io, { agents, diagnostics });
    else list(agents, io);
    if (!args.flag("json")) {
      for (const { severity, file, range, message, help } of diagnostics) {
        const place = file === undefined ? "" : `${file}:${range.start.line}:${range.start.column} `;
        io.err(`${printable(`${place}${severity}: ${message}${help ? ` (${help})` : ""}`)}\n`);
      }
    }
    return hasErrors(diagnostics) ? EXIT.failed : EXIT.ok;
  }
  if (args.flag("json")) printJson(io, outcomeJson(outcome));
  else (outcome.ok ? io.out : io.err)(`${printableLines(outcome.reply)}\n`);
  return outcome.ok ? EXIT.ok : EXIT.failed;
}

function list(agents: readonly ListedAgent[], io: Io): void {
  const style = styleOf(io.colour);
  for (const { name, state, profile, description, capabilities } of agents) {
    const where = profile === null ? state : `${state}, ${profile}`;
    io.out(`${style.bold(printable(name))} (${printable(where)}): ${printable(description)}\n`);
    io.out(`${printableLines(renderCapabilities(capabilities)) || "- no skills"}\n\n`);
  }
}

function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}
