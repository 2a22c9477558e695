/**
 * `hook`: what clients call before a tool and at other moments. `cli.ts` serves it before anything else is loaded; this
 * file only explains it.
 * @module
 */

import { type CliCommand, UsageError } from "../command.ts";

/** The command. */
export const hookCommand: CliCommand = {
  name: "hook",
  summary: "answers a client's hook; `install` registers it",
  usage: "<client> [tool|start|prompt|stop|subagent_stop]",
  details: "Reads the hook's JSON from stdin and answers in the client's own form.",
  options: {},
  examples: ["skill-workflow hook claude-code tool < payload.json"],
  run: () => {
    throw new UsageError("Name the client whose hook this is");
  },
};
