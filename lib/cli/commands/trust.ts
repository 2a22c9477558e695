/**
 * `trust`: a person lets a skill run its commands in this workspace.
 * @module
 */

import { readNamedSkill } from "../../host/read_named_skill.ts";
import { userDirs } from "../../host/user_dirs.ts";
import { describeCommand, listTrusted, trust, untrust } from "../../host/trust.ts";
import { listCommands } from "../../host/list_commands.ts";
import { checkedWorkflow } from "../../host/engine/check_workflow.ts";
import { skillFolderOf } from "../../host/skill_folder.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { requirePerson } from "../person.ts";
import { printJson } from "../print.ts";
import { printable } from "../../text_width.ts";

/** The command. */
export const trustCommand: CliCommand = {
  name: "trust",
  summary: "lets a skill's commands run in this workspace",
  usage: "<skill>",
  details:
    "Shows the commands and asks for a code. What is trusted are these commands and scripts, in this workspace; a change asks anew.",
  options: {
    list: { type: "boolean", description: "what is trusted" },
    remove: { type: "boolean", description: "takes the trust back" },
  },
  examples: ["skill-workflow trust release", "skill-workflow trust --list", "skill-workflow trust release --remove"],
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const { config, home } = userDirs({ env: io.env });
  if (args.flag("list")) return list(config, args, io);
  const [name] = args.positionals;
  if (name === undefined) throw new UsageError("Name the skill to trust");
  if (args.flag("remove")) {
    const removed = untrust({ skill: name, workspace: io.cwd, config });
    if (args.flag("json")) printJson(io, { removed });
    else io.out(removed === 0 ? `"${name}" wasn't trusted here\n` : `"${name}" isn't trusted here any more\n`);
    return EXIT.ok;
  }
  const workflow = checkedWorkflow(readNamedSkill(name, { workspace: io.cwd, home }));
  const commands = listCommands(workflow);
  if (commands.length === 0) {
    if (args.flag("json")) printJson(io, { trusted: true, commands });
    else io.out(`"${workflow.name}" runs no commands: there is nothing to trust\n`);
    return EXIT.ok;
  }
  io.err(
    `"${workflow.name}" would run in ${io.cwd}:\n${
      commands.map(describeCommand).map((text) => text.split("\n").map(printable).join("\n")).join("\n")
    }\n`,
  );
  await requirePerson(`trust the commands of "${workflow.name}"`, io);
  const record = trust({
    workflow,
    folder: skillFolderOf(workflow, io.cwd),
    workspace: io.cwd,
    config,
    at: new Date().toISOString(),
  });
  if (args.flag("json")) printJson(io, record);
  else io.out(`"${workflow.name}" may run its commands in ${record.workspace}\n`);
  return EXIT.ok;
}

function list(config: string, args: Arguments, io: Io): number {
  const { records, damaged } = listTrusted(config);
  if (args.flag("json")) printJson(io, { records, damaged });
  else {
    if (records.length === 0) io.out("Nothing is trusted\n");
    for (const record of records) io.out(`${record.skill} in ${record.workspace}, since ${record.at}\n`);
    for (const file of damaged) io.err(`Damaged trust record ${file}: delete it\n`);
  }
  return EXIT.ok;
}
