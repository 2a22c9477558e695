/**
 * The field `allowed-tools`: names with blanks between them. Source: the Agent Skills standard.
 * @module
 */

import type { Repair } from "../diagnostic.ts";
import { quoteScalar } from "./quote_scalar.ts";
import type { SourceNode } from "./source_node.ts";

/**
 * The tools in a text, and whether commas part them. What stands in parentheses belongs to its tool.
 *
 * @example
 * ```ts
 * import { splitTools } from "./allowed_tools.ts";
 * console.assert(splitTools("Bash(git add, git rm) Read").tools.length === 2);
 * ```
 */
export function splitTools(text: string): { tools: string[]; commas: boolean } {
  const tools: string[] = [];
  let commas = false;
  let depth = 0;
  let from = 0;
  for (let i = 0; i <= text.length; i++) {
    const unit = text[i];
    if (unit === "(") depth++;
    else if (unit === ")") depth--;
    else if (i === text.length || (depth <= 0 && (unit === "," || unit.trim() === ""))) {
      if (unit === ",") commas = true;
      if (i > from) tools.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return { tools, commas };
}

/** The value as one text with blanks; none where it holds something else than names, or stands on several lines. */
export function repairTools(value: SourceNode, file?: string): Repair | undefined {
  const items = value.kind === "list" ? value.items : [value];
  const tools = items.flatMap((item) => item.kind === "scalar" ? splitTools(item.text).tools : []);
  if (items.some((item) => item.kind !== "scalar") || value.range.start.line !== value.range.end.line) return undefined;
  const edit = { range: value.range, text: quoteScalar(tools.join(" ")) };
  return {
    title: "Write one text with blanks between the tools",
    edits: [file === undefined ? edit : { file, ...edit }],
  };
}
