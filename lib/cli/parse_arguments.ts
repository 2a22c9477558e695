/**
 * Reads a command's arguments.
 * @module
 */

import { parseArgs } from "node:util";
import { didYouMean } from "../did_you_mean.ts";
import { type Arguments, type CliCommand, type OptionSpec, UsageError } from "./command.ts";

/** Options that every command has. */
export const COMMON: Record<string, OptionSpec> = {
  json: { type: "boolean", description: "exactly one JSON value on stdout" },
  help: { type: "boolean", short: "h", description: "this help" },
};

/**
 * Reads `argv` by a command's options.
 *
 * @throws {UsageError} an unknown option, or one without its value
 */
export function parseArguments(command: Pick<CliCommand, "name" | "options">, argv: string[]): Arguments {
  const specs = { ...command.options, ...COMMON };
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, { type, short, multiple }]) => [name, {
      type,
      ...(short === undefined ? {} : { short }),
      ...(multiple === undefined ? {} : { multiple }),
    }]),
  );
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: argv, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(usageProblem(error, argv, Object.keys(specs)));
  }
  const { values, positionals } = parsed;
  return {
    positionals,
    text: (name) => values[name] as string | undefined,
    texts: (name) => (values[name] as string[] | undefined) ?? [],
    flag: (name) => values[name] === true,
  };
}

function usageProblem(error: unknown, argv: string[], known: string[]): string {
  const code = (error as { code?: string }).code;
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const written = argv.find((arg) => arg.startsWith("-") && !known.includes(arg.replace(/^--?/, "").split("=")[0])) ??
      "";
    const name = written.replace(/^--?/, "").split("=")[0];
    return `Unknown option ${written.split("=")[0]}: ${
      didYouMean(name, known) || `there are ${known.map((one) => `--${one}`).join(", ")}`
    }`;
  }
  return (error instanceof Error ? error.message : String(error)).split(". ")[0];
}
