/**
 * Broken inputs with what a user sees, from `test/fixtures/messages/*.md`.
 *
 * A case is a heading, the files in fenced blocks with a `path` in their info string (`escapes`: see `page.ts`), a command
 * line in a `sh` block where it isn't `validate` with the first file, and a `text` block: what is printed, and where the
 * exit code isn't 1, the code.
 * @module
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Block, parsePage } from "../rules/page.ts";
import { runCli } from "./run_cli.ts";

/** A broken input. */
export interface MessageCase {
  /** The fixture's name, for messages of the tests. */
  fixture: string;
  title: string;
  files: Block[];
  argv: string[];
  /** What has to be printed. */
  wanted: string;
  /** Where the wanted text stands in the fixture. */
  start: number;
  end: number;
}

const folder = new URL("../fixtures/messages/", import.meta.url);
const PROGRAM = "skill-workflow ";

/** The fixtures' texts by name. */
export function fixtures(): Map<string, string> {
  const names = readdirSync(folder).sort();
  return new Map(names.map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));
}

/** Writes a fixture. */
export function writeFixture(name: string, text: string): void {
  writeFileSync(new URL(name, folder), text);
}

/** The cases of one fixture. */
export function casesOf(fixture: string, markdown: string): MessageCase[] {
  const { blocks } = parsePage(markdown);
  const headings = [...markdown.matchAll(/^## (.+)\n/gm)]
    .filter(({ index }) => !blocks.some(({ start, end }) => index >= start && index < end));
  return headings.map(({ 1: title, index }, i) => {
    const own = blocks.filter(({ start }) => start > index && start < (headings[i + 1]?.index ?? Infinity));
    const text = (language: string) => own.find((block) => block.language === language);
    const printed = text("text");
    if (printed === undefined) throw new Error(`${fixture}: "${title}" has no text block`);
    const files = own.filter(({ path }) => path !== "");
    const line = text("sh");
    const command = line === undefined
      ? `${PROGRAM}validate ${files[0].path}`
      : new TextDecoder().decode(line.bytes).trim();
    const { start, end } = printed;
    return {
      fixture,
      title,
      files,
      argv: wordsOf(command.slice(PROGRAM.length)),
      wanted: markdown.slice(start, end),
      start,
      end,
    };
  });
}

/** What a user sees: stdout, then stderr; the exit code where it isn't 1. */
export async function seen({ files, argv }: MessageCase): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), "skill-workflow-message-"));
  try {
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), bytes);
    }
    const { code, out, err } = await runCli(argv, { cwd, width: 100 });
    const printed = `${out}${err}`.replaceAll(cwd, "/work").replaceAll("\t", "\\t");
    return `${printed}${code === 1 ? "" : `exit code ${code}\n`}`;
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** A shell's words; quotes only group. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, plain]) => one ?? two ?? plain);
}
