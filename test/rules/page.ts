/**
 * A rule's page: its examples, and what is really printed for them.
 *
 * Fenced blocks carry their role and path in the info string: `yaml bad path=workflow.yaml`, `markdown good path=SKILL.md`.
 * Several blocks of one role are the files of one skill; the first is its main file. `encoding=latin1` or
 * `encoding=utf-16le` says how the file is saved, `errno=EACCES` that the system refuses to read it, `escapes` that `\t` and `\0` in the text stand for these characters.
 * The one `text` block is what `validate` prints for the bad example.
 * @module
 */

import { compareDiagnostics, type Diagnostic } from "../../lib/diagnostic.ts";
import { renderDiagnostics } from "../../lib/cli/render_diagnostics.ts";
import { decodeText } from "../../lib/skill/decode_text.ts";
import { unreadableFile } from "../../lib/host/validate_file.ts";
import { readSkill } from "../../lib/skill/read_skill.ts";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";

/** A fenced block. */
export interface Block {
  language: string;
  /** `bad`, `good`, or none. */
  role: string;
  path: string;
  bytes: Uint8Array;
  /** The system's error, where the file can't be read; empty where it can. */
  errno: string;
  /** Offsets of the content in the page. */
  start: number;
  end: number;
}

/** A page as far as a machine reads it. */
export interface Page {
  title: string;
  /** The paragraph under the title. */
  lead: string;
  blocks: Block[];
}

/** What validating an example gives. */
export interface Outcome {
  diagnostics: Diagnostic[];
  printed: string;
}

/** Columns of the printed examples. */
const WIDTH = 100;

/** Reads a page. */
export function parsePage(markdown: string): Page {
  const [title, , lead] = markdown.split("\n", 3);
  const blocks: Block[] = [];
  const opening = /^(`{3,})([a-z]+)(.*)\n/gm;
  for (let open = opening.exec(markdown); open !== null; open = opening.exec(markdown)) {
    const [line, fence, language, info] = open;
    const start = open.index + line.length;
    const end = markdown.indexOf(`\n${fence}\n`, start - 1) + 1;
    if (end === 0) throw new Error(`The block at ${start} isn't closed`);
    const words = info.trim().split(/\s+/);
    const valueOf = (key: string) => words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1) ?? "";
    const text = markdown.slice(start, end);
    const bytes = encode(words.includes("escapes") ? unescape(text) : text, valueOf("encoding"));
    blocks.push({ language, role: words[0] ?? "", path: valueOf("path"), errno: valueOf("errno"), bytes, start, end });
    opening.lastIndex = end + fence.length + 1;
  }
  return { title: title.replace(/^# /, ""), lead, blocks };
}

/** Validates the example of one role as `validate` does, with nothing on disk. */
export function runExample(page: Page, role: string): Outcome {
  const [main, ...others] = page.blocks.filter((block) => block.role === role);
  if (main === undefined) throw new Error(`The page of ${page.title} has no ${role} example`);
  if (main.errno !== "") {
    const diagnostics = [unreadableFile(main.path, main.errno)];
    return { diagnostics, printed: renderDiagnostics(diagnostics, { source: () => undefined, width: WIDTH }) };
  }
  const folder = main.path.slice(0, main.path.lastIndexOf("/") + 1);
  const files = Object.fromEntries(
    others.map(({ path, bytes }) => [path.slice(folder.length), new TextDecoder().decode(bytes)]),
  );
  const first = readSkill(main.bytes, { path: main.path, files });
  const missing = new Map(
    (first.skill?.needs ?? []).filter((path) => !Object.hasOwn(files, path)).map((path) => [path, "it doesn't exist"]),
  );
  const { skill, diagnostics } = readSkill(main.bytes, { path: main.path, files, missing });
  const found = new Map<string, Diagnostic>();
  for (const one of [...diagnostics, ...(skill?.workflow ? validateGraph(skill.workflow) : [])]) {
    found.set([one.file, one.range.start.offset, one.code, one.message].join("\0"), one);
  }
  const sorted = [...found.values()].sort(compareDiagnostics);
  const sourceOf = (path: string) => {
    const block = [main, ...others].find((one) => one.path === path || one.path === folder + path);
    return block && decodeText(block.bytes).text;
  };
  return { diagnostics: sorted, printed: renderDiagnostics(sorted, { source: sourceOf, width: WIDTH }) };
}

/** The page with what is printed now in its `text` block. */
export function updatePage(markdown: string): string {
  const page = parsePage(markdown);
  const block = page.blocks.find(({ language }) => language === "text");
  if (block === undefined) throw new Error(`The page of ${page.title} has no text block`);
  return markdown.slice(0, block.start) + runExample(page, "bad").printed + markdown.slice(block.end);
}

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === "latin1") return Uint8Array.from(text, (unit) => unit.charCodeAt(0));
  if (encoding === "utf-16le") {
    return Uint8Array.from([..."\ufeff" + text].flatMap((unit) => [unit.charCodeAt(0) & 255, unit.charCodeAt(0) >> 8]));
  }
  return new TextEncoder().encode(text);
}

function unescape(text: string): string {
  return text.replaceAll("\\t", "\t").replaceAll("\\0", "\0");
}
