/**
 * `sessions`: what runs, and what a person does to it.
 * @module
 */

import type { Engine } from "../../host/engine/mod.ts";
import type { SessionSummary } from "../../host/session_store.ts";
import type { Salvage } from "../../host/store/salvage.ts";
import { renderEnvelope } from "../../session/render_envelope.ts";
import { renderTimeline } from "../../session/render_timeline.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { requirePerson } from "../person.ts";
import { printJson, table } from "../print.ts";
import { styleOf } from "../style.ts";
import { terminalEngine } from "../terminal_engine.ts";

/** What needs a person at a terminal, in words. */
const PERSONS: Readonly<Record<string, string>> = {
  back: "send a session back",
  retry: "retry a session",
  abort: "abort a session",
};
const ACTIONS = ["show", "replay", "salvage", "resume", "claim", "back", "retry", "abort"] as const;

/** The command. */
export const sessionsCommand: CliCommand = {
  name: "sessions",
  summary: "lists sessions; shows, replays, salvages, resumes, claims, sends back, retries or aborts one",
  usage: `[${ACTIONS.join("|")}] [session] [step]`,
  details:
    "A unique beginning of a session's id will do. What a session then asks the machine for (a gate, a command) is run to its end. claim makes it the command line's, so that any window may take it over; back, retry and abort are a person's: they want a terminal.",
  options: {
    all: { type: "boolean", description: "sessions of every workspace" },
    format: { type: "string", value: "FORMAT", description: "of show: markdown (default) or json" },
    reason: { type: "string", description: "of resume, back, retry, abort: goes on the record" },
  },
  examples: [
    "skill-workflow sessions",
    "skill-workflow sessions show wf_release_1a2b",
    "skill-workflow sessions back wf_release_1a2b draft --reason 'the plan has changed'",
  ],
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [action, session, step] = args.positionals;
  const engine = terminalEngine(io);
  try {
    if (action === undefined) return await list(engine, args, io);
    if (!isAction(action)) throw new UsageError(`Unknown action "${action}": there are ${ACTIONS.join(", ")}`);
    const caller = { door: "cli" as const, workspace: io.cwd };
    switch (action) {
      case "show":
        return await show(engine, session, args, io);
      case "replay": {
        const result = await engine.replay(session, caller);
        if (args.flag("json")) printJson(io, result);
        else {io.out(
            `${result.session}: ${result.revisions} inputs replayed, the digest ${
              result.same ? "is the same" : "differs"
            }\n`,
          );}
        return result.same ? EXIT.ok : EXIT.failed;
      }
      case "salvage": {
        const result = await engine.salvage(session, caller);
        if (args.flag("json")) printJson(io, result);
        else io.out(salvageInWords(result));
        return EXIT.ok;
      }
      default: {
        if (action === "back" && step === undefined) {
          throw new UsageError("Name the session and the step to go back to");
        }
        if (Object.hasOwn(PERSONS, action)) await requirePerson(PERSONS[action], io);
        const reason = args.text("reason");
        const outcome = await engine.control({
          action,
          ...(session === undefined ? {} : { session }),
          ...(step === undefined ? {} : { step }),
          ...(reason === undefined ? {} : { reason }),
        }, caller);
        if (args.flag("json")) printJson(io, outcome.envelope);
        else io.out(`${renderEnvelope(outcome.envelope)}\n`);
        return EXIT.ok;
      }
    }
  } finally {
    engine.close();
  }
}

function salvageInWords({ id, revision, problem, lost, doubtful, kept }: Salvage): string {
  if (problem === undefined) return `${id} is whole: nothing was changed\n`;
  const lines = [`${id} goes on from input ${revision}; what was wrong: ${problem}`];
  for (const one of lost) {
    lines.push(`  lost: input ${one.revision}${one.type ? ` (${one.type})` : ""}${one.at ? `, ${one.at}` : ""}`);
  }
  if (doubtful.length > 0) lines.push(`  kept although their checksum is wrong: inputs ${doubtful.join(", ")}`);
  if (kept !== undefined) lines.push(`  the old files are in ${kept}`);
  return `${lines.join("\n")}\n`;
}

function isAction(text: string): text is (typeof ACTIONS)[number] {
  return (ACTIONS as readonly string[]).includes(text);
}

async function list(engine: Engine, args: Arguments, io: Io): Promise<number> {
  const sessions = await engine.list(args.flag("all") ? undefined : io.cwd);
  if (args.flag("json")) {
    printJson(io, { sessions });
    return EXIT.ok;
  }
  if (sessions.length === 0) io.out("No sessions here: start one with `skill-workflow run <skill>` or over MCP\n");
  else io.out(`${table(sessions.map((one) => row(one, io)))}\n`);
  return EXIT.ok;
}

function row(one: SessionSummary, io: Io): string[] {
  const style = styleOf(io.colour);
  const paint = one.status === "running"
    ? style.green
    : one.status === "corrupt" || one.status === "halted"
    ? style.red
    : style.dim;
  const last = one.status === "corrupt" ? one.problem ?? "" : one.updated_at;
  return [one.id, paint(one.status), one.workflow, one.step ?? "-", `turn ${one.turn}`, last];
}

async function show(engine: Engine, session: string | undefined, args: Arguments, io: Io): Promise<number> {
  const { report, text } = await engine.report(session, { door: "cli", workspace: io.cwd });
  const format = args.flag("json") ? "json" : args.text("format") ?? "markdown";
  if (format === "json") printJson(io, report);
  else if (format === "markdown") io.out(`${text}\n\n${renderTimeline(report.timeline)}\n`);
  else throw new UsageError(`--format wants markdown or json, got "${format}"`);
  return EXIT.ok;
}
