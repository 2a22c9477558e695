/**
 * `list`: the skills that can be found here.
 * @module
 */

import { findSkills } from "../../host/find_skills.ts";
import { userDirs } from "../../host/user_dirs.ts";
import type { Arguments, CliCommand } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson, table } from "../print.ts";
import { styleOf } from "../style.ts";
import { printable } from "../../text_width.ts";

/** The command. */
export const listCommand: CliCommand = {
  name: "list",
  summary: "shows the skills of this workspace and of the user",
  usage: "",
  details:
    "Shadowed, broken and refused ones are shown with the reason. A qualified name (user:work) reaches a shadowed one.",
  options: {
    workflows: { type: "boolean", description: "only skills that have a workflow" },
  },
  examples: ["skill-workflow list", "skill-workflow list --workflows --json"],
  run,
};

function run(args: Arguments, io: Io): number {
  const { skills, warnings } = findSkills({ workspace: io.cwd, home: userDirs({ env: io.env }).home });
  const shown = args.flag("workflows") ? skills.filter((skill) => skill.kind === "workflow") : skills;
  if (args.flag("json")) {
    printJson(io, { skills: shown, warnings });
    return EXIT.ok;
  }
  const style = styleOf(io.colour);
  if (shown.length === 0) io.out("No skills found: put one into .agents/skills/<name>/SKILL.md\n");
  else {
    const paint = { ok: style.green, shadowed: style.dim, broken: style.red, refused: style.red };
    io.out(`${
      table(shown.map((skill) => [
        skill.status === "shadowed" ? skill.qualified : skill.name,
        skill.kind ?? "-",
        paint[skill.status](skill.status),
        printable(skill.status === "ok" ? skill.description ?? "" : skill.reason ?? ""),
        style.dim(skill.path),
      ]))
    }\n`);
  }
  for (const warning of warnings) io.err(`${style.yellow("warning")}: ${printable(warning.message)}\n`);
  return EXIT.ok;
}
