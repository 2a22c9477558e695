/**
 * Where a pinned workflow's skill lives.
 * @module
 */

import { dirname, resolve } from "node:path";
import type { Workflow } from "../workflow/workflow.ts";

/** The skill's folder, absolute; null for a flat file, which has none of its own. */
export function skillFolderOf({ form, skillFile, file }: Workflow, workspace: string): string | null {
  const own = skillFile ?? file;
  return form === "flat" || own === undefined ? null : dirname(resolve(workspace, own));
}
