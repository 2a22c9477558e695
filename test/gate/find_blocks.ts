import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";

/** A fenced block of a Markdown text. */
export interface Block {
  /** What stands behind the opening fence. */
  info: string;
  /** Its content. */
  text: string;
  /** Line of the opening fence, from 1. */
  line: number;
}

/** The fenced blocks of a Markdown text, in their order. */
export function findBlocks(markdown: string): Block[] {
  const tokens = new MarkdownIt({ html: true }).parse(markdown, {});
  return tokens.filter(({ type }) => type === "fence").map(({ info, content, map }) => {
    return { info: info.trim(), text: content, line: (map?.[0] ?? 0) + 1 };
  });
}

/** The documents of the repository, sorted: Markdown at the root, and all of it below docs/. */
export function findDocuments(root: string): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return folder === root ? [] : walk(path);
      return entry.name.endsWith(".md") ? [path] : [];
    });
  const docs = join(root, "docs");
  return [...walk(root), ...(existsSync(docs) ? walk(docs) : [])].sort();
}
