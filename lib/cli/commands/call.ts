/**
 * `call`: one command of the dispatch, as the MCP tools and the file door take it.
 * @module
 */

import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { ACTIONS } from "../../host/dispatch/command.ts";
import { outcomeJson } from "../../host/dispatch/outcome.ts";
import { isJsonObject, type JsonObject } from "../../json.ts";
import { printable } from "../../text_width.ts";
import { dispatchOnce } from "../agents/dispatch_once.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson } from "../print.ts";

/** The command. */
export const callCommand: CliCommand = {
  name: "call",
  summary: "does what one MCP tool does, for scripts and for agents that have a shell only",
  usage: "<action> [arguments as JSON]",
  details: `Actions are ${ACTIONS.join(", ")}. The arguments are those of the MCP tools; "-" reads them from stdin. ` +
    "--json gives the whole outcome, as the file door writes it: ok, action, door, detail, error and reply.",
  options: {
    workspace: { type: "string", value: "DIR", description: "where no argument says; the current folder by default" },
  },
  examples: [
    `skill-workflow call start_workflow '{"skill_name":"release"}'`,
    `skill-workflow call next_step '{"session_id":"wf_release_1a2b3c4d","turn":0,"step_output":"Done"}'`,
    `skill-workflow call read_skill '{"name":"tone"}' --json`,
    "skill-workflow call next_step - < answer.json",
  ],
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [action, text = "{}", ...more] = args.positionals;
  if (action === undefined) throw new UsageError(`Name the action: there are ${ACTIONS.join(", ")}`);
  if (more.length > 0) throw new UsageError("Too many arguments: put the JSON into quotes");
  const given = argumentsOf(text === "-" ? await io.input() : text);
  const workspace = realpathSync(resolve(io.cwd, args.text("workspace") ?? "."));
  // Over MCP this one has no default: a server stands in a folder that nobody chose, a shell doesn't.
  const whole = action === "start_workflow" ? { workspace_dir: workspace, ...given } : given;
  return await dispatchOnce({ action, args: whole }, workspace, io, (outcome) => {
    if (args.flag("json")) printJson(io, outcomeJson(outcome));
    else (outcome.ok ? io.out : io.err)(`${outcome.reply.split("\n").map(printable).join("\n").trimEnd()}\n`);
    return outcome.ok ? EXIT.ok : EXIT.failed;
  });
}

function argumentsOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new UsageError(
    `The arguments are no JSON object: wanted such as '{"name":"tone"}', got ${JSON.stringify(text.slice(0, 80))}`,
  );
}
