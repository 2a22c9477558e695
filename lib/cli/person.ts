/**
 * A person's commands from the command line.
 * @module
 */

import { randomInt } from "node:crypto";
import { NotAPersonError } from "../error.ts";
import { checkPerson } from "../host/person.ts";
import type { Io } from "./io.ts";

/**
 * Goes on only where a person has typed the code that was shown.
 *
 * @throws {NotAPersonError} no terminal, an agent's shell, or the wrong code
 */
export async function requirePerson(action: string, io: Io): Promise<void> {
  const check = await checkPerson(action, {
    interactive: io.interactive,
    env: io.env,
    ask: async (question) => await io.ask(question) ?? undefined,
    random: (limit) => randomInt(limit),
  });
  if (!check.person) {
    throw new NotAPersonError(check.reason, check.marker === undefined ? {} : { marker: check.marker });
  }
}
