/**
 * `new`: a starter skill.
 * @module
 */

import { relative, resolve, sep } from "node:path";
import { newSkill } from "../../host/new_skill.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson } from "../print.ts";
import { styleOf } from "../style.ts";

const ROOT = ".agents/skills";

/** The command. */
export const newCommand: CliCommand = {
  name: "new",
  summary: "writes a starter skill",
  usage: "<name>",
  details:
    "SKILL.md tells the agent to start the workflow; workflow.yaml holds the steps, steps/*.md their instructions, tests/*.yaml a scenario. Nothing that exists is overwritten.",
  options: {
    inline: { type: "boolean", description: "everything in SKILL.md; hosts other than this one may refuse it" },
    dir: { type: "string", value: "DIR", description: `folder of the skills; ${ROOT} by default` },
  },
  examples: ["skill-workflow new release", "skill-workflow new tidy-up --dir .claude/skills --inline"],
  run,
};

function run(args: Arguments, io: Io): number {
  const [name, ...others] = args.positionals;
  if (name === undefined || others.length > 0) throw new UsageError("Give one name, such as tidy-up");
  const root = resolve(io.cwd, args.text("dir") ?? ROOT);
  const written = newSkill({ name, root, form: args.flag("inline") ? "inline" : "portable" });
  if (args.flag("json")) {
    printJson(io, written);
    return EXIT.ok;
  }
  const style = styleOf(io.colour);
  const near = relative(io.cwd, written.folder);
  const shown = near.startsWith("..") ? written.folder : `./${near.split(sep).join("/")}`;
  io.out(`${style.green("✓")} ${style.bold(name)} in ${shown}\n`);
  for (const file of written.files) io.out(`  ${file}\n`);
  io.out(`
Say in SKILL.md's description when it is to be used, and in the steps what is to be done. Then:
  skill-workflow validate ${shown}
  skill-workflow graph ${shown}
  skill-workflow test ${shown}
  skill-workflow run ${shown}
`);
  return EXIT.ok;
}
