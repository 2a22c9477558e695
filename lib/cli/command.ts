/**
 * What a command of the command line is.
 * @module
 */

import type { Doors, Io } from "./io.ts";

/** An option. */
export interface OptionSpec {
  type: "string" | "boolean";
  short?: string;
  multiple?: boolean;
  /** The value's name in the help, such as `FILE`. */
  value?: string;
  description: string;
}

/** Arguments after they were read. */
export interface Arguments {
  positionals: string[];
  /** The value of a string option. */
  text(name: string): string | undefined;
  /** Every value of a string option that may be repeated. */
  texts(name: string): string[];
  flag(name: string): boolean;
}

/** A command. */
export interface CliCommand {
  name: string;
  /** One line, for the list of commands. */
  summary: string;
  /** Arguments after the name: `<target…>`. */
  usage: string;
  /** What it does, in a few sentences; optional. */
  details?: string;
  options: Record<string, OptionSpec>;
  /** Whole command lines. */
  examples: string[];
  /** Returns the exit code. */
  run(args: Arguments, io: Io, doors: Doors): Promise<number> | number;
}

/** Wrong usage: exit code 2 and a pointer to the help. */
export class UsageError extends Error {}
