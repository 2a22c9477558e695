/**
 * Help texts, from the same data that reads the arguments.
 * @module
 */

import type { CliCommand } from "./command.ts";
import { COMMON } from "./parse_arguments.ts";
import { type Style, styleOf } from "./style.ts";

const NAME = "skill-workflow";

/** The help of the whole program. */
export function programHelp(commands: readonly CliCommand[], colour: boolean): string {
  const style = styleOf(colour);
  return [
    `${style.bold(NAME)}: makes an agent follow a written procedure, one step at a time`,
    "",
    heading("Usage", style),
    `  ${NAME} <command> [arguments] [--json]`,
    "",
    heading("Commands", style),
    ...columns(commands.map((command) => [command.name, command.summary])),
    "",
    heading("More", style),
    `  ${NAME} <command> --help   options and examples of a command`,
    `  ${NAME} --version`,
    "",
    "Exit codes: 0 all well, 1 something failed or was found, 2 wrong usage",
    "",
  ].join("\n");
}

/** The help of one command. */
export function commandHelp(command: CliCommand, colour: boolean): string {
  const style = styleOf(colour);
  const options = Object.entries({ ...command.options, ...COMMON }).map(([name, option]) => {
    const short = option.short ? `-${option.short}, ` : "";
    const value = option.type === "string" ? ` ${option.value ?? "TEXT"}` : "";
    return [`${short}--${name}${value}`, option.description] as [string, string];
  });
  return [
    `${style.bold(`${NAME} ${command.name}`)}: ${command.summary}`,
    "",
    heading("Usage", style),
    `  ${NAME} ${command.name} ${command.usage}`.trimEnd(),
    "",
    ...(command.details ? [command.details, ""] : []),
    heading("Options", style),
    ...columns(options),
    "",
    heading("Examples", style),
    ...command.examples.map((line) => `  ${line}`),
    "",
  ].join("\n");
}

function heading(text: string, style: Style): string {
  return style.bold(text);
}

function columns(rows: [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
