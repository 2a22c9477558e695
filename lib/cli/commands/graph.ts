/**
 * `graph`: draws a workflow, or the way that a session took through it.
 * @module
 */

import { hasErrors } from "../../diagnostic.ts";
import { drawAscii, drawDot, drawMermaid, type Ink, makePicture, type Picture, walkOf } from "../../draw/mod.ts";
import { InvalidInputError, WorkflowResolutionError } from "../../error.ts";
import { makeEngine } from "../../host/make_engine.ts";
import { resolveSkill } from "../../host/resolve_skill.ts";
import { userDirs } from "../../host/user_dirs.ts";
import { validateFile } from "../../host/validate_file.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson } from "../print.ts";
import { styleOf } from "../style.ts";

const FORMATS = ["ascii", "mermaid", "dot", "svg"] as const;
type Format = (typeof FORMATS)[number];

/** The command. */
export const graphCommand: CliCommand = {
  name: "graph",
  summary: "draws a workflow",
  usage: "[skill]",
  details:
    "Dashed lines are ways that nobody wrote: the declared order implies them. With --session the picture shows the definition that the session is pinned to, where it stands, how often it was where, and the verdicts.",
  options: {
    format: { type: "string", value: "FORMAT", description: `${FORMATS.join(", ")}; ascii by default` },
    session: { type: "string", value: "ID", description: "the way that this session took; a unique beginning will do" },
  },
  examples: [
    "skill-workflow graph release",
    "skill-workflow graph ./skills/release --format svg > release.svg",
    "skill-workflow graph --session wf_release_1a2b",
    "skill-workflow graph release --format dot | dot -Tpdf > release.pdf",
  ],
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const [skill] = args.positionals;
  const session = args.text("session");
  const format = formatOf(args);
  if (skill === undefined && session === undefined) throw new UsageError("Name the skill to draw, or a session");
  const picture = session === undefined ? pictureOfSkill(skill, io) : await pictureOfSession(session, skill, io);
  const drawing = await draw(picture, format, args.flag("json") ? { ...io, colour: false } : io);
  if (args.flag("json")) printJson(io, { format, drawing, picture });
  else io.out(drawing);
  return EXIT.ok;
}

function formatOf(args: Arguments): Format {
  const format = args.text("format") ?? "ascii";
  if ((FORMATS as readonly string[]).includes(format)) return format as Format;
  throw new UsageError(`--format wants one of ${FORMATS.join(", ")}, got "${format}"`);
}

/** A workflow with errors is drawn as far as it goes: the picture often shows what is wrong. */
function pictureOfSkill(name: string, io: Io): Picture {
  const target = resolveSkill(name, { workspace: io.cwd, home: userDirs({ env: io.env }).home });
  const { skill, diagnostics } = validateFile(target);
  const errors = diagnostics.filter((one) => one.severity === "error");
  if (skill?.workflow === undefined) {
    const [first] = errors;
    throw new WorkflowResolutionError(
      first === undefined
        ? `The skill "${skill?.name ?? name}" has no workflow, it is a reference: there is nothing to draw`
        : `The workflow of "${name}" can't be read: ${first.message}\nSee all of it with skill-workflow validate`,
      { name, file: target.shown },
    );
  }
  if (hasErrors(diagnostics)) {
    const count = `${errors.length} ${errors.length === 1 ? "error" : "errors"}`;
    io.err(`${styleOf(io.colour).yellow("warning")}: ${target.shown} has ${count}: see skill-workflow validate\n`);
  }
  return makePicture(skill.workflow);
}

async function pictureOfSession(session: string, skill: string | undefined, io: Io): Promise<Picture> {
  const engine = makeEngine({ dirs: userDirs({ env: io.env }), env: io.env });
  try {
    const { state, report } = await engine.report(session, { door: "cli", workspace: io.cwd });
    const wanted = skill === undefined ? undefined : (await engine.loadSkill(skill, io.cwd)).skill;
    const own = state.workflow.name;
    if (wanted !== undefined && wanted.name !== own && wanted.workflow?.name !== own) {
      throw new InvalidInputError(
        `Session ${state.id} walks "${own}", not "${wanted.name}": leave the skill out, or name another session`,
        { field: "session", wanted: wanted.name, actual: own },
      );
    }
    return makePicture(state.workflow, walkOf(state, report.path));
  } finally {
    engine.close();
  }
}

async function draw(picture: Picture, format: Format, io: Io): Promise<string> {
  switch (format) {
    case "mermaid":
      return drawMermaid(picture);
    case "dot":
      return drawDot(picture);
    case "svg": {
      const { drawSvg } = await import("../../draw/svg.ts");
      return drawSvg(picture);
    }
    case "ascii": {
      const style = styleOf(io.colour);
      const paints: Record<Ink, (text: string) => string> = {
        plain: (text) => text,
        strong: style.bold,
        faint: style.dim,
        seen: style.green,
        now: (text) => style.bold(style.green(text)),
        bad: style.red,
      };
      return drawAscii(picture, { width: io.width, paint: (text, ink) => paints[ink](text) });
    }
  }
}
