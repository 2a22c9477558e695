/**
 * `run`: a person, or a file of answers, walks a workflow.
 * @module
 */

import { resolve } from "node:path";
import { InvalidInputError, NotTrustedError } from "../../error.ts";
import { checkedWorkflow } from "../../host/engine/check_workflow.ts";
import type { Command } from "../../host/dispatch/command.ts";
import { dispatch } from "../../host/dispatch/dispatch.ts";
import type { NextArguments } from "../../host/engine/arguments.ts";
import type { Caller, Engine, NextCommand, Outcome } from "../../host/engine/mod.ts";
import { loadSkill } from "../../host/load_skill.ts";
import { resolveSkill } from "../../host/resolve_skill.ts";
import { skillFolderOf } from "../../host/skill_folder.ts";
import { checkTrust, trust } from "../../host/trust.ts";
import { type UserDirs, userDirs } from "../../host/user_dirs.ts";
import { isJsonObject, type JsonObject } from "../../json.ts";
import { requireSkill } from "../../skill/require_skill.ts";
import { answersIn } from "../answers.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { requirePerson } from "../person.ts";
import { printJson } from "../print.ts";
import { terminalEngine } from "../terminal_engine.ts";
import { askAnswer } from "../run/ask_answer.ts";
import { dryRun } from "../run/dry_run.ts";
import { printDryRun } from "../run/print_dry_run.ts";
import { printAnswer, printOutcome, printReport } from "../run/print_run.ts";

/** The command. */
export const runCommand: CliCommand = {
  name: "run",
  summary: "walks a workflow in the terminal",
  usage: "<skill>",
  details:
    "Every step is shown; you type its result. With --answers a YAML list of next_step arguments is handed in instead.",
  options: {
    answers: { type: "string", value: "FILE", description: "YAML list of next_step arguments; - for stdin" },
    input: { type: "string", description: "the task, for {{input}}" },
    context: { type: "string", value: "JSON", description: "values of declared variables" },
    workspace: {
      type: "string",
      value: "DIR",
      description: "where sessions are kept and commands run; the current folder by default",
    },
    restart: { type: "boolean", description: "abort the live session of this workflow and begin anew" },
    "dry-run": {
      type: "boolean",
      description: "shows every step, way out, command, file and approval; starts, runs and writes nothing",
    },
    trust: { type: "boolean", description: "run the skill's commands without asking; or SKILL_WORKFLOW_TRUST=1" },
  },
  examples: [
    "skill-workflow run release",
    "skill-workflow run ./skills/release --input 'version 2.1'",
    "skill-workflow run release --answers answers.yaml --json",
    "skill-workflow run release --dry-run",
  ],
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [skill] = args.positionals;
  if (skill === undefined) throw new UsageError("Name the skill to walk");
  const answersFile = args.text("answers");
  if (args.flag("dry-run")) return walkDry(skill, args, io);
  if (answersFile === undefined && !io.interactive) {
    throw new UsageError("There is no terminal to ask in: give the answers with --answers FILE");
  }
  // Before the session is started: an answer that can't be read leaves none behind.
  const answers = answersFile === undefined ? undefined : await answersIn(answersFile, io);
  const workspace = resolve(io.cwd, args.text("workspace") ?? ".");
  const dirs = userDirs({ env: io.env });
  const engine = terminalEngine(io, args.flag("trust"));
  const caller: Caller = { door: "cli", workspace, connection: { shown: new Map() } };
  try {
    const first = await start(engine, skill, args, io, caller, dirs);
    if (!args.flag("json")) printOutcome(first, io);
    const last = answers === undefined
      ? await walkByHand(engine, first, caller, io)
      : await walkByFile(engine, first, { file: answersFile!, answers }, args, caller, io);
    const { report } = await engine.report(last.state.id, caller);
    if (args.flag("json")) printJson(io, report);
    else printReport(report, io);
    return report.status === "completed" ? EXIT.ok : EXIT.failed;
  } finally {
    engine.close();
  }
}

