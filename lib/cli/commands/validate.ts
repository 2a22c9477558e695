/**
 * `validate`: what is wrong with skills, and where.
 * @module
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { compareDiagnostics, type Diagnostic, hasErrors } from "../../diagnostic.ts";
import { type FixedFile, fixSkill } from "../../host/fix_skill.ts";
import type { ResolvedSkill } from "../../host/resolve_skill.ts";
import { type Portable, toPortable, writePortable } from "../../host/to_portable.ts";
import { userDirs } from "../../host/user_dirs.ts";
import { type ValidatedFile, validateFile } from "../../host/validate_file.ts";
import { validateTargets } from "../../host/validate_targets.ts";
import { proveWorkflow } from "../../workflow/proof/mod.ts";
import { decodeText } from "../../skill/decode_text.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { githubFormat } from "../format/github.ts";
import { sarifFormat } from "../format/sarif.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson } from "../print.ts";
import { renderDifference } from "../render_difference.ts";
import { countDiagnostics, renderDiagnostics } from "../render_diagnostics.ts";
import { renderProof } from "../render_proof.ts";
import { styleOf } from "../style.ts";

const FORMATS = ["pretty", "json", "github", "sarif"] as const;
type Format = (typeof FORMATS)[number];

/** The command. */
export const validateCommand: CliCommand = {
  name: "validate",
  summary: "checks skills and workflow files",
  usage: "<target…>",
  details:
    "A target is a skill's name, its folder or file, a folder of skills, or a glob. Without errors the exit code is 0.",
  options: {
    format: { type: "string", value: "FORMAT", description: `${FORMATS.join(", ")}; pretty by default` },
    fix: { type: "boolean", description: "makes every repair that a machine can make" },
    portable: {
      type: "boolean",
      description: "with --fix: moves an inline workflow to workflow.yaml and its sections to steps/*.md",
    },
    "dry-run": { type: "boolean", description: "with --fix: shows the difference and writes nothing" },
    explain: {
      type: "boolean",
      description: "prints the proof: what holds on every path, and a path where it doesn't",
    },
    "max-warnings": { type: "string", value: "N", description: "fails if there are more warnings than this" },
  },
  examples: [
    "skill-workflow validate .agents/skills/release",
    "skill-workflow validate 'skills/**/SKILL.md' --max-warnings 0",
    "skill-workflow validate . --fix --dry-run",
    "skill-workflow validate release --fix --portable",
    "skill-workflow validate release --explain",
    "skill-workflow validate . --format sarif > skills.sarif",
  ],
  run,
};

function run(args: Arguments, io: Io): number {
  if (args.positionals.length === 0) {
    throw new UsageError("Name at least one target: a skill, a file, a folder of skills, or a glob");
  }
  const format = formatOf(args);
  const limit = warningLimit(args);
  if (args.flag("explain") && format !== "pretty") {
    throw new UsageError("--explain is for people: it goes with the pretty format");
  }
  for (const flag of ["dry-run", "portable"]) {
    if (args.flag(flag) && !args.flag("fix")) throw new UsageError(`--${flag} goes with --fix`);
  }
  const targets = validateTargets(args.positionals, { workspace: io.cwd, home: userDirs({ env: io.env }).home });
  if (args.flag("fix")) {
    const { changes, stuck } = fix(targets, args, format, io);
    if (args.flag("dry-run")) return changes.length === 0 && !stuck ? EXIT.ok : EXIT.failed;
    if (stuck) return EXIT.failed;
  }
  const files = targets.map((target) => validateFile(target));
  const diagnostics = files.flatMap((file) => file.diagnostics).sort(compareDiagnostics);
  print(files, diagnostics, format, io);
  if (args.flag("explain")) explain(files, io);
  const warnings = diagnostics.filter((diagnostic) => diagnostic.severity === "warning").length;
  if (warnings > limit) {
    io.err(`${warnings === 1 ? "1 warning is" : `${warnings} warnings are`} more than --max-warnings ${limit}\n`);
  }
  return hasErrors(diagnostics) || warnings > limit ? EXIT.failed : EXIT.ok;
}

