/**
 * Cuts the front matter from a text, with the names and the result of `@std/front-matter`, and with offsets. Our own
 * scanner, since a pattern that finds the closing line looks at an unclosed block again and again.
 * Source: spec "Front matter".
 * @module
 */

import type { Diagnostic, Range } from "../diagnostic.ts";
import { hasErrors } from "../diagnostic.ts";
import { WorkflowParseError } from "../error.ts";
import type { JsonObject } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { indexLines, type LineIndex } from "./line_index.ts";
import { readYaml } from "./read_yaml.ts";
import { sourceToJson } from "./source_to_json.ts";
import { textFinding } from "./text_rules.ts";

/** A front matter block and what follows it. Offsets count in the text. */
export interface FrontMatterBlock {
  /** What stands between the two fences. */
  frontMatter: string;
  /** What follows, without the blank lines after the closing fence. */
  body: string;
  /** Offset of `frontMatter`. */
  start: number;
  /** Offset of the closing fence. */
  end: number;
  /** Offset of `body`. */
  bodyStart: number;
}

/** What `extract` returns: a block with its values. */
export interface Extract extends FrontMatterBlock {
  /** The front matter as plain values. */
  attrs: JsonObject;
}

/**
 * Whether the text begins with a front matter block that is closed.
 *
 * @example
 * ```ts
 * import { test } from "./front_matter.ts";
 * console.assert(test("---\nname: a\n---\n") && !test("# Heading\n"));
 * ```
 */
export function test(text: string): boolean {
  return scanFrontMatter(text).block !== undefined;
}

/**
 * The front matter, its values and the body. Throws `WorkflowParseError` where there's no block, or where it can't be read.
 *
 * @example
 * ```ts
 * import { extract } from "./front_matter.ts";
 * const { attrs, body } = extract("---\nname: a\n---\n\nText\n");
 * console.assert(attrs.name === "a" && body === "Text\n");
 * ```
 */
export function extract(text: string): Extract {
  const lines = indexLines(text);
  const { block, diagnostics } = scanFrontMatter(text, lines);
  const read = block && readYaml(block.frontMatter, lines.position(block.start));
  const all = [...diagnostics, ...(read?.diagnostics ?? [])];
  const attrs = read?.root ? sourceToJson(read.root) : {};
  if (block === undefined || hasErrors(all)) throw new WorkflowParseError(all[0].message, all);
  if (attrs === null || typeof attrs !== "object" || Array.isArray(attrs)) {
    throw new WorkflowParseError("Front matter isn't a mapping of keys to values", all);
  }
  return { ...block, attrs };
}

/**
 * Cuts the block: it opens with a first line `---` and closes with the next line `---` or `...`, trailing blanks allowed.
 * Finds a missing or unclosed block, one past the bounds, and a second one. Looks at every line once.
 *
 * @example
 * ```ts
 * import { scanFrontMatter } from "./front_matter.ts";
 * console.assert(scanFrontMatter("---\nname: a\n").diagnostics[0].code === "unclosed-front-matter");
 * ```
 */
export function scanFrontMatter(
  text: string,
  lines: LineIndex = indexLines(text),
  file?: string,
): { block?: FrontMatterBlock; diagnostics: Diagnostic[] } {
  const scan = new Scan(text, lines);
  if (!scan.isFence(0, false)) return { diagnostics: [noFrontMatter(scan, file)] };
  const close = scan.findClose(1);
  if (close < 0) return { diagnostics: [unclosed(scan, file)] };
  const start = lines.starts[1];
  const end = lines.starts[close];
  if (end - start > LIMITS.frontMatter) {
    const message = `Front matter has ${end - start} characters, the limit is ${LIMITS.frontMatter}`;
    const help = "Keep the workflow in a file of its own: metadata: {kind: workflow, workflow: workflow.yaml}";
    return { diagnostics: [textFinding("too-large", { message, range: scan.range(0), file, help })] };
  }
  let next = close + 1;
  while (next < scan.count && scan.isBlank(next)) next++;
  const bodyStart = next < scan.count ? lines.starts[next] : text.length;
  const block = { frontMatter: text.slice(start, end), body: text.slice(bodyStart), start, end, bodyStart };
  return { block, diagnostics: secondBlock(scan, next, file) };
}

