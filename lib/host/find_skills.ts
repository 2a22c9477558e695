/**
 * Every skill on this machine with what it is and whether it can be used. Source: spec "Finding skills".
 * @module
 */

import { statSync } from "node:fs";
import { type Diagnostic, hasErrors } from "../diagnostic.ts";
import { WorkflowError } from "../error.ts";
import type { WorkflowForm } from "../workflow/workflow.ts";
import { validateGraph } from "../workflow/validate_graph.ts";
import { describeErrno } from "./inside.ts";
import { loadSkill } from "./load_skill.ts";
import { resolveEntry } from "./resolve_skill.ts";
import type { Scope } from "./roots.ts";
import { type FindOptions, scanSkills, type SkillEntry, type SkillWarning } from "./scan_skills.ts";

/** One skill. */
export interface SkillListing {
  /** Name. */
  name: string;
  /** `workspace:name` or `user:name`. */
  qualified: string;
  /** The user or a workspace. */
  scope: Scope;
  /** The root that it's in, as shown to people. */
  root: string;
  /** Its file, absolute. */
  path: string;
  /** `broken`: it has an error; `shadowed`: another of its name wins; `refused`: a link leads out. */
  status: "ok" | "broken" | "shadowed" | "refused";
  /** Why it isn't `ok`: the first error, the file that wins, where the link leads. */
  reason?: string;
  /** Of a shadowed one: the file that wins. */
  shadowedBy?: string;
  /** What it is, where it could be read; also of a shadowed one. */
  kind?: "workflow" | "reference";
  /** What the skill says of itself. */
  description?: string;
  /** Where its workflow stands. */
  form?: WorkflowForm;
}

/** Every skill in the order of the roots, and what a person should know about them. */
export interface SkillCatalog {
  /** In the order in which they win. */
  skills: SkillListing[];
  /** What a person should know about the folders. */
  warnings: SkillWarning[];
}

/**
 * Reads every skill that can be found, broken, shadowed and refused ones included. Never throws. A skill whose files
 * haven't changed isn't read again by the same process. To have only names, and at once, use `scanSkills`.
 *
 * @example
 * ```ts
 * import { findSkills } from "./find_skills.ts";
 * const { skills } = findSkills({ workspace: "/nowhere", home: "/nowhere" });
 * console.assert(skills.length === 0);
 * ```
 */
export function findSkills(options: FindOptions): SkillCatalog {
  const { entries, warnings } = scanSkills(options);
  return { skills: entries.map((entry) => describe(entry, options)), warnings };
}

function describe(entry: SkillEntry, options: FindOptions): SkillListing {
  const { name, qualified, scope, root, path } = entry;
  const place = { name, qualified, scope, root, path };
  if (entry.status === "refused") return { ...place, status: "refused", reason: entry.reason };
  const { error, ...read } = readOnce(entry, options);
  if (entry.status === "shadowed") {
    const reason = `shadowed by ${entry.shadowedBy}`;
    return { ...place, status: "shadowed", reason, shadowedBy: entry.shadowedBy, ...read };
  }
  return error === undefined
    ? { ...place, status: "ok", ...read }
    : { ...place, status: "broken", reason: error, ...read };
}

/** What one file came to. */
interface Description {
  error?: string;
  kind?: "workflow" | "reference";
  description?: string;
  form?: WorkflowForm;
}

const known = new Map<string, { stamps: [path: string, stamp: string][]; description: Description }>();
const KNOWN = 4_000;

function readOnce(entry: SkillEntry, options: FindOptions): Description {
  const { path } = entry;
  const remembered = known.get(path);
  if (remembered?.stamps.every(([file, stamp]) => stampOf(file) === stamp)) return remembered.description;
  let looked = [path];
  let description: Description;
  try {
    const loaded = loadSkill(resolveEntry(entry, options));
    looked = loaded.looked;
    const { skill, diagnostics } = loaded;
    const all = skill?.workflow === undefined ? diagnostics : [...diagnostics, ...validateGraph(skill.workflow)];
    const error = firstError(all, path);
    description = {
      ...(error !== undefined && { error }),
      ...(skill !== undefined && { kind: skill.kind, description: skill.description }),
      ...(skill?.workflow !== undefined && { form: skill.workflow.form }),
    };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    description = { error: error instanceof WorkflowError || code === undefined ? message : describeErrno(code) };
  }
  if (known.size >= KNOWN) known.clear();
  known.set(path, { stamps: looked.map((file) => [file, stampOf(file)]), description });
  return description;
}

function firstError(diagnostics: readonly Diagnostic[], path: string): string | undefined {
  if (!hasErrors(diagnostics)) return undefined;
  const { message, range, file } = diagnostics.find((one) => one.severity === "error")!;
  const elsewhere = file !== undefined && !path.replaceAll("\\", "/").endsWith(file) ? `${file} ` : "";
  return `${message} (${elsewhere}line ${range.start.line})`;
}

/** Changes when the file does; empty where there's none. */
function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size} ${stat.ino}`;
}
