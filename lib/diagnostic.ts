/**
 * Diagnostics: what is wrong with a file, where, and what to do about it.
 * @module
 */

/** A place in a file, as an editor shows it. */
export interface Position {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units; a byte order mark takes no column, a tab takes one. */
  column: number;
  /** From 0, in UTF-16 units of the decoded text (without the byte order mark). */
  offset: number;
}

/** From the first unit to just past the last. */
export interface Range {
  /** The first unit. */
  start: Position;
  /** The unit after the last. */
  end: Position;
}

/** `error` stops a workflow from starting; `warning` and `info` don't. */
export type Severity = "error" | "warning" | "info";

/** Another place that explains a diagnostic. */
export interface RelatedPlace {
  /** What this place has to do with it. */
  message: string;
  /** The file, where it isn't the skill's own text. */
  file?: string;
  /** Its place in the file. */
  range: Range;
}

/** A replacement of a range by a text. */
export interface TextEdit {
  /** The file, where it isn't the skill's own text. */
  file?: string;
  /** Its place in the file. */
  range: Range;
  /** What to put in the range's place. */
  text: string;
}

/** A change that a machine can make to cure a diagnostic. */
export interface Repair {
  /** What the repair does. */
  title: string;
  /** Ranges that don't overlap, each with its new text. */
  edits: TextEdit[];
}

/** One finding about a file. */
export interface Diagnostic {
  /** Stable kebab-case name; `docs/rules/<code>.md` explains it. */
  code: string;
  /** Only an error keeps a skill from being started. */
  severity: Severity;
  /** What is wrong, in one line that quotes what was written. */
  message: string;
  /** The file, where it isn't the skill's own text. */
  file?: string;
  /** Its place in the file. */
  range: Range;
  /** Other places that explain it. */
  related: RelatedPlace[];
  /** What to do about it. */
  help?: string;
  /** A change that a machine can make. */
  repair?: Repair;
}

const RANK: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/** The range of an empty file, or of a finding about the file as a whole. */
export const FILE_START: Range = Object.freeze({
  start: Object.freeze({ line: 1, column: 1, offset: 0 }),
  end: Object.freeze({ line: 1, column: 1, offset: 0 }),
});

/**
 * Orders two diagnostics by file, place, severity, code and message, so that output is the same on every run.
 *
 * @example
 * ```ts
 * import { compareDiagnostics, FILE_START } from "@skill-workflow/skill-workflow";
 * const at = (code: string) => ({ code, severity: "error" as const, message: "", range: FILE_START, related: [] });
 * console.assert([at("b"), at("a")].sort(compareDiagnostics)[0].code === "a");
 * ```
 */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return compareText(a.file ?? "", b.file ?? "") ||
    a.range.start.offset - b.range.start.offset ||
    a.range.end.offset - b.range.end.offset ||
    RANK[a.severity] - RANK[b.severity] ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message);
}

/**
 * Whether any of the diagnostics is an error.
 *
 * @example
 * ```ts
 * import { hasErrors } from "@skill-workflow/skill-workflow";
 * console.assert(hasErrors([]) === false);
 * ```
 */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
