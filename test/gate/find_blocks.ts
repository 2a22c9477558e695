import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseBlocks } from "../../lib/skill/parse_blocks.ts";

/** A fenced block of a Markdown text. */
export interface Block {
  /** What stands behind the opening fence. */
  info: string;
  /** Its content. */
  text: string;
  /** Line of the opening fence, from 1. */
  line: number;
  /** The path in "Save it as `path`", where the paragraph before says so. */
  saveAs?: string;
}

/** The fenced blocks of a Markdown text, in their order. */
export function findBlocks(markdown: string): Block[] {
  const tokens = parseBlocks(markdown);
  return tokens.flatMap(({ type, info, content, map }, index) => {
    if (type !== "fence") return [];
    const before = tokens[index - 1]?.type === "paragraph_close" ? tokens[index - 2]!.content : "";
    const saveAs = /\b[Ss]ave\s+(?:it|this)\s+as\s+`([^`]+)`/.exec(before)?.[1];
    const block = { info: info.trim(), text: content, line: (map?.[0] ?? 0) + 1 };
    return [saveAs === undefined ? block : { ...block, saveAs }];
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
