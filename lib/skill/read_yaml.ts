/**
 * Reads YAML into a source tree with places in the file. Source: spec "Front matter", text rules.
 * @module
 */

import { type Diagnostic, FILE_START, type Position, type TextEdit } from "../diagnostic.ts";
import { buildSource, type SourceContext } from "./build_source.ts";
import { indexLines } from "./line_index.ts";
import { type ParsedYaml, parseYaml } from "./parse_yaml.ts";
import { quoteScalar } from "./quote_scalar.ts";
import type { SourceNode } from "./source_node.ts";
import { textFinding } from "./text_rules.ts";
import { findTruncation, type Truncation } from "./truncated_scalar.ts";
import { findUnquotedColons, maskColons, type UnquotedColon } from "./unquoted_colon.ts";
import { yamlFindings } from "./yaml_finding.ts";

/** Each round mends what the one before uncovered, such as a colon behind a quote that opened by mistake. */
const ROUNDS_MAX = 5;

/** Warnings of one kind; once these are repaired the next ones show. */
const WARNINGS_MAX = 100;

/** Errors that leave no doubt about the rest. */
const READABLE = ["duplicate-key", "reserved-name"];

/** A tree as far as there is one, and what is wrong. */
export interface ReadYaml {
  root?: SourceNode;
  /** There are errors of syntax: the tree holds what the library made of the text, and isn't to be trusted. */
  broken: boolean;
  diagnostics: Diagnostic[];
}

/**
 * Reads one YAML document of the core schema. `at` is the place of the text's first unit in `file`. Keys are texts and
 * unique, aliases are resolved within bounds, and plain values with an unquoted colon are read as the text they are.
 * Never throws.
 *
 * @example
 * ```ts
 * import { readYaml } from "./read_yaml.ts";
 * const { root, diagnostics } = readYaml("name: one: two\n", { line: 2, column: 1, offset: 4 });
 * console.assert(root?.kind === "map" && root.entries[0].key === "name");
 * console.assert(diagnostics[0].code === "unquoted-colon" && diagnostics[0].range.start.column === 10);
 * ```
 */
export function readYaml(text: string, at: Position = FILE_START.start, file?: string): ReadYaml {
  // A lone carriage return ends a line in YAML, but not for the library; the replacement keeps every offset.
  const source = text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text;
  const context: SourceContext = {
    text: source,
    lines: indexLines(source, at),
    ...(file === undefined ? {} : { file }),
  };
  const { parsed, colons, mask } = parseWithColons(context);
  if (mask !== undefined) context.mask = mask;
  const truncations = new Map<number, Truncation>();
  const built = parsed.contents && buildSource(parsed.contents, context, (scalar, end, key, inList) => {
    const start = scalar.range.start.offset - at.offset;
    const found = findTruncation({ scalar, start, end, key, inList }, source, context.lines);
    if (found) truncations.set(start, found);
  });
  const diagnostics = [
    ...yamlFindings(parsed.problems, context),
    // What the tree says about syntax mostly follows from what the library already complained about.
    ...(built?.diagnostics ?? []).filter(({ code }) => code !== "yaml-syntax" || parsed.problems.length === 0),
    ...colons.slice(0, WARNINGS_MAX).map((colon) => colonFinding(colon, truncations.get(colon.start), context)),
    ...[...truncations.values()].slice(0, WARNINGS_MAX).map((truncation) => truncationFinding(truncation, context)),
  ];
  const broken = diagnostics.some(({ code, severity }) => severity === "error" && !READABLE.includes(code));
  return { ...(built?.root ? { root: built.root } : {}), broken, diagnostics };
}

function parseWithColons(
  { text, lines }: SourceContext,
): { parsed: ParsedYaml; colons: UnquotedColon[]; mask?: string } {
  let parsed = parseYaml(text);
  let colons: UnquotedColon[] = [];
  let mask: string | undefined;
  for (let round = 0; round < ROUNDS_MAX && parsed.problems.length > 0; round++) {
    const more = findUnquotedColons(text, lines, parsed.problems);
    const masked = more.length > 0
      ? maskColons(text, [...colons, ...more].sort((a, b) => a.start - b.start))
      : undefined;
    if (masked === undefined) break;
    colons = [...colons, ...more];
    mask = masked.mask;
    parsed = parseYaml(masked.text);
  }
  return { parsed, colons, ...(mask === undefined ? {} : { mask }) };
}

function colonFinding(colon: UnquotedColon, cut: Truncation | undefined, context: SourceContext): Diagnostic {
  const value = context.text.slice(colon.start, colon.end);
  // A cut text is quoted whole by both findings, so that they can't get in each other's way.
  const edit = quoteEdit(colon.start, cut?.end ?? colon.end, context);
  return textFinding("unquoted-colon", {
    message: `Unquoted ": " in ${excerpt(value)}: it was read as one text`,
    range: context.lines.range(colon.colon, colon.colon + 1),
    file: context.file,
    help: `Put the value in quotes: ${excerpt(edit.text, false)}`,
    repair: { title: "Quote the value", edits: [edit] },
  });
}

function truncationFinding(cut: Truncation, context: SourceContext): Diagnostic {
  const edit = quoteEdit(cut.start, cut.end, context);
  return textFinding("truncated-scalar", {
    message: `Text cut at " #": ${excerpt(context.text.slice(cut.hash, cut.end))} is read as a comment`,
    range: context.lines.range(cut.hash, cut.end),
    file: context.file,
    help: `Put the whole value in quotes: ${excerpt(edit.text, false)}`,
    repair: { title: "Quote the whole value", edits: [edit] },
  });
}

function quoteEdit(start: number, end: number, { text, lines, file }: SourceContext): TextEdit {
  const edit: TextEdit = { range: lines.range(start, end), text: quoteScalar(text.slice(start, end)) };
  return file === undefined ? edit : { file, ...edit };
}

function excerpt(text: string, quoted = true): string {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return quoted ? JSON.stringify(short) : short;
}
