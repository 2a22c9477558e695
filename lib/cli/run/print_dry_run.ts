/**
 * A dry run as a person reads it.
 * @module
 */

import type { ListedCommand } from "../../host/list_commands.ts";
import { printable } from "../../text_width.ts";
import type { Io } from "../io.ts";
import { table } from "../print.ts";
import { type Style, styleOf } from "../style.ts";
import type { DryRun, DryStep, DryWay } from "./dry_run.ts";

/** Prints steps, ways, paths, and whether the commands may run. */
export function printDryRun(dry: DryRun, io: Io): void {
  const style = styleOf(io.colour);
  const count = dry.steps.length;
  const lines = [
    `${style.bold(clean(dry.title))} ${
      style.dim(`dry run: ${count} ${count === 1 ? "step" : "steps"}, nothing is run or written`)
    }`,
    "",
    ...dry.steps.flatMap((step, i) => stepLines(step, i + 1, style)),
    style.bold("Shortest ways to an end"),
    ...dry.paths.map((path) => `  ${path.map(clean).join(" → ")} → end`),
    "",
    ...trustLines(dry, style),
  ];
  io.out(`${lines.join("\n")}\n`);
}

function stepLines(step: DryStep, number: number, style: Style): string[] {
  return [
    `${style.cyan(`${number}.`)} ${style.bold(clean(step.title))} ${style.dim(clean(tagOf(step)))}`,
    ...rows(factsOf(step), style),
    ...step.children.flatMap((child) => [
      `   ${style.dim("├")} ${style.bold(clean(child.title))} ${style.dim(clean(tagOf(child)))}`,
      ...rows(factsOf(child), style, "   "),
    ]),
    ...rows(step.ways.map((way, i) => [i === 0 ? "then" : "", wayInWords(way)]), style),
    "",
  ];
}

function tagOf({ id, title, kind, type }: DryStep): string {
  const role = kind === "child" ? [] : kind !== "agent" ? [kind] : type === "standard" ? [] : [type];
  const parts = [...(title === id ? [] : [id]), ...role];
  return parts.length === 0 ? "" : `(${parts.join(", ")})`;
}

function factsOf({ instructions, commands, files, contract, loop, approval }: DryStep): [string, string][] {
  return [
    ...(/^(?:command|parallel|none)$/.test(instructions) ? [] : [["reads", instructions] as [string, string]]),
    ...contract.map((line): [string, string] => ["result", line]),
    ...(files.length === 0 ? [] : [["files", files.join(", ")] as [string, string]]),
    ...commands.map((
      command,
    ): [string, string] => [command.kind === "command" ? "runs" : command.kind, inWords(command)]),
    ...(loop === undefined ? [] : [["repeats", loopInWords(loop)] as [string, string]]),
    ...(approval === undefined
      ? []
      : [["asks", `${approval.question} (${approval.labels.join(" / ")}; ${approval.assurance})`] as [string, string]]),
  ];
}

function inWords({ run, timeout, expect, executes }: ListedCommand): string {
  const notes = [
    `${timeout} s`,
    ...(expect === "failure" ? ["has to fail"] : []),
    ...(executes.length === 0 ? [] : [`executes ${executes.map(({ variable }) => variable).join(", ")}`]),
  ];
  return `${run} (${notes.join("; ")})`;
}

function loopInWords({ until, max, on_exhausted }: NonNullable<DryStep["loop"]>): string {
  const word = until === undefined ? "" : `until "${until}", `;
  const end = on_exhausted === undefined ? "" : `, then ${on_exhausted}`;
  return `${word}at most ${max} ${max === 1 ? "time" : "times"}${end}`;
}

function wayInWords({ to, when, implied }: DryWay): string {
  const target = `→ ${to ?? "end"}${implied ? " (implied)" : ""}`;
  return when.length === 0 ? target : `${when.join(", ")} ${target}`;
}

function trustLines({ steps, trusted, why, workflow }: DryRun, style: Style): string[] {
  const commands = steps.reduce((sum, step) => sum + step.commands.length, 0);
  if (commands === 0 && trusted) return ["It runs no commands: there is nothing to trust"];
  const what = commands === 1 ? "Its command" : `Its ${commands} commands`;
  if (trusted) return [`${style.green("✓")} ${what} may run in this workspace`];
  return [
    `${style.yellow("!")} ${what} may not run in this workspace yet: skill-workflow trust ${clean(workflow)}`,
    ...(why === undefined ? [] : [`  ${clean(why.split("\n")[0])}`]),
  ];
}

function rows(facts: [string, string][], style: Style, indent = ""): string[] {
  if (facts.length === 0) return [];
  return table(facts.map(([name, text]) => [style.dim(name.padEnd(7)), clean(text)])).split("\n")
    .map((line) => `   ${indent}${line}`);
}

function clean(text: string): string {
  return printable(text.replace(/\s+/gu, " ").trim());
}
