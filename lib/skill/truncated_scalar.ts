/**
 * Free texts that YAML cuts short. Source: spec "Front matter" (`truncated-scalar`).
 * @module
 */

import type { LineIndex } from "./line_index.ts";
import type { SourceScalar } from "./source_node.ts";

/** A text with a comment right behind it. Offsets count in the text. */
export interface Truncation {
  /** The value with the comment, up to the line's end. */
  start: number;
  end: number;
  /** The `#`. */
  hash: number;
}

/** Keys whose values are prose. */
export const TEXT_KEYS: readonly string[] = Object.freeze([
  "description",
  "title",
  "prompt",
  "question",
  "compatibility",
  "when_to_use",
  "argument-hint",
]);

/** Keys whose lists hold prose. */
const TEXT_LISTS = ["principles", "constraints", "expected_outputs", "contains"];

/**
 * Where a plain free text is followed by ` #` on its last line: what comes then is a comment to YAML, and hardly to its
 * author.
 *
 * @example
 * ```ts
 * import { indexLines } from "./line_index.ts";
 * import { findTruncation } from "./truncated_scalar.ts";
 * import { readYaml } from "./read_yaml.ts";
 * console.assert(readYaml("title: See #12\n").diagnostics[0].code === "truncated-scalar");
 * console.assert(readYaml("model: small # the cheap one\n").diagnostics.length === 0);
 * ```
 */
export function findTruncation(
  value: { scalar: SourceScalar; start: number; end: number; key: string | undefined; inList: boolean },
  text: string,
  lines: LineIndex,
): Truncation | undefined {
  const { scalar, key, inList } = value;
  if (scalar.style !== "plain" || key === undefined || !(inList ? TEXT_LISTS : TEXT_KEYS).includes(key)) {
    return undefined;
  }
  let hash = value.end;
  while (text[hash] === " " || text[hash] === "\t") hash++;
  if (text[hash] !== "#" || (text[hash - 1] !== " " && text[hash - 1] !== "\t")) return undefined;
  const line = text.slice(hash, lines.endOf(lines.lineAt(hash)));
  // Nothing stands before the comment of an empty value: quotes begin at the comment then.
  return { start: value.start === value.end ? hash : value.start, hash, end: hash + line.trimEnd().length };
}
