/**
 * `off`: a person's way out of the fence, for a while.
 * @module
 */

import { realpathSync } from "node:fs";
import { findOff, nodeHookFiles, parseDuration, switchOff, switchOn } from "../../host/hook/mod.ts";
import { userDirs } from "../../host/user_dirs.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { requirePerson } from "../person.ts";
import { printJson } from "../print.ts";

/** The command. */
export const offCommand: CliCommand = {
  name: "off",
  summary: "switches the fence off in this workspace, for a while",
  usage: "--for <time> | --end",
  details:
    "It expires by itself. Every use, and every call that is let through by it, is noted down in off.journal.jsonl in the user's " +
    "configuration. It wants a terminal and a typed code.",
  options: {
    for: { type: "string", value: "TIME", description: "such as 10m or 2h, at most 24h" },
    end: { type: "boolean", description: "switches it on again" },
  },
  examples: ["skill-workflow off --for 10m", "skill-workflow off --end", "skill-workflow off"],
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const { config } = userDirs({ env: io.env });
  const workspace = realpathSync(io.cwd);
  const time = args.text("for");
  if (time !== undefined && args.flag("end")) throw new UsageError("Give --for or --end, not both");
  if (time !== undefined) {
    const minutes = parseDuration(time);
    await requirePerson(`switch the fence off in ${workspace} for ${time}`, io);
    switchOff(nodeHookFiles, config, workspace, minutes, new Date());
  } else if (args.flag("end")) switchOn(nodeHookFiles, config, workspace, new Date());
  const record = findOff(nodeHookFiles, config, workspace, new Date());
  if (args.flag("json")) printJson(io, { off: record !== undefined, until: record?.until ?? null });
  else {io.out(
      record ? `The fence is off in ${workspace} until ${record.until}\n` : `The fence is on in ${workspace}\n`,
    );}
  return EXIT.ok;
}
