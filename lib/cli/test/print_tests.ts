/**
 * Scenario tests for people: one line a scenario, a diff where one fails, a table of what was walked.
 * @module
 */

import { diffLines } from "diff";
import type { Json } from "../../json.ts";
import { percentOf, type ScenarioProblem, type Share, type Way } from "../../scenario/mod.ts";
import { printable } from "../../text_width.ts";
import type { Io } from "../io.ts";
import { table } from "../print.ts";
import { frameOf, renderDiagnostics } from "../render_diagnostics.ts";
import { type Style, styleOf } from "../style.ts";
import type { TestedScenario } from "./test_skill.ts";
import type { TestedSkill } from "./test_skills.ts";

/** Names of what isn't covered are cut after these. */
const MISSING_SHOWN = 20;

/** Every scenario of a skill. */
export function printTests(skill: TestedSkill, io: Io): void {
  const style = styleOf(io.colour);
  io.out(`${style.bold(printable(skill.name))} ${style.dim(printable(skill.file))}\n`);
  if (skill.problem !== undefined) {
    io.out(`  ${style.red("✗")} ${skill.problem.split("\n").map(printable).join("\n    ")}\n`);
  } else if (skill.scenarios.length === 0) {
    io.out(`  ${style.dim("no scenarios: write tests/<name>.yaml beside it")}\n`);
  }
  for (const scenario of skill.scenarios) printScenario(scenario, io, style);
}

/** What of the skills' steps and edges was walked. */
export function printCoverage(skills: readonly TestedSkill[], io: Io): void {
  const style = styleOf(io.colour);
  const rows = skills.flatMap(({ name, coverage }) => {
    if (coverage === undefined) return [];
    const { steps, edges } = coverage;
    return [[
      printable(name),
      shareOf(steps),
      shareOf(edges),
      missingOf([...steps.missing, ...edges.missing.map(arrow)]),
    ]];
  });
  if (rows.length > 0) io.out(`\n${table([["skill", "steps", "edges", "not walked"].map(style.dim), ...rows])}\n`);
}

function printScenario(scenario: TestedScenario, io: Io, style: Style): void {
  const { name, file, passed, problems, diagnostics } = scenario;
  const mark = passed ? style.green("✓") : style.red("✗");
  io.out(`  ${mark} ${printable(name)}${name === file ? "" : style.dim(` ${printable(file)}`)}\n`);
  if (diagnostics.length > 0) {
    // Repairs are `validate`'s, which doesn't look at scenarios.
    const text = renderDiagnostics(diagnostics.map(({ repair: _repair, ...rest }) => rest), {
      source: (path) => path === file ? scenario.text : undefined,
      colour: io.colour,
      width: io.width - 4,
    });
    io.out(indented(text));
  }
  for (const problem of problems) {
    const { line, column } = problem.range.start;
    io.out(indented(`${style.bold(`${printable(file)}:${line}:${column}`)}: ${linesOf(problem.message)}\n`));
    const frame = frameOf(scenario.text, problem.range, { width: io.width - 4, style, paint: style.red });
    io.out(indented(frame.map((line) => `${line}\n`).join("")));
    io.out(indented(difference(problem, style)));
  }
}

/** What was wanted and what came, as a diff: lines of a text, entries of a list. */
function difference({ wanted, actual }: ScenarioProblem, style: Style): string {
  if (wanted === undefined || actual === undefined) return "";
  if (isLine(wanted) && isLine(actual)) {
    return `  ${style.red(`- wanted: ${printable(asLine(wanted))}`)}\n  ${
      style.green(`+ came:   ${printable(asLine(actual))}`)
    }\n`;
  }
  const parts = diffLines(asLines(wanted), asLines(actual));
  const lines = parts.flatMap(({ value, added, removed }) =>
    value.replace(/\n$/, "").split("\n").map((line) => {
      if (removed) return style.red(`- ${printable(line)}`);
      return added ? style.green(`+ ${printable(line)}`) : `  ${printable(line)}`;
    })
  );
  return [style.red("- wanted"), style.green("+ came"), "", ...lines].map((line) => `${`  ${line}`.trimEnd()}\n`).join(
    "",
  );
}

function isLine(value: Json): boolean {
  return typeof value === "string" ? !value.includes("\n") : typeof value !== "object" || value === null;
}

function asLine(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function asLines(value: Json): string {
  if (typeof value === "string") return `${value}\n`;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
    return value.map((one) => `${one}\n`).join("");
  }
  return `${JSON.stringify(value, null, 2)}\n`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "    ");
}

function linesOf(message: string): string {
  return message.split("\n").map(printable).join("\n  ");
}

function shareOf(share: Share<unknown>): string {
  return `${share.covered}/${share.all} ${percentOf(share)}%`;
}

function missingOf(names: string[]): string {
  const more = names.length > MISSING_SHOWN ? `, … ${names.length - MISSING_SHOWN} more` : "";
  return names.slice(0, MISSING_SHOWN).join(", ") + more;
}

function arrow([from, to]: Way): string {
  return `${from} → ${to ?? "end"}`;
}
