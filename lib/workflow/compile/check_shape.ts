/**
 * Holds a source tree against the schema of the language and reports every deviation at its place: unknown keys, missing
 * keys, values of a wrong kind, passed bounds. Source: spec "Front matter" (unknown keys), "Workflow", "Step".
 * @module
 */

import * as v from "valibot";
import { nearest } from "../../did_you_mean.ts";
import type { SourceEntry, SourceMap, SourceNode } from "../../skill/source_node.ts";
import type { Schema } from "../schema/mod.ts";
import { describeIssue } from "./describe_issue.ts";
import { entryOf, headOf, isText, mapToJson } from "./read_source.ts";
import type { Report } from "./report.ts";
import { nodeInWords, quoted, stepInWords } from "./wording.ts";

/** A key of a map or an index of a list. */
type Key = string | number;

const STEP_FORM = "A step is a map, such as {id: look, prompt: Look around.}";

/** What to write for keys that have to be there. */
const MISSING: Readonly<Record<string, string>> = {
  id: "Give the step a name of its own, such as id: look",
  steps: "List the steps under it, such as - {id: look, prompt: Look around.}",
  command: "Write the command that is run, such as command: npm test",
  question: "Write what the person is asked",
  choices: "Name the choices with the steps they lead to, such as choices: {Yes: publish, No: draft}",
  when: "Write the word that is searched in the output, such as when: ALL_DONE",
  goto: "Write the id of the step it leads to",
};

/** Keys that are only read for older files' sake: nobody should begin to use them. */
const OLD_KEYS = ["budget", "branch", "engine"];

/** Reports every way in which the tree deviates from the schema. */
export function checkShape(schema: Schema, source: SourceMap, report: Report): void {
  const notMaps = new Set<string>();
  walk(schema, source, [], (path, map, node) => {
    if (map !== undefined) return checkKeys(map, node as SourceMap, whereIs(source, path), report);
    notMaps.add(JSON.stringify(path));
    report.add(
      "wrong-type",
      node.range,
      `Wrong value for ${nameOf(source, path)}: wanted a map, got ${nodeInWords(node)}`,
      { help: path.length === 2 && path[0] === "steps" ? STEP_FORM : "Wanted: keys with values, such as {key: value}" },
    );
  });
  const seen = new Set<string>();
  for (const issue of v.safeParse(schema, mapToJson(source)).issues ?? []) {
    if (report.full) return;
    const items = issue.path ?? [];
    const path = items.map((item) => item.key as Key);
    // A list where a map is wanted was reported above; what the schema says about its entries would only confuse.
    if (path.some((_, i) => notMaps.has(JSON.stringify(path.slice(0, i)))) || notMaps.has(JSON.stringify(path))) {
      continue;
    }
    const atKey = (items.at(-1) as { origin?: string } | undefined)?.origin === "key";
    if (issue.type === "strict_object" && issue.expected === "never") continue;
    if (issue.type === "strict_object" && atKey) {
      const holder = path.slice(0, -1);
      const message = `Missing key ${quoted(String(path.at(-1)))} in ${whereIs(source, holder)}`;
      const help = MISSING[String(path.at(-1))];
      report.add(
        "missing-key",
        headOf(nodeAt(source, holder) as SourceMap),
        message,
        help === undefined ? {} : { help },
      );
      continue;
    }
    // One value can break several bounds at once: the first says enough.
    if (seen.has(JSON.stringify(path))) continue;
    seen.add(JSON.stringify(path));
    const node = nodeAt(source, path);
    const entry = atKey ? entryAt(source, path) : undefined;
    if (node === undefined) continue;
    const { code, wanted, help, repair } = describeIssue(issue, path, node, schemaAt(schema, path));
    const message = entry
      ? `Wrong name ${quoted(entry.key)} in ${nameOf(source, path.slice(0, -1))}: wanted ${wanted}`
      : `Wrong value for ${nameOf(source, path)}: wanted ${wanted}, got ${nodeInWords(node)}`;
    report.add(code, entry?.keyRange ?? node.range, message, entry ? {} : { help, repair });
  }
}

type Visit = (path: Key[], known: v.ObjectEntries | undefined, node: SourceNode) => void;

