/**
 * Reads a YAML file that holds a workflow. Source: spec "The workflow language", the portable and the flat form.
 * @module
 */

import { type Diagnostic, FILE_START } from "../diagnostic.ts";
import { didYouMean } from "../did_you_mean.ts";
import type { WorkflowForm } from "../workflow/workflow.ts";
import { decodeText } from "./decode_text.ts";
import { readYaml } from "./read_yaml.ts";
import { describeNode, entryOf, isMapping, quoted } from "./source_map.ts";
import type { SourceMap } from "./source_node.ts";
import { textFinding } from "./text_rules.ts";

/** The mapping to compile, and the file that holds it. */
export interface WorkflowSource {
  map: SourceMap;
  form: WorkflowForm;
  file?: string;
}

/**
 * The workflow under the file's only key `workflow`; with `flat` also a file with `steps` at the top and no `workflow`.
 *
 * @example
 * ```ts
 * import { readWorkflowFile } from "./workflow_file.ts";
 * const { source } = readWorkflowFile("steps:\n  - {id: a, prompt: Go.}\n", { flat: true });
 * console.assert(source?.form === "flat");
 * ```
 */
export function readWorkflowFile(
  content: string | Uint8Array,
  { file, flat }: { file?: string; flat: boolean },
): { source?: WorkflowSource; diagnostics: Diagnostic[] } {
  const { text, diagnostics } = decodeText(content, file);
  if (text === undefined) return { diagnostics };
  const { root, broken, diagnostics: found } = readYaml(text, undefined, file);
  if (broken) return { diagnostics: found };
  const at = file === undefined ? {} : { file };
  const entry = entryOf(root, "workflow");
  if (flat && isMapping(root) && !entry && entryOf(root, "steps")) {
    return { source: { map: root, form: "flat", ...at }, diagnostics: found };
  }
  for (const { key, keyRange } of isMapping(root) ? root.entries : []) {
    if (key === "workflow") continue;
    const near = entry ? "" : didYouMean(key, ["workflow"]);
    found.push(textFinding("unknown-key", {
      message: `Unknown key ${quoted(key)} at the top of a workflow file${near ? `; ${near}` : ""}`,
      range: keyRange,
      file,
      help: "What belongs to the workflow stands under the key workflow, indented",
    }));
  }
  if (isMapping(entry?.value)) return { source: { map: entry.value, form: "portable", ...at }, diagnostics: found };
  found.push(textFinding("bad-workflow-file", {
    message: `Key "workflow" ${describeNode(entry?.value)}, wanted a mapping with steps`,
    range: entry?.keyRange ?? FILE_START,
    file,
    help: `Begin the file with a line "workflow:" and write the rest under it, indented${
      flat ? "; or write steps: at the top" : ""
    }`,
  }));
  return { diagnostics: found };
}
