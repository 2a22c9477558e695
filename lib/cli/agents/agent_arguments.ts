/**
 * From the words of a command line to a command about agents.
 * @module
 */

import type { JsonObject } from "../../json.ts";
import { type Arguments, UsageError } from "../command.ts";
import type { Io } from "../io.ts";

/** What may be done with one agent, or one skill. */
export const AGENT_ACTIONS: readonly string[] = ["ask", "launch", "stop", "update-context", "create-skill"];

/** The command's name for dispatch, and its arguments, not checked yet. */
export async function agentArguments(
  action: string,
  name: string | undefined,
  words: readonly string[],
  args: Arguments,
  io: Io,
): Promise<{ action: string; args: JsonObject }> {
  if (name === undefined) throw new UsageError(action === "create-skill" ? "Name the new skill" : "Name the agent");
  if (words.length > (action === "ask" || action === "launch" ? 1 : 0)) {
    throw new UsageError('Too many arguments: put a task of several words into quotes, as in "Review the last commit"');
  }
  const [task] = words;
  switch (action) {
    case "ask": {
      const timeout = args.text("timeout");
      if (timeout !== undefined && !/^\d{1,4}$/.test(timeout)) {
        throw new UsageError(`--timeout wants a number of seconds, got "${timeout}"`);
      }
      const text = task ?? (await io.input()).trim();
      return {
        action: "ask_agent",
        args: { target: name, task: text, ...(timeout === undefined ? {} : { timeout: Number(timeout) }) },
      };
    }
    case "launch":
      return { action: "launch_agent", args: { target: name, ...(task === undefined ? {} : { task }) } };
    case "stop":
      return { action: "stop_agent", args: { target: name } };
    case "update-context":
      return { action: "update_context", args: { target: name, content: await io.input() } };
    default: {
      const [description, scope] = [args.text("description"), args.text("scope")];
      if (description === undefined) throw new UsageError("Say with --description what the skill is for");
      return {
        action: "create_skill",
        args: { name, description, body: await io.input(), ...(scope === undefined ? {} : { scope }) },
      };
    }
  }
}
