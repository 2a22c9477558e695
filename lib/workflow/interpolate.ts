/**
 * Placeholders in instructions: `{{input}}`, `{{step-id}}`, `{{context.name}}`. Source: spec "Step", interpolation.
 * @module
 */

import type { Reference } from "./workflow.ts";

/** A placeholder's place in a text: offsets from `{{` to just past `}}`. */
export interface PlaceholderReference extends Pick<Reference, "kind" | "name"> {
  start: number;
  end: number;
}

const NAME = /[ \t]*([A-Za-z0-9_.-]+)[ \t]*\}\}/y;

/**
 * Every placeholder of a text, in order. Braces around anything but one name are text. Linear: between two `{{` nothing
 * is read twice.
 *
 * @example
 * ```ts
 * import { findReferences } from "./interpolate.ts";
 * console.assert(findReferences("Mend {{ context.faults }}.")[0].name === "faults");
 * ```
 */
export function findReferences(text: string): PlaceholderReference[] {
  const found: PlaceholderReference[] = [];
  let start = text.indexOf("{{");
  while (start !== -1) {
    NAME.lastIndex = start + 2;
    const match = NAME.exec(text);
    const end = match ? NAME.lastIndex : start + 1;
    if (match) found.push({ ...readName(match[1]), start, end });
    start = text.indexOf("{{", end);
  }
  return found;
}

/**
 * Puts values in the places of placeholders, in one pass: what was put in is never looked at again.
 *
 * `lookUp` gives a value, or undefined where there is none; then the placeholder is dropped (`empty`) or stays as it's
 * written (`keep`), and its name (`input`, `step-id`, `context.name`) is in `missing`, once.
 *
 * @example
 * ```ts
 * import { interpolate } from "./interpolate.ts";
 * console.assert(interpolate("Say {{input}}", () => "{{input}}", "empty").text === "Say {{input}}");
 * ```
 */
export function interpolate(
  text: string,
  lookUp: (kind: Reference["kind"], name: string) => string | undefined,
  missing: "empty" | "keep",
): { text: string; missing: string[] } {
  const parts: string[] = [];
  const absent = new Set<string>();
  let from = 0;
  for (const { kind, name, start, end } of findReferences(text)) {
    const value = lookUp(kind, name);
    if (value === undefined) absent.add(kind === "step" ? name : kind === "input" ? "input" : `context.${name}`);
    parts.push(text.slice(from, start), value ?? (missing === "keep" ? text.slice(start, end) : ""));
    from = end;
  }
  parts.push(text.slice(from));
  return { text: parts.join(""), missing: [...absent] };
}

function readName(name: string): Pick<Reference, "kind" | "name"> {
  if (name === "input") return { kind: "input", name: "" };
  if (name.startsWith("context.")) return { kind: "context", name: name.slice("context.".length) };
  return { kind: "step", name };
}
