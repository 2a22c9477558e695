/**
 * The YAML library's complaints as diagnostics.
 * @module
 */

import type { Diagnostic, Repair } from "../diagnostic.ts";
import type { SourceContext } from "./build_source.ts";
import type { YamlProblem } from "./parse_yaml.ts";
import { quoteScalar } from "./quote_scalar.ts";
import { quoted } from "./source_map.ts";
import { textFinding } from "./text_rules.ts";
import { TEXT_KEYS } from "./truncated_scalar.ts";

/** Later ones mostly follow from the first. */
const SHOWN_MAX = 10;

/** Some hold what the author wrote. */
const MESSAGE_MAX = 160;

const HELP: { [code in YamlProblem["code"]]?: string } = {
  BAD_ALIAS: 'A value that begins with "*" has to stand in quotes',
  BAD_DQ_ESCAPE: "In double quotes write a backslash twice, or use single quotes",
  BAD_INDENT: "Keys of one mapping begin in one column",
  BAD_SCALAR_START: "A value that begins with this character has to stand in quotes",
  BLOCK_AS_IMPLICIT_KEY: 'A text that holds ": " has to stand in quotes; a mapping begins on the next line, indented',
  MISSING_CHAR: "Write the key, a colon, a blank and the value",
  MULTILINE_IMPLICIT_KEY: 'Put quotes around a text that holds ": ", or a blank behind the colon of a key',
  MULTIPLE_DOCS: 'Delete the line "---" or "...": one document is read',
  NON_STRING_KEY: "Put the key in quotes",
  TAG_RESOLVE_FAILED: "Delete the tag: only YAML's core schema is read",
  TOO_LARGE: "Make it smaller, or move parts to other files",
  UNCLOSED: "Close it on the same line",
  UNEXPECTED_TOKEN: "Put the whole value in quotes",
};

/** The complaints, one a line, tabs in indentation named as such. */
export function yamlFindings(problems: readonly YamlProblem[], context: SourceContext): Diagnostic[] {
  const seen = new Set<number>();
  const found: Diagnostic[] = [];
  for (const problem of problems) {
    const line = context.lines.lineAt(problem.start);
    if (seen.has(line) || found.length >= SHOWN_MAX) continue;
    seen.add(line);
    found.push(tabFinding(line, context) ?? tabBehind(problem, context) ?? yamlFinding(problem, context));
  }
  // YAML only sees that a line is at fault once it meets the tab on the next.
  const tabs = new Set(found.filter(({ code }) => code === "tab-indentation").map(({ range }) => range.start.line));
  return found.filter(({ code, range }) => code !== "yaml-syntax" || !tabs.has(range.start.line + 1));
}

function yamlFinding(problem: YamlProblem, context: SourceContext): Diagnostic {
  const { code, start, end } = problem;
  const { lines, file } = context;
  const help = HELP[code];
  const value = code === "BAD_SCALAR_START" || code === "BAD_ALIAS" ? start : textValue(problem, context);
  // A complaint about a long stretch points at its first line, one about a bracket or quote at that.
  const lineEnd = Math.max(start, lines.endOf(lines.lineAt(start)));
  const last = Math.min(code === "UNCLOSED" ? start + 1 : Math.max(end, start), lineEnd);
  return textFinding(code === "TOO_LARGE" ? "too-large" : "yaml-syntax", {
    message: messageOf(problem, context),
    range: lines.range(start, last),
    file,
    help,
    repair: value === undefined ? undefined : quoteLine(value, context),
  });
}

/** The library's own words, but where they wouldn't help, or would end with what the author wrote. */
function messageOf({ code, message, start, end }: YamlProblem, { text }: SourceContext): string {
  const written = quoted(text.slice(start, end));
  if (message.startsWith("Nested mappings")) return 'Unquoted ": " makes a mapping inside a line, which YAML refuses';
  if (code === "TAG_RESOLVE_FAILED") return `Tag ${written} isn't one of YAML's core schema, or doesn't fit the value`;
  if (code === "BAD_DIRECTIVE") return `Directive ${written} isn't known`;
  const colon = message.indexOf(": ");
  return colon < 0 ? message.slice(0, MESSAGE_MAX) : `${message.slice(0, colon)}: ${quoted(message.slice(colon + 2))}`;
}

function tabFinding(line: number, { text, lines, file }: SourceContext): Diagnostic | undefined {
  const end = lines.endOf(line);
  for (let i = lines.starts[line]; i < end; i++) {
    if (text[i] === "\t") {
      const help = "Indent with spaces, two for each level";
      const message = "Tab in the indentation: YAML takes only spaces";
      return textFinding("tab-indentation", { message, range: lines.range(i, i + 1), file, help });
    }
    if (text[i] !== " ") return undefined;
  }
  return undefined;
}

/** A tab where a line should be indented is also why a bracket or a quote seems to end. */
function tabBehind({ code, end }: YamlProblem, context: SourceContext): Diagnostic | undefined {
  if (code !== "UNCLOSED") return undefined;
  const line = context.lines.lineAt(end);
  return tabFinding(line, context) ?? tabFinding(Math.min(line + 1, context.lines.starts.length - 1), context);
}

/** Where a text begins that its author began like a list or a quoted text, such as `argument-hint: [file] [line]`. */
function textValue({ code, start }: YamlProblem, { text, lines }: SourceContext): number | undefined {
  const line = lines.starts[lines.lineAt(start)];
  const separator = text.indexOf(": ", line);
  if (code !== "UNEXPECTED_TOKEN" || separator < 0 || separator > start) return undefined;
  return TEXT_KEYS.includes(text.slice(line, separator).trimStart()) ? separator + 2 : undefined;
}

function quoteLine(start: number, { text, lines, file }: SourceContext): Repair {
  const line = text.slice(start, lines.endOf(lines.lineAt(start)));
  const value = line.trimEnd();
  const range = lines.range(start, start + value.length);
  return { title: "Quote the value", edits: [{ ...(file ? { file } : {}), range, text: quoteScalar(value) }] };
}