/** Makes no engine: even that ends what a crash left running. */
function walkDry(skill: string, args: Arguments, io: Io): number {
  const unwanted = ["answers", "input", "context"].find((name) => args.text(name) !== undefined);
  if (unwanted !== undefined) throw new UsageError(`--dry-run shows every way at once: leave out --${unwanted}`);
  const workspace = resolve(io.cwd, args.text("workspace") ?? ".");
  const { home, config } = userDirs({ env: io.env });
  const resolved = resolveSkill(skill.includes("/") ? resolve(io.cwd, skill) : skill, { workspace, home });
  const workflow = checkedWorkflow({ ...resolved, skill: requireSkill(loadSkill(resolved)), notices: [] });
  const dry = dryRun(workflow, checkTrust({ workflow, folder: skillFolderOf(workflow, workspace), workspace, config }));
  if (args.flag("json")) printJson(io, dry);
  else printDryRun(dry, io);
  return EXIT.ok;
}

/** The session after a command that walks; what went wrong is thrown, and printed where everything is. */
async function done(command: Command, caller: Caller, engine: Engine): Promise<Outcome> {
  const { thrown, result } = await dispatch(command, caller, { engine });
  if (result === undefined || "report" in result) throw thrown;
  return result;
}

async function start(
  engine: Engine,
  skill: string,
  args: Arguments,
  io: Io,
  caller: Caller,
  dirs: UserDirs,
): Promise<Outcome> {
  const input = args.text("input");
  const context = contextOf(args);
  const command = {
    // A path is meant from where it was typed.
    skill_name: skill.includes("/") ? resolve(io.cwd, skill) : skill,
    workspace_dir: caller.workspace,
    restart: args.flag("restart"),
    ...(input === undefined ? {} : { input }),
    ...(context === undefined ? {} : { initial_context: context }),
  };
  try {
    return await done({ action: "start_workflow", args: command }, caller, engine);
  } catch (error) {
    if (!(error instanceof NotTrustedError) || !io.interactive) throw error;
    io.err(`${error.message}\n`);
    const workflow = checkedWorkflow(await engine.loadSkill(command.skill_name, caller.workspace));
    await requirePerson(`trust the commands of "${workflow.name}"`, io);
    const folder = skillFolderOf(workflow, caller.workspace);
    trust({ workflow, folder, workspace: caller.workspace, config: dirs.config, at: new Date().toISOString() });
    return await done({ action: "start_workflow", args: command }, caller, engine);
  }
}

function contextOf(args: Arguments): JsonObject | undefined {
  const text = args.text("context");
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Said below.
  }
  throw new UsageError(
    `--context wants a JSON object, such as '{"count": 2}', got ${JSON.stringify(text.slice(0, 80))}`,
  );
}

async function walkByHand(engine: Engine, first: Outcome, caller: Caller, io: Io): Promise<Outcome> {
  let outcome = first;
  while (outcome.state.status === "running") {
    const answer = await askAnswer(outcome, io);
    if (answer === null) {
      io.out(`\nStopped here. Go on with \`skill-workflow run ${outcome.state.workflow.name}\`\n`);
      return outcome;
    }
    try {
      outcome = "approve" in answer
        ? await engine.approve({ session: outcome.state.id, assurance: "elicited", ...answer.approve }, caller)
        : await done({ action: "next_step", args: typedAnswer(outcome.state.id, answer.next) }, caller, engine);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      io.err(`${error.message}\n`);
      continue;
    }
    printOutcome(outcome, io);
  }
  return outcome;
}

function typedAnswer(session_id: string, { output, choice, ...rest }: NextCommand): NextArguments {
  const { response, outputs, variables } = rest;
  return { session_id, step_output: output, transition_choice: choice, user_response: response, outputs, variables };
}

async function walkByFile(
  engine: Engine,
  first: Outcome,
  { file, answers }: { file: string; answers: NextArguments[] },
  args: Arguments,
  caller: Caller,
  io: Io,
): Promise<Outcome> {
  let outcome = first;
  for (const [index, answer] of answers.entries()) {
    if (outcome.state.status !== "running") {
      throw new InvalidInputError(
        `Answer ${
          index + 1
        } of ${answers.length} in ${file} is left over: the session is already ${outcome.state.status}`,
        { field: "answers", wanted: index, actual: answers.length },
      );
    }
    if (!args.flag("json")) printAnswer(answer, index + 1, answers.length, io);
    const next = { ...answer, session_id: outcome.state.id };
    outcome = await done({ action: "next_step", args: next }, caller, engine);
    if (!args.flag("json")) printOutcome(outcome, io);
  }
  if (outcome.state.status === "running" && !args.flag("json")) {
    io.err(
      `The answers are used up and the session is at step "${outcome.state.step}": go on with \`skill-workflow run\`\n`,
    );
  }
  return outcome;
}
