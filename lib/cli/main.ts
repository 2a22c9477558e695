/**
 * The command line: finds the command, reads its arguments, prints what it throws.
 * @module
 */

import { didYouMean } from "../did_you_mean.ts";
import { StorageError, WorkflowError, WorkflowParseError } from "../error.ts";
import { describeErrno } from "../host/inside.ts";
import { VERSION } from "../version.ts";
import { type CliCommand, UsageError } from "./command.ts";
import { commandHelp, programHelp } from "./help.ts";
import { type Doors, EXIT, type Io } from "./io.ts";
import { parseArguments } from "./parse_arguments.ts";

/**
 * Runs a command line.
 *
 * @param argv the arguments after the program's name
 * @returns the exit code: 0 all well, 1 something failed or was found, 2 wrong usage
 */
export async function main(argv: string[], io: Io, doors: Doors): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    return await help(rest[0], name === undefined, io);
  }
  if (name === "--version" || name === "-V") {
    io.out(`${VERSION}\n`);
    return EXIT.ok;
  }
  const command = await findCommand(name);
  if (!command) return fail(io, new UsageError(unknownCommand(name, await commands())), false);
  const json = rest.includes("--json");
  try {
    const args = parseArguments(command, rest);
    if (args.flag("help")) {
      io.out(commandHelp(command, io.colour));
      return EXIT.ok;
    }
    return await command.run(args, io, doors);
  } catch (error) {
    return fail(io, error, json, name);
  }
}

/** What others start often is loaded alone: the engine, which the rest needs, takes longer to load than such a call does. */
async function findCommand(name: string): Promise<CliCommand | undefined> {
  if (name === "serve") return (await import("./commands/serve.ts")).serveCommand;
  if (name === "mcp") return (await import("./commands/mcp.ts")).mcpCommand;
  return (await commands()).find((one) => one.name === name);
}

async function commands(): Promise<readonly CliCommand[]> {
  return (await import("./commands/mod.ts")).COMMANDS;
}

async function help(name: string | undefined, missing: boolean, io: Io): Promise<number> {
  const all = await commands();
  const command = all.find((one) => one.name === name);
  if (name !== undefined && !command) return fail(io, new UsageError(unknownCommand(name, all)), false);
  const text = command ? commandHelp(command, io.colour) : programHelp(all, io.colour);
  if (missing) io.err(text);
  else io.out(text);
  return missing ? EXIT.usage : EXIT.ok;
}

function unknownCommand(name: string, all: readonly CliCommand[]): string {
  const names = all.map((one) => one.name);
  return `Unknown command "${name}": ${didYouMean(name, names) || `there are ${names.join(", ")}`}`;
}

/** One line to stderr, or one JSON value to stdout. A programmer's mistake keeps its stack. */
function fail(io: Io, error: unknown, json: boolean, command?: string): number {
  if (error instanceof UsageError) {
    if (json) io.out(`${JSON.stringify({ error: { code: "UsageError", message: error.message } }, null, 2)}\n`);
    else io.err(`${error.message}\nSee \`skill-workflow ${command ? `${command} ` : ""}--help\`\n`);
    return EXIT.usage;
  }
  const known = error instanceof WorkflowError ? error : storageError(error);
  if (known === undefined) throw error;
  if (json) {
    const diagnostics = known instanceof WorkflowParseError ? { diagnostics: known.diagnostics } : {};
    io.out(
      `${
        JSON.stringify(
          { error: { code: known.code, message: known.message, data: known.data, ...diagnostics } },
          null,
          2,
        )
      }\n`,
    );
  } else io.err(`${known.code}: ${known.message}\n`);
  return EXIT.failed;
}

/** What the system refused: a user's file that isn't there, or mustn't be written. */
function storageError(error: unknown): StorageError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || path === undefined) return undefined;
  return new StorageError(`Can't use ${JSON.stringify(path)} (${syscall}): ${describeErrno(code)}`, {
    path,
    errno: code,
  });
}
