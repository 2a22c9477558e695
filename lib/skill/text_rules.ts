/**
 * The rules on the text: what can be wrong with a file before there is a workflow. Source: spec "Front matter".
 * @module
 */

import type { Diagnostic, Range, Severity } from "../diagnostic.ts";
import type { SourceRule } from "../workflow/rule.ts";

/** Codes that the compiler raises too and lists among its rules. */
type SharedCode = "file-missing" | "path-escape" | "reserved-name" | "too-large" | "unknown-key";

/** Codes of the text rules. */
export type TextCode =
  | SharedCode
  | "bad-workflow-file"
  | "duplicate-key"
  | "host-field"
  | "inline-workflow"
  | "kind-mismatch"
  | "missing-description"
  | "missing-name"
  | "no-front-matter"
  | "no-trigger"
  | "not-utf8"
  | "nul-character"
  | "second-front-matter"
  | "standard-limit"
  | "tab-indentation"
  | "truncated-scalar"
  | "unclosed-front-matter"
  | "unquoted-colon"
  | "unreadable-file"
  | "utf-16"
  | "yaml-syntax";

const RULES: Record<Exclude<TextCode, SharedCode>, { severity: Severity; summary: string }> = {
  "bad-workflow-file": {
    severity: "error",
    summary: "A workflow file that holds no workflow, or a skill that names two",
  },
  "duplicate-key": { severity: "error", summary: "A key that stands twice in one mapping" },
  "host-field": { severity: "info", summary: "A field that one host reads and the Agent Skills standard doesn't know" },
  "inline-workflow": { severity: "info", summary: "A workflow in the front matter, which is quick but not portable" },
  "kind-mismatch": { severity: "error", summary: "A `metadata.kind` that disagrees with what the skill holds" },
  "missing-description": { severity: "error", summary: "A skill without a description" },
  "missing-name": { severity: "error", summary: "A skill without a name" },
  "no-front-matter": {
    severity: "error",
    summary: "A file whose first line isn't `---`, or whose block isn't a mapping",
  },
  "no-trigger": { severity: "info", summary: "A body that doesn't tell the agent to start the workflow" },
  "not-utf8": { severity: "error", summary: "Bytes that aren't UTF-8" },
  "nul-character": { severity: "error", summary: "A NUL character, which no text holds" },
  "second-front-matter": { severity: "error", summary: "A second front matter block right after the first" },
  "standard-limit": { severity: "warning", summary: "A field that breaks the limits of the Agent Skills standard" },
  "tab-indentation": { severity: "error", summary: "A tab in YAML's indentation" },
  "truncated-scalar": { severity: "warning", summary: "A free text that YAML cuts off where a comment seems to begin" },
  "unclosed-front-matter": { severity: "error", summary: "A front matter block without its closing line" },
  "unquoted-colon": { severity: "warning", summary: "A plain one-line value that holds a colon and a blank" },
  "unreadable-file": { severity: "error", summary: "A file that the system doesn't let anybody read" },
  "utf-16": { severity: "error", summary: "A file saved as UTF-16" },
  "yaml-syntax": { severity: "error", summary: "Text that YAML can't read, or not in one way only" },
};

const SHARED: Record<SharedCode, Severity> = {
  "file-missing": "error",
  "path-escape": "error",
  "reserved-name": "error",
  "too-large": "error",
  "unknown-key": "error",
};

/**
 * The rules as the registry lists them, in the order of their codes. `path-escape`, `reserved-name`, `too-large` and
 * `unknown-key` stand among the compiler's rules.
 *
 * @example
 * ```ts
 * import { TEXT_RULES } from "./text_rules.ts";
 * console.assert(TEXT_RULES.some((rule) => rule.code === "not-utf8" && rule.severity === "error"));
 * ```
 */
export const TEXT_RULES: readonly SourceRule[] = Object.freeze(
  Object.entries(RULES).map(([code, rule]): SourceRule => Object.freeze({ stage: "source", code, ...rule })),
);

const SEVERITIES = new Map<string, Severity>([
  ...Object.entries(SHARED),
  ...TEXT_RULES.map((rule): [string, Severity] => [rule.code, rule.severity]),
]);

/** What a finding adds to its code. */
export type FindingParts =
  & { message: string; range: Range; file?: string }
  & Partial<Pick<Diagnostic, "related" | "help" | "repair" | "severity">>;

/**
 * A diagnostic of a text rule, with the rule's severity unless the parts give another.
 *
 * @example
 * ```ts
 * import { FILE_START } from "../diagnostic.ts";
 * import { textFinding } from "./text_rules.ts";
 * const found = textFinding("not-utf8", { message: "Byte 0xE9 isn't UTF-8", range: FILE_START });
 * console.assert(found.severity === "error" && found.related.length === 0);
 * ```
 */
export function textFinding(code: TextCode, parts: FindingParts): Diagnostic {
  const found: Diagnostic = {
    code,
    severity: parts.severity ?? SEVERITIES.get(code)!,
    message: parts.message,
    range: parts.range,
    related: parts.related ?? [],
  };
  if (parts.file !== undefined) found.file = parts.file;
  if (parts.help !== undefined) found.help = parts.help;
  if (parts.repair !== undefined) found.repair = parts.repair;
  return found;
}
