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
    throw new UsageError(usageProblem(error, argv, specs));
  }
  const { values, positionals } = parsed;
  return {
    positionals,
    text: (name) => values[name] as string | undefined,
    texts: (name) => (values[name] as string[] | undefined) ?? [],
    flag: (name) => values[name] === true,
  };
}

function usageProblem(error: unknown, argv: string[], specs: Record<string, OptionSpec>): string {
  const known = Object.keys(specs);
  const { code } = error as { code?: string };
  const message = error instanceof Error ? error.message : String(error);
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const written = argv.find((arg) => arg.startsWith("-") && !known.includes(arg.replace(/^--?/, "").split("=")[0])) ??
      "";
    const name = written.replace(/^--?/, "").split("=")[0];
    return `Unknown option ${written.split("=")[0]}: ${
      didYouMean(`--${name}`, known.map((one) => `--${one}`)) ||
      `there are ${known.map((one) => `--${one}`).join(", ")}`
    }`;
  }
  const option = /--([a-z-]+)/.exec(message)?.[1] ?? "";
  if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE" && Object.hasOwn(specs, option)) {
    const { type, value = "TEXT", description } = specs[option];
    return type === "string"
      ? `--${option} wants a value, ${value}: ${description}`
      : `--${option} takes no value: it's either there or not`;
  }
  return message.split(". ")[0];
}
