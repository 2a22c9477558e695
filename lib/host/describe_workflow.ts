/**
 * A workflow skill's description, from its front matter alone.
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

/** The description; undefined where the file holds no workflow, or can't be read as one. Throws what reading throws. */
export function describeWorkflow(path: string): string | undefined {
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
