/**
 * Files with instructions that don't exist. Source: spec "Step" (`file`).
 * @module
 */

import type { Diagnostic } from "../../../diagnostic.ts";
import type { Workflow } from "../../workflow.ts";
import { quoted } from "../wording.ts";

/**
 * Rule `file-missing`, for whoever reads files: the compiler can't tell a file that doesn't exist from one that wasn't read
 * yet, and only lists both in `needs`. `missing` are the paths of `needs` that can't be read, each with the reason.
 */
export function findMissingFiles(workflow: Workflow, missing: ReadonlyMap<string, string>): Diagnostic[] {
  return workflow.order.flatMap((id): Diagnostic[] => {
    const { source, ranges } = workflow.steps[id];
    const reason = source.kind === "file" ? missing.get(source.name!) : undefined;
    if (reason === undefined) return [];
    const found: Diagnostic = {
      code: "file-missing",
      severity: "error",
      message: `File ${quoted(source.name!)} with the instructions of step ${quoted(id)} can't be read: ${reason}`,
      range: ranges.file,
      related: [],
      help: "Create it inside the skill's folder, or mend the path, which is relative to that folder",
    };
    return [workflow.file === undefined ? found : { ...found, file: workflow.file }];
  });
}
