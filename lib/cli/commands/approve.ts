/**
 * `approve`: a person's verdict from outside the agent.
 * @module
 */

import { userInfo } from "node:os";
import { findAgentMarker } from "../../host/agent_markers.ts";
import { renderEnvelope } from "../../session/render_envelope.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { requirePerson } from "../person.ts";
import { printJson } from "../print.ts";
import { terminalEngine } from "../terminal_engine.ts";

/** The command. */
export const approveCommand: CliCommand = {
  name: "approve",
  summary: "gives a person's verdict on a step that waits for one",
  usage: "<session> <step> <label>",
  details:
    "In a terminal of your own the verdict counts as out_of_band. Typed in an agent's shell it counts as reported, and is refused if the step wants more.",
  options: {
    note: { type: "string", description: "goes on the record" },
    by: { type: "string", value: "NAME", description: "who; the login name by default" },
  },
  examples: [
    "skill-workflow approve wf_release_1a2b sign-off yes",
    "skill-workflow approve wf_release_1a2b sign-off no --note 'the title is wrong'",
  ],
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [session, step, choice] = args.positionals;
  if (choice === undefined) throw new UsageError("Name the session, the step and the label");
  const reported = findAgentMarker(io.env) !== undefined;
  if (!reported) await requirePerson(`approve "${step}" with "${choice}"`, io);
  const note = args.text("note");
  const engine = terminalEngine(io);
  try {
    const outcome = await engine.approve({
      session,
      step,
      choice,
      by: args.text("by") ?? userInfo().username,
      assurance: reported ? "reported" : "out_of_band",
      ...(note === undefined ? {} : { note }),
    }, { door: "cli", workspace: io.cwd });
    if (args.flag("json")) printJson(io, outcome.envelope);
    else io.out(`${renderEnvelope(outcome.envelope)}\n`);
    return EXIT.ok;
  } finally {
    engine.close();
  }
}
