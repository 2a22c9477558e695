/**
 * Makes sure, as far as that's possible, that a person is at the keyboard: a terminal on both sides, no agent around us,
 * and a short code that has to be typed. Source: spec "A person's commands".
 * @module
 */

import { randomInt } from "node:crypto";
import process from "node:process";
import { createInterface } from "node:readline";
import { findAgentMarker } from "./agent_markers.ts";

/** The terminal. Tests and other front ends bring their own. */
export interface PersonTerminal {
  /** Whether a person may see what we write, and type. */
  interactive: boolean;
  env: Readonly<Record<string, string | undefined>>;
  /** Shows a question and resolves to the line that was typed; undefined at the end of the input, or when time is up. */
  ask(question: string): Promise<string | undefined>;
  /** A number from 0 to below the limit, not to be guessed. */
  random(limit: number): number;
}

/** What came of it. `marker` is the variable that gave an agent away. */
export type PersonCheck =
  | { person: true }
  | { person: false; reason: string; marker?: string };

/** No letter or digit that looks like another one. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 4;
const TRIES = 3;

/**
 * Asks for a code that is shown. `action` completes "To …": `trust the commands of "work"`. Never rejects.
 */
export async function checkPerson(action: string, terminal: PersonTerminal = ownTerminal()): Promise<PersonCheck> {
  const marker = findAgentMarker(terminal.env);
  if (marker !== undefined) {
    return {
      person: false,
      reason: `Only a person may ${action}, and this is the shell of ${marker.client} (${marker.name} is set)\n` +
        "Type the command in a terminal of your own",
      marker: marker.name,
    };
  }
  if (!terminal.interactive) {
    return {
      person: false,
      reason: `Only a person may ${action}: that needs a terminal, and stdin or stdout is none\n` +
        "Type the command in a terminal, without a pipe",
    };
  }
  for (let tries = 0; tries < TRIES; tries++) {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[terminal.random(ALPHABET.length)]).join("");
    const typed = await terminal.ask(`To ${action}, type ${code} and press Enter: `);
    if (typed === undefined) {
      return { person: false, reason: `Not confirmed: nothing was typed, so nothing was changed` };
    }
    if (typed.trim().toLowerCase() === code) return { person: true };
  }
  return { person: false, reason: `Not confirmed: the code was wrong ${TRIES} times, so nothing was changed` };
}

/** Milliseconds that a person has to type. */
const PATIENCE = 120_000;

/** The terminal of this process. */
export function ownTerminal(): PersonTerminal {
  return {
    interactive: process.stdin.isTTY === true && process.stdout.isTTY === true,
    env: process.env,
    random: (limit) => randomInt(limit),
    ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
      return new Promise((resolve) => {
        const timer = setTimeout(() => lines.close(), PATIENCE);
        let typed: string | undefined;
        lines.once("line", (line) => {
          typed = line;
          lines.close();
        });
        lines.once("close", () => {
          clearTimeout(timer);
          // Or the open terminal would keep the process alive.
          process.stdin.pause();
          resolve(typed);
        });
        process.stdout.write(question);
      });
    },
  };
}