/** Visits every map of known keys (with those keys), and every node that stands where a map is wanted and isn't one. */
function walk(schema: Schema, node: SourceNode, path: Key[], visit: Visit): void {
  const shape = unwrap(schema);
  if (shape.type === "array" && node.kind === "list") {
    node.items.forEach((item, i) => walk(shape.item!, item, [...path, i], visit));
  }
  if (shape.type !== "strict_object" && shape.type !== "record") return;
  if (node.kind !== "map") return visit(path, undefined, node);
  if (shape.type === "strict_object") visit(path, shape.entries!, node);
  for (const entry of node.entries) {
    const inner = innerSchema(shape, entry.key);
    if (inner !== undefined) walk(inner, entry.value, [...path, entry.key], visit);
  }
}

/** The parts of valibot's schemas that the walk looks at. */
interface Shape {
  type: string;
  wrapped?: Schema;
  entries?: v.ObjectEntries;
  value?: Schema;
  item?: Schema;
}

function unwrap(schema: Schema): Shape {
  let shape = schema as unknown as Shape;
  while (shape.wrapped !== undefined) shape = shape.wrapped as unknown as Shape;
  return shape;
}

function innerSchema(shape: Shape, key: Key): Schema | undefined {
  if (shape.type === "array") return shape.item;
  if (shape.type === "record") return shape.value;
  return shape.entries !== undefined && Object.hasOwn(shape.entries, key) ? shape.entries[key] as Schema : undefined;
}

function schemaAt(schema: Schema, path: Key[]): Shape | undefined {
  let shape: Shape | undefined = unwrap(schema);
  for (const key of path) {
    const inner: Schema | undefined = shape && innerSchema(shape, key);
    shape = inner && unwrap(inner);
  }
  return shape;
}

function checkKeys(known: v.ObjectEntries, map: SourceMap, where: string, report: Report): void {
  const names = Object.keys(known);
  for (const { key, keyRange } of map.entries) {
    if (Object.hasOwn(known, key) || report.full) continue;
    const near = nearest(key, names).at(0);
    // Renaming to a key that is already there would only make a duplicate.
    const free = near !== undefined && entryOf(map, near) === undefined;
    const suggestion = near === undefined ? "" : `, did you mean "${near}"?`;
    report.add("unknown-key", keyRange, `Unknown key ${quoted(key)} in ${where}${suggestion}`, {
      help: `Known here: ${
        (where === "the workflow" ? names.filter((name) => !OLD_KEYS.includes(name)) : names).join(", ")
      }`,
      repair: free ? { title: `Rename it to "${near}"`, edits: [{ range: keyRange, text: near }] } : undefined,
    });
  }
}

function entryAt(source: SourceMap, path: Key[]): SourceEntry | undefined {
  const holder = nodeAt(source, path.slice(0, -1));
  return holder?.kind === "map" ? entryOf(holder, String(path.at(-1))) : undefined;
}

function nodeAt(source: SourceNode, path: Key[]): SourceNode | undefined {
  let node: SourceNode | undefined = source;
  for (const key of path) {
    if (node?.kind === "map") node = entryOf(node, String(key))?.value;
    else node = node?.kind === "list" ? node.items[Number(key)] : undefined;
  }
  return node;
}

/** `"loop.max" of step "fix"`. */
function nameOf(source: SourceMap, path: Key[]): string {
  if (path.length === 0) return "the workflow";
  if (path[0] !== "steps" || path.length === 1) return quoted(path.join("."));
  return path.length === 2
    ? whereIs(source, path)
    : `${quoted(path.slice(2).join("."))} of ${whereIs(source, path.slice(0, 2))}`;
}

/** `step "fix"`, `"loop" of step "fix"`, `the workflow`. */
function whereIs(source: SourceMap, path: Key[]): string {
  if (path[0] !== "steps" || path.length !== 2) return nameOf(source, path);
  const node = nodeAt(source, path);
  const id = node?.kind === "map" ? entryOf(node, "id")?.value : undefined;
  return stepInWords(id !== undefined && isText(id) ? id.value : undefined, Number(path[1]));
}
