/**
 * Which skills on this machine have a workflow, by their front matter alone: a server says so before it answers anything, and
 * compiling hundreds of workflows takes seconds. What a file said is kept until the file changes; the reader of YAML is only
 * loaded where one has. Source: spec "MCP server" (its instructions list workflow skills).
 * @module
 */

import { readFileSync, statSync } from "node:fs";
import { isJsonObject } from "../json.ts";
import { type FindOptions, scanSkills } from "./scan_skills.ts";
import { writePrivately } from "./write_privately.ts";

/** A workflow skill at a glance. */
export interface WorkflowGlance {
  name: string;
  description: string;
}

/** Where to look, and what remembers. */
export interface GlanceOptions extends FindOptions {
  /** A file in the user's state folder; without it every file is read. */
  memory?: string;
}

/** What a file said: null where it holds no workflow. */
type Memory = Record<string, { stamp: string; description: string | null }>;

/** Files that the memory holds; one workspace has far fewer. */
const REMEMBERED = 5_000;

/**
 * The workflow skills that win their names and whose front matter can be read, in the order of the roots. That a workflow
 * is in order isn't said: `findSkills` reads each skill whole. Never rejects.
 *
 * @example
 * ```ts
 * import { glanceWorkflows } from "./glance_workflows.ts";
 * console.assert((await glanceWorkflows({ workspace: "/nowhere", home: "/nowhere" })).length === 0);
 * ```
 */
export async function glanceWorkflows({ memory: file, ...options }: GlanceOptions): Promise<WorkflowGlance[]> {
  const known = file === undefined ? Object.create(null) as Memory : recall(file);
  const found: WorkflowGlance[] = [];
  let changed = false;
  for (const { name, path, status } of scanSkills(options).entries) {
    if (status !== "found") continue;
    const stamp = stampOf(path);
    if (known[path]?.stamp !== stamp) {
      known[path] = { stamp, description: await describe(path) };
      changed = true;
    }
    const { description } = known[path];
    if (description !== null) found.push({ name, description });
  }
  if (changed && file !== undefined) remember(file, known);
  return found;
}

async function describe(path: string): Promise<string | null> {
  const { describeWorkflow } = await import("./describe_workflow.ts");
  try {
    return describeWorkflow(path) ?? null;
  } catch {
    // Gone or closed to us since the scan.
    return null;
  }
}

/** A memory that can't be read is an empty one: everything in it can be read again. */
function recall(file: string): Memory {
  const memory: Memory = Object.create(null);
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    for (const [path, entry] of isJsonObject(value) ? Object.entries(value) : []) {
      if (!isJsonObject(entry) || typeof entry.stamp !== "string") continue;
      const { stamp, description } = entry;
      if (description === null || typeof description === "string") memory[path] = { stamp, description };
    }
  } catch {
    // None yet.
  }
  return memory;
}

function remember(file: string, memory: Memory): void {
  const entries = Object.entries(memory).slice(-REMEMBERED);
  try {
    writePrivately(file, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // The next start reads the files again.
  }
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
}
