/**
 * Diagnostics for people: place, source line, caret run, related places, help, repair.
 * @module
 */

import type { Diagnostic, Range, Severity } from "../diagnostic.ts";
import { type Style, styleOf } from "./style.ts";
import { printable, textWidth } from "../text_width.ts";

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

const TAB = "  ";

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
  const style = styleOf(options.colour ?? false);
  const paint = { error: style.red, warning: style.yellow, info: style.cyan }[diagnostic.severity];
  const place = placeOf(diagnostic.file, diagnostic.range, options);
  const lines = [
    `${style.bold(place)}: ${style.bold(paint(diagnostic.severity))} ${style.dim(`[${diagnostic.code}]`)} ${
      style.bold(printable(diagnostic.message))
    }`,
    ...frame(diagnostic.file, diagnostic.range, options, style, paint),
  ];
  for (const place of diagnostic.related) {
    lines.push(`  ${placeOf(place.file ?? diagnostic.file, place.range, options)}: ${printable(place.message)}`);
    lines.push(...frame(place.file ?? diagnostic.file, place.range, options, style, style.cyan));
  }
  if (diagnostic.help) {
    lines.push(`  ${style.bold("help")}: ${diagnostic.help.split("\n").map(printable).join("\n        ")}`);
  }
  if (diagnostic.repair) lines.push(`  ${style.green("fix")}: ${printable(diagnostic.repair.title)} (validate --fix)`);
  return `${lines.join("\n")}\n`;
}

function placeOf(file: string | undefined, range: Range, options: RenderOptions): string {
  const shown = file === undefined ? "<text>" : options.show?.(file) ?? file;
  return `${printable(shown)}:${range.start.line}:${range.start.column}`;
}

/** The source line with a run of carets under what is meant; long lines are cut around it. */
function frame(
  file: string | undefined,
  range: Range,
  options: RenderOptions,
  style: Style,
  paint: (text: string) => string,
): string[] {
  const source = file === undefined ? undefined : options.source(file);
  const line = source === undefined ? undefined : lineOf(source, range.start.offset, range.start.column);
  if (line === undefined) return [];
  const number = String(range.start.line);
  const room = Math.max(20, (options.width ?? 80) - number.length - 5);
  const from = range.start.column - 1;
  const to = range.end.line === range.start.line
    ? Math.max(range.end.column - 1, from + 1)
    : Math.max(line.length, from + 1);
  const cut = window(line, from, to, room);
  const before = show(cut.text.slice(0, cut.from));
  const marked = show(cut.text.slice(cut.from, cut.to));
  const after = show(cut.text.slice(cut.to));
  const gutter = " ".repeat(number.length);
  return [
    `  ${style.dim(`${number} │`)} ${before}${paint(marked)}${after}`,
    `  ${style.dim(`${gutter} │`)} ${" ".repeat(textWidth(before))}${
      paint("^".repeat(Math.max(1, textWidth(marked))))
    }`,
  ];
}

function lineOf(source: string, offset: number, column: number): string | undefined {
  const start = offset - (column - 1);
  if (start < 0 || start > source.length) return undefined;
  const end = source.slice(start).search(/\r?\n/);
  return end === -1 ? source.slice(start) : source.slice(start, start + end);
}

function window(line: string, from: number, to: number, room: number): { text: string; from: number; to: number } {
  if (line.length <= room) return { text: line, from, to: Math.min(to, Math.max(line.length, from + 1)) };
  const first = Math.max(0, Math.min(from - Math.floor(room / 3), line.length - room));
  const last = Math.min(line.length, first + room);
  const lead = first > 0 ? "…" : "";
  const text = `${lead}${line.slice(first + lead.length, last - (last < line.length ? 1 : 0))}${
    last < line.length ? "…" : ""
  }`;
  return { text, from: from - first, to: Math.min(to, last) - first };
}

function show(text: string): string {
  return printable(text.replaceAll("\t", TAB));
}
