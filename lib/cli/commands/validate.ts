/**
 * `validate`: what is wrong with skills, and where.
 * @module
 */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { compareDiagnostics, type Diagnostic, hasErrors } from "../../diagnostic.ts";
import { type ValidatedFile, validateFile } from "../../host/validate_file.ts";
import { userDirs } from "../../host/user_dirs.ts";
import { validateTargets } from "../../host/validate_targets.ts";
import { decodeText } from "../../skill/decode_text.ts";
import type { Arguments, CliCommand } from "../command.ts";
import { UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson } from "../print.ts";
import { countDiagnostics, renderDiagnostics } from "../render_diagnostics.ts";
import { styleOf } from "../style.ts";

/** The command. */
export const validateCommand: CliCommand = {
  name: "validate",
  summary: "checks skills and workflow files",
  usage: "<target…>",
  details: "A target is a skill's name, its folder or file, or a folder of skills. Without errors the exit code is 0.",
  options: {
    "max-warnings": { type: "string", value: "N", description: "fail if there are more warnings than this" },
  },
  examples: [
    "skill-workflow validate .agents/skills/release",
    "skill-workflow validate .agents/skills --max-warnings 0",
    "skill-workflow validate release --json",
  ],
  run,
};

function run(args: Arguments, io: Io): number {
  if (args.positionals.length === 0) {
    throw new UsageError("Name at least one target: a skill, a file, or a folder of skills");
  }
  const limit = warningLimit(args);
  const files = validateTargets(args.positionals, {
    workspace: io.cwd,
    home: userDirs({ env: io.env }).home,
  }).map((target) => validateFile(target));
  const diagnostics = files.flatMap((file) => file.diagnostics).sort(compareDiagnostics);
  if (args.flag("json")) printJson(io, { files: files.map(asJson), ok: !hasErrors(diagnostics) });
  else print(files, diagnostics, io);
  const warnings = diagnostics.filter((diagnostic) => diagnostic.severity === "warning").length;
  return hasErrors(diagnostics) || warnings > limit ? EXIT.failed : EXIT.ok;
}

function warningLimit(args: Arguments): number {
  const text = args.text("max-warnings");
  if (text === undefined) return Infinity;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--max-warnings wants a whole number, got "${text}"`);
  return Number(text);
}

function asJson(file: ValidatedFile): object {
  return { file: file.file, name: file.name, kind: file.kind, diagnostics: file.diagnostics };
}

function print(files: ValidatedFile[], diagnostics: Diagnostic[], io: Io): void {
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
  io.out(
    diagnostics.length === 0
      ? `${style.green("✓")} ${checked}, nothing found\n`
      : `${checked}: ${countDiagnostics(diagnostics)}\n`,
  );
}

function readText(file: string): string | undefined {
  try {
    return decodeText(readFileSync(file)).text;
  } catch {
    return undefined;
  }
}
