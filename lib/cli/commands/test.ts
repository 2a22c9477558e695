/**
 * `test`: plays the scenarios beside skills.
 * @module
 */

import { userDirs } from "../../host/user_dirs.ts";
import { validateTargets } from "../../host/validate_targets.ts";
import { percentOf } from "../../scenario/mod.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { type Doors, EXIT, type Io } from "../io.ts";
import { printJson } from "../print.ts";
import { styleOf } from "../style.ts";
import { printCoverage, printTests } from "../test/print_tests.ts";
import { type TestedSkill, testSkills } from "../test/test_skills.ts";

/** The command. */
export const testCommand: CliCommand = {
  name: "test",
  summary: "plays the scenarios (tests/*.yaml) beside skills",
  usage: "<target…>",
  details:
    "A target is a skill's name, its folder or file, a folder of skills, or a glob. No model is asked and no command is run: a scenario says what the agent, the machine and a person answer. docs/scenarios.md describes the files.",
  options: {
    coverage: { type: "boolean", description: "shows which steps and edges no scenario walks" },
    "min-coverage": {
      type: "string",
      value: "N",
      description: "fails if less than N per cent of a skill's steps or edges are walked",
    },
  },
  examples: [
    "skill-workflow test .agents/skills/release",
    "skill-workflow test . --coverage",
    "skill-workflow test 'skills/*' --min-coverage 80 --json",
  ],
  run,
};

async function run(args: Arguments, io: Io, doors: Doors): Promise<number> {
  if (args.positionals.length === 0) {
    throw new UsageError("Name at least one target: a skill, a file, a folder of skills, or a glob");
  }
  const least = leastCoverage(args);
  const targets = validateTargets(args.positionals, { workspace: io.cwd, home: userDirs({ env: io.env }).home });
  const skills = await testSkills(targets, doors.scenarioThread);
  const scenarios = skills.flatMap((skill) => skill.scenarios);
  const failed = scenarios.filter((scenario) => !scenario.passed).length;
  const uncovered = least === undefined ? [] : skills.filter((skill) => isBelow(skill, least));
  const ok = failed === 0 && scenarios.length > 0 && uncovered.length === 0 &&
    skills.every((skill) => skill.problem === undefined);
  if (args.flag("json")) {
    printJson(io, { skills: skills.map(plain), passed: scenarios.length - failed, failed, ok });
    return ok ? EXIT.ok : EXIT.failed;
  }
  for (const skill of skills) printTests(skill, io);
  if (args.flag("coverage") || uncovered.length > 0) printCoverage(skills, io);
  const style = styleOf(io.colour);
  const passed = `${scenarios.length - failed} ${scenarios.length - failed === 1 ? "scenario" : "scenarios"} passed`;
  io.out(`\n${passed}, ${failed > 0 ? style.red(`${failed} failed`) : "0 failed"}\n`);
  if (scenarios.length === 0) io.err("There is no scenario: write tests/<name>.yaml beside a skill\n");
  for (const { name } of uncovered) io.err(`The scenarios of "${name}" walk less than ${least} per cent of it\n`);
  return ok ? EXIT.ok : EXIT.failed;
}

function leastCoverage(args: Arguments): number | undefined {
  const text = args.text("min-coverage");
  if (text === undefined) return undefined;
  if (!/^\d{1,3}$/.test(text) || Number(text) > 100) {
    throw new UsageError(`--min-coverage wants a whole number from 0 to 100, got "${text}"`);
  }
  return Number(text);
}

function isBelow({ coverage }: TestedSkill, least: number): boolean {
  return coverage !== undefined && Math.min(percentOf(coverage.steps), percentOf(coverage.edges)) < least;
}

/** Without the files' texts. */
function plain({ scenarios, ...skill }: TestedSkill): object {
  return { ...skill, scenarios: scenarios.map(({ text: _text, ways: _ways, entered: _entered, ...rest }) => rest) };
}
