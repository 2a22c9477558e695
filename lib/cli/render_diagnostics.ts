/**
 * Diagnostics for people: place, source line, caret run, related places, help, repair.
 * @module
 */

import type { Diagnostic, Range, Severity } from "../diagnostic.ts";
import { wrap } from "../draw/wrap.ts";
import { printable, textWidth } from "../text_width.ts";
import { type FrameOptions, sourceFrame } from "./source_frame.ts";
import { styleOf } from "./style.ts";

/** How to print. */
export interface RenderOptions {
  /** The text of a file, for its source lines; undefined where it can't be had. */
  source(file: string): string | undefined;
  colour?: boolean;
  /** Columns; 80 by default. */
  width?: number;
  /** How a file's path is shown. */
  show?(file: string): string;
}

/** Columns before a line of help. */
const INDENT = 8;

/** All diagnostics, in the order given, one block each. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: RenderOptions): string {
  return diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, options)).join("\n");
}

/** `2 errors, 1 warning`: what there is, worst first. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Severity, one: string, many: string) => {
    const n = diagnostics.filter((d) => d.severity === severity).length;
    return n === 0 ? [] : [`${n} ${n === 1 ? one : many}`];
  };
  return [
    ...count("error", "error", "errors"),
    ...count("warning", "warning", "warnings"),
    ...count("info", "info", "infos"),
  ]
    .join(", ");
}

function renderDiagnostic(diagnostic: Diagnostic, options: RenderOptions): string {
  const { file, range, severity, code, message, related, help, repair } = diagnostic;
  const style = styleOf(options.colour ?? false);
  const width = options.width ?? 80;
  const paint = { error: style.red, warning: style.yellow, info: style.cyan }[severity];
  const gutter = Math.max(...[range, ...related.map((place) => place.range)].map(({ start }) => digits(start.line)));
  const frame = (own: string | undefined, range: Range, paint: (text: string) => string): string[] =>
    frameOf(own === undefined ? undefined : options.source(own), range, { width, gutter, style, paint });
  // The first line stays whole, however long: editors and scripts read it.
  const lines = [
    `${style.bold(placeOf(file, range, options))}: ${style.bold(paint(severity))} ${style.dim(`[${code}]`)} ${
      style.bold(printable(message))
    }`,
    ...frame(file, range, paint),
  ];
  for (const place of related) {
    const own = place.file ?? file;
    lines.push(`  ${placeOf(own, place.range, options)}: ${printable(place.message)}`);
    lines.push(...frame(own, place.range, style.cyan));
  }
  if (help) lines.push(...advice(`  ${style.bold("help")}: `, help, width));
  if (repair) lines.push(...advice(`  ${style.green("fix")}:  `, `${repair.title} (validate --fix)`, width));
  return `${lines.join("\n")}\n`;
}

/** The first line of a range with carets; nothing where there is no text or no such line. */
export function frameOf(
  source: string | undefined,
  range: Range,
  options: Omit<FrameOptions, "gutter"> & { gutter?: number },
): string[] {
  const line = lineOf(source, range);
  const gutter = options.gutter ?? digits(range.start.line);
  return line === undefined ? [] : sourceFrame(line, range.start.line, marked(range), { ...options, gutter });
}

function placeOf(file: string | undefined, range: Range, options: RenderOptions): string {
  const shown = file === undefined ? "<text>" : options.show?.(file) ?? file;
  return `${printable(shown)}:${range.start.line}:${range.start.column}`;
}

function digits(line: number): number {
  return String(line).length;
}

/** What is meant of a range's first line. */
function marked({ start, end }: Range): { from: number; to: number } {
  return { from: start.column - 1, to: end.line === start.line ? end.column - 1 : Infinity };
}

function lineOf(source: string | undefined, { start }: Range): string | undefined {
  const from = start.offset - (start.column - 1);
  if (source === undefined || from < 0 || from > source.length) return undefined;
  const end = source.indexOf("\n", from);
  return source.slice(from, end < 0 ? undefined : end).replace(/\r$/, "");
}

/** A text beside its label, broken between words. */
function advice(label: string, text: string, width: number): string[] {
  const room = Math.max(INDENT, width - INDENT);
  const lines = text.split("\n").flatMap((line) => wrap(printable(line), room, Infinity, textWidth));
  return lines.map((line, i) => `${i === 0 ? label : " ".repeat(INDENT)}${line}`.trimEnd());
}