function formatOf(args: Arguments): Format {
  const format = args.flag("json") ? "json" : args.text("format") ?? "pretty";
  if ((FORMATS as readonly string[]).includes(format)) return format as Format;
  throw new UsageError(`--format wants one of ${FORMATS.join(", ")}, got "${format}"`);
}

function warningLimit(args: Arguments): number {
  const text = args.text("max-warnings");
  if (text === undefined) return Infinity;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--max-warnings wants a whole number, got "${text}"`);
  return Number(text);
}

/** Makes the repairs; `stuck` where a skill should become portable and can't. */
function fix(
  targets: ResolvedSkill[],
  args: Arguments,
  format: Format,
  io: Io,
): { changes: FixedFile[]; stuck: boolean } {
  const dry = args.flag("dry-run");
  const all: FixedFile[] = [];
  let stuck = false;
  for (const target of targets) {
    const { files, made } = fixSkill(target);
    const fixed: Portable = args.flag("portable") ? toPortable(target, files) : { files, moved: 0 };
    all.push(...fixed.files);
    if (!dry) writePortable(fixed);
    if (fixed.why !== undefined) {
      stuck = true;
      io.err(`${target.shown}: stays inline: ${fixed.why}\n`);
    }
    if (format !== "pretty" || dry) continue;
    if (made > 0) io.err(`${target.shown}: ${made} ${made === 1 ? "repair" : "repairs"} made\n`);
    if (fixed.moved > 0) {
      io.err(`${target.shown}: portable now, ${fixed.moved} new ${fixed.moved === 1 ? "file" : "files"} beside it\n`);
    }
  }
  if (dry) {
    if (format === "json") printJson(io, { changes: all });
    else if (all.length === 0) io.out("Nothing to repair\n");
    else for (const file of all) io.out(renderDifference(file, io.colour));
  }
  return { changes: all, stuck };
}

function print(files: ValidatedFile[], diagnostics: Diagnostic[], format: Format, io: Io): void {
  switch (format) {
    case "json":
      return printJson(io, {
        files: files.map(({ file, name, kind, diagnostics }) => ({ file, name, kind, diagnostics })),
        ok: !hasErrors(diagnostics),
      });
    case "github":
      return io.out(githubFormat(diagnostics));
    case "sarif":
      return printJson(io, sarifFormat(diagnostics));
    case "pretty":
      printPretty(files, diagnostics, io);
  }
}

function explain(files: ValidatedFile[], io: Io): void {
  for (const { file, skill } of files) {
    if (skill?.workflow) io.out(`\n${renderProof(file, proveWorkflow(skill.workflow), io.colour)}`);
  }
}

function printPretty(files: ValidatedFile[], diagnostics: Diagnostic[], io: Io): void {
  const style = styleOf(io.colour);
  const sources = new Map<string, string | undefined>();
  const source = (file: string): string | undefined => {
    if (!sources.has(file)) sources.set(file, readText(resolve(io.cwd, file)));
    return sources.get(file);
  };
  if (diagnostics.length > 0) {
    io.out(`${renderDiagnostics(diagnostics, { source, colour: io.colour, width: io.width })}\n`);
  }
  const checked = `${files.length} ${files.length === 1 ? "file" : "files"} checked`;
  const repairs = diagnostics.filter(({ repair }) => repair !== undefined).length;
  const hint = repairs === 0 ? "" : `; --fix repairs ${repairs} of them`;
  io.out(
    diagnostics.length === 0
      ? `${style.green("✓")} ${checked}, nothing found\n`
      : `${checked}: ${countDiagnostics(diagnostics)}${
        diagnostics.length === 1 && repairs === 1 ? "; --fix repairs it" : hint
      }\n`,
  );
}

function readText(file: string): string | undefined {
  try {
    return decodeText(readFileSync(file)).text;
  } catch {
    return undefined;
  }
}
