/**
 * A schema's issue as the author should read it: code, what was wanted, what to do.
 * @module
 */

import type { GenericIssue } from "valibot";
import { nearest } from "../../did_you_mean.ts";
import type { Repair } from "../../diagnostic.ts";
import type { SourceNode } from "../../skill/source_node.ts";
import { oneOf } from "./wording.ts";

/** What is said about an issue. */
export interface IssueDescription {
  code: "wrong-type" | "too-large" | "loop-bound" | "bad-id";
  wanted: string;
  help?: string;
  repair?: Repair;
}

/** Describes an issue about `node`, which stands at `path`; `shape` is the schema there. */
export function describeIssue(
  issue: GenericIssue,
  path: readonly (string | number)[],
  node: SourceNode,
  shape: object | undefined,
): IssueDescription {
  const bound = String(issue.requirement);
  const unit = node.kind === "scalar" ? "characters" : "entries";
  switch (issue.type) {
    case "string":
      return { code: "wrong-type", wanted: "a text", ...textAdvice(node) };
    case "number":
      return { code: "wrong-type", wanted: "a number" };
    case "boolean":
      return { code: "wrong-type", wanted: "true or false", ...flagAdvice(node) };
    case "union":
      return { code: "wrong-type", wanted: "a text or a number" };
    case "array":
      return { code: "wrong-type", wanted: "a list", ...listAdvice(node) };
    case "picklist":
      return { code: "wrong-type", ...choiceAdvice(node, shape) };
    case "integer":
      return { code: "wrong-type", wanted: "a whole number" };
    case "gt_value":
      return { code: "wrong-type", wanted: `more than ${bound}` };
    case "min_value":
      return { code: isRepetition(path) ? "loop-bound" : "wrong-type", wanted: `at least ${bound}` };
    case "max_value":
      return { code: "too-large", wanted: `at most ${bound}` };
    case "max_length":
    case "max_entries":
      return { code: "too-large", wanted: `at most ${bound} ${unit}` };
    case "regex":
      return {
        code: "bad-id",
        wanted: path[0] === "steps"
          ? "letters, digits, underscores, dots and hyphens, a letter or digit first, at most 64 characters"
          : "letters, digits and underscores, no digit first, at most 64 characters",
        ...idAdvice(node),
      };
    default:
      return node.kind === "scalar"
        ? { code: "wrong-type", wanted: "a text that isn't empty" }
        : { code: "wrong-type", wanted: "at least one entry", ...entryAdvice(path) };
  }
}

function isRepetition(path: readonly (string | number)[]): boolean {
  const [holder, key] = path.slice(-2);
  return holder === "loop" && key === "max" || holder === "verify" && key === "attempts";
}

/** A longer value isn't one that only lacks quotes. */
const REPAIRED_MAX = 1_000;

function textAdvice(node: SourceNode): Pick<IssueDescription, "help" | "repair"> {
  if (node.kind !== "scalar" || node.text.length > REPAIRED_MAX) return {};
  if (node.value === null) return { help: "Write a value, or take the key out" };
  return {
    help: "YAML reads it as something else than text: put it into quotes",
    repair: { title: "Put it into quotes", edits: [{ range: node.range, text: JSON.stringify(node.text) }] },
  };
}

/** What YAML 1.1 took for a truth value, and YAML 1.2 takes for a text. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...["yes", "y", "on", "1", "true"].map((word) => [word, true] as const),
  ...["no", "n", "off", "0", "false"].map((word) => [word, false] as const),
]);

function flagAdvice(node: SourceNode): Pick<IssueDescription, "help" | "repair"> {
  const meant = node.kind === "scalar" ? FLAGS.get(node.text.trim().toLowerCase()) : undefined;
  if (meant === undefined) return {};
  return {
    help: `Did you mean ${meant}? Only true and false are truth values here, written without quotes`,
    repair: { title: `Change it to ${meant}`, edits: [{ range: node.range, text: String(meant) }] },
  };
}

/** An id that is like what was written; its other mentions are the author's business, so there is no repair. */
function idAdvice(node: SourceNode): Pick<IssueDescription, "help"> {
  const near = node.kind === "scalar"
    ? node.text.slice(0, 64).replace(/[^A-Za-z0-9_.-]+/g, "-").replace(/^[^A-Za-z0-9]+|-+$/g, "")
    : "";
  return near === "" ? {} : { help: `Did you mean "${near}"?` };
}

function entryAdvice(path: readonly (string | number)[]): Pick<IssueDescription, "help"> {
  return path.at(-1) === "steps" ? { help: "Write a step, such as - {id: look, prompt: Look around.}" } : {};
}

function listAdvice(node: SourceNode): Pick<IssueDescription, "help" | "repair"> {
  if (node.kind === "map") return { help: 'Begin each entry with "- "' };
  if (node.kind !== "scalar" || node.value === null || node.text.length > REPAIRED_MAX) return {};
  if (node.style === "literal" || node.style === "folded") return {};
  return {
    help: "Put a single entry into brackets too",
    repair: { title: "Make it a list", edits: [{ range: node.range, text: `[${JSON.stringify(node.text)}]` }] },
  };
}

function choiceAdvice(
  node: SourceNode,
  shape: object | undefined,
): Pick<IssueDescription, "wanted" | "help" | "repair"> {
  const options = (shape as { options?: string[] } | undefined)?.options ?? [];
  const wanted = oneOf(options);
  if (node.kind !== "scalar") return { wanted };
  const near = nearest(node.text, options).at(0);
  if (near === undefined) return { wanted };
  return {
    wanted,
    help: `Did you mean "${near}"?`,
    repair: { title: `Change it to "${near}"`, edits: [{ range: node.range, text: near }] },
  };
}
