/**
 * `explain`: what a finding means, and how it's mended.
 * @module
 */

import { didYouMean } from "../../did_you_mean.ts";
import { InvalidInputError } from "../../error.ts";
import { ruleOf, RULES } from "../../workflow/registry.ts";
import type { Arguments, CliCommand } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson, table } from "../print.ts";
import { styleOf } from "../style.ts";

/** The command. */
export const explainCommand: CliCommand = {
  name: "explain",
  summary: "explains a finding of validate, or lists all of them",
  usage: "[code]",
  options: {},
  examples: ["skill-workflow explain unknown-target", "skill-workflow explain", "skill-workflow explain --json"],
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [code] = args.positionals;
  if (code === undefined) return list(args, io);
  const rule = ruleOf(code);
  if (rule === undefined) {
    const codes = RULES.map((one) => one.code);
    const hint = didYouMean(code, codes) || "`skill-workflow explain` lists them";
    throw new InvalidInputError(`There is no finding "${code}": ${hint}`, {
      field: "code",
      wanted: codes,
      actual: code,
    });
  }
  const { RULE_PAGES } = await import("../rule_pages.ts");
  const page = RULE_PAGES[code];
  if (args.flag("json")) printJson(io, { code, severity: rule.severity, summary: rule.summary, page });
  else io.out(page);
  return EXIT.ok;
}

function list(args: Arguments, io: Io): number {
  const rules = RULES.map(({ code, severity, summary }) => ({ code, severity, summary }));
  if (args.flag("json")) printJson(io, { rules });
  else {
    const style = styleOf(io.colour);
    const paint = { error: style.red, warning: style.yellow, info: style.cyan };
    io.out(`${table(rules.map(({ code, severity, summary }) => [code, paint[severity](severity), summary]))}\n`);
  }
  return EXIT.ok;
}