class Scan {
  readonly text: string;
  readonly lines: LineIndex;
  constructor(text: string, lines: LineIndex) {
    this.text = text;
    this.lines = lines;
  }
  get count(): number {
    return this.lines.starts.length;
  }
  range(line: number): Range {
    return this.lines.range(this.lines.starts[line], this.lines.endOf(line));
  }
  lineText(line: number): string {
    return this.text.slice(this.lines.starts[line], this.lines.endOf(line));
  }
  isBlank(line: number): boolean {
    return this.restIsBlank(this.lines.starts[line], line);
  }
  /** `---`, for a closing line also `...`, and nothing but blanks behind. */
  isFence(line: number, closing: boolean): boolean {
    const start = this.lines.starts[line];
    const opens = this.text.startsWith("---", start) || (closing && this.text.startsWith("...", start));
    return opens && this.restIsBlank(start + 3, line);
  }
  findClose(from: number): number {
    for (let line = from; line < this.count; line++) if (this.isFence(line, true)) return line;
    return -1;
  }
  private restIsBlank(from: number, line: number): boolean {
    const end = this.lines.endOf(line);
    for (let i = from; i < end; i++) {
      const unit = this.text.charCodeAt(i);
      if (unit !== 32 && unit !== 9) return false;
    }
    return true;
  }
}

function noFrontMatter(scan: Scan, file?: string): Diagnostic {
  let first = 0;
  while (first < scan.count - 1 && scan.isBlank(first)) first++;
  const late = first > 0 && scan.isFence(first, false);
  const range = scan.lines.range(0, scan.lines.starts[first]);
  return textFinding("no-front-matter", {
    message: late
      ? `Front matter begins at line ${first + 1}, wanted line 1`
      : `No front matter: line 1 is ${JSON.stringify(scan.lineText(0).slice(0, 60))}, wanted "---"`,
    range: late ? range : scan.range(0),
    file,
    help: late
      ? 'Delete what stands before the first "---"'
      : 'Begin the file with a line "---", then name and description, then a line "---"',
    ...(late
      ? { repair: { title: "Delete the blank lines", edits: [{ ...(file ? { file } : {}), range, text: "" }] } }
      : {}),
  });
}

function unclosed(scan: Scan, file?: string): Diagnostic {
  let near = -1;
  for (let line = 1; line < scan.count && near < 0; line++) if (looksLikeFence(scan.lineText(line))) near = line;
  return textFinding("unclosed-front-matter", {
    message: 'Front matter opened at line 1 is never closed: no later line is exactly "---" or "..."',
    range: scan.range(0),
    file,
    help: near < 0
      ? 'Write a line "---" after the last key'
      : `Make line ${near + 1} exactly "---", without anything before or behind it`,
    related: near < 0
      ? []
      : [{ message: "Meant as the closing line?", ...(file ? { file } : {}), range: scan.range(near) }],
  });
}

/** Dashes of any kind, too few, too many or indented. */
function looksLikeFence(line: string): boolean {
  if (line.length > 80) return false;
  const text = line.trim();
  return text.length > 0 && [...text].every((char) => "-–—−".includes(char));
}

function secondBlock(scan: Scan, open: number, file?: string): Diagnostic[] {
  if (open >= scan.count || !scan.isFence(open, false)) return [];
  const close = scan.findClose(open + 1);
  for (let line = open + 1; line < close; line++) {
    const start = scan.lines.starts[line];
    if (!scan.text.startsWith("name:", start) && !scan.text.startsWith("description:", start)) continue;
    return [textFinding("second-front-matter", {
      message: `Second front matter block at line ${open + 1}: only the first one is read`,
      range: scan.range(open),
      file,
      related: [{ message: "The first block", ...(file ? { file } : {}), range: scan.range(0) }],
      help: "Keep one block: move the keys of the second into the first, or delete it",
    })];
  }
  return [];
}
