/**
 * How rules name things in messages.
 * @module
 */

import type { Repair } from "../../diagnostic.ts";
import type { Edge } from "../graph.ts";
import type { Exit, StepId, Workflow } from "../workflow.ts";

/** How many names a message lists before it says how many there are. */
const LISTED = 8;

/** A name as the author wrote it. */
export function quoted(name: string): string {
  return JSON.stringify(name);
}

/** `"a", "b" and "c"`; long lists are cut, with their length. */
export function listed(names: readonly string[], word: "and" | "or" = "and"): string {
  if (names.length > LISTED) return `${names.slice(0, LISTED).map(quoted).join(", ")}, … (${names.length} in all)`;
  const last = quoted(names.at(-1) ?? "");
  return names.length > 1 ? `${names.slice(0, -1).map(quoted).join(", ")} ${word} ${last}` : last;
}

/** `a -> b -> c`; the middle of a long path is left out. */
export function arrows(path: readonly StepId[]): string {
  if (path.length <= 12) return path.join(" -> ");
  return [...path.slice(0, 6), `… ${path.length - 11} more …`, ...path.slice(-5)].join(" -> ");
}

/** The steps of a chain of edges. */
export function stepsOf(edges: readonly Edge[]): StepId[] {
  return edges.length === 0 ? [] : [edges[0].from, ...edges.map((edge) => edge.to)];
}

/** A way out by the key that it's written with. */
export function exitName(exit: Exit): string {
  switch (exit.kind) {
    case "approval":
      return `choice ${quoted(exit.label ?? "")}`;
    case "branch":
      return `branch ${quoted(exit.when ?? "")}`;
    case "condition":
      return "transition";
    case "choice":
      return "bare transition";
    case "exhausted":
      return "on_exhausted";
    case "successor":
      return "declared order";
    default:
      return exit.kind;
  }
}

/** `did you mean "b"?`, or where nothing is near what there is. */
export function didYouMeanOr(near: readonly string[], known: readonly string[], one: string): string {
  return near.length > 0 ? `did you mean ${listed(near, "or")}?` : whatThereIs(known, one);
}

/** `the steps are "a" and "b"`. */
function whatThereIs(names: readonly string[], one: string): string {
  if (names.length === 0) return `there is no ${one}`;
  return names.length === 1 ? `the only ${one} is ${quoted(names[0])}` : `the ${one}s are ${listed(names)}`;
}

/** A name as a YAML scalar: quoted where a plain one would be read as something else than text. */
export function yamlText(name: string): string {
  return /^[A-Za-z][A-Za-z0-9_-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name)
    ? name
    : JSON.stringify(name);
}

/** The repair that writes another name in the place of one. */
export function rename(workflow: Workflow, exit: Pick<Exit, "range">, written: string, name: string): Repair {
  return {
    title: `Change ${quoted(written)} to ${quoted(name)}`,
    edits: [{
      ...(workflow.file === undefined ? {} : { file: workflow.file }),
      range: exit.range,
      text: yamlText(name),
    }],
  };
}
