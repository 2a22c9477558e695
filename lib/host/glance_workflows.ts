/**
 * Which skills on this machine have a workflow, by their front matter alone: a server says so before it answers anything, and
 * compiling hundreds of workflows takes seconds. Source: spec "MCP server" (its instructions list workflow skills).
 * @module
 */

import { LIMITS } from "../limits.ts";
import { decodeText } from "../skill/decode_text.ts";
import { findWorkflow } from "../skill/find_workflow.ts";
import { scanFrontMatter } from "../skill/front_matter.ts";
import { readYaml } from "../skill/read_yaml.ts";
import { isYamlPath } from "../skill/skill_path.ts";
import { entryOf, isMapping, textOf } from "../skill/source_map.ts";
import { readBounded } from "./read_bounded.ts";
import { type FindOptions, scanSkills } from "./scan_skills.ts";

/** A workflow skill at a glance. */
export interface WorkflowGlance {
  name: string;
  description: string;
}

/**
 * The workflow skills that win their names and whose front matter can be read, in the order of the roots. That a workflow
 * is in order isn't said: `findSkills` reads each skill whole. Never throws.
 *
 * @example
 * ```ts
 * import { glanceWorkflows } from "./glance_workflows.ts";
 * console.assert(glanceWorkflows({ workspace: "/nowhere", home: "/nowhere" }).length === 0);
 * ```
 */
export function glanceWorkflows(options: FindOptions): WorkflowGlance[] {
  return scanSkills(options).entries.flatMap(({ name, path, status }) => {
    if (status !== "found") return [];
    try {
      const description = describeWorkflow(path);
      return description === undefined ? [] : [{ name, description }];
    } catch {
      // Gone or closed to us since the scan.
      return [];
    }
  });
}

function describeWorkflow(path: string): string | undefined {
  const flat = isYamlPath(path);
  const { text } = decodeText(readBounded(path, LIMITS.fileBytes), path);
  const yaml = flat ? text : text && scanFrontMatter(text).block?.frontMatter;
  // Most skills have no workflow, and reading their YAML is what takes the time.
  if (yaml === undefined || !yaml.includes(flat ? "steps" : "workflow")) return undefined;
  const { root, broken } = readYaml(yaml);
  if (broken || !isMapping(root)) return undefined;
  const declared = flat || findWorkflow(root, { files: {}, missing: new Map() }).declared;
  return declared ? textOf(entryOf(root, "description")?.value) ?? "" : undefined;
}
