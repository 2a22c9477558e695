/**
 * What the compiler has to be told besides the source tree.
 * @module
 */

import type { Section } from "../../skill/skill.ts";
import type { WorkflowForm } from "../workflow.ts";

/** What the source tree doesn't say. */
export interface CompileOptions {
  form: WorkflowForm;
  /** The file that the tree was read from. */
  file?: string;
  /** Name, description and title of the skill. */
  name: string;
  description: string;
  title?: string;
  /** The sections of the skill's body. */
  sections: Section[];
  /** Texts of the files in the skill's folder, by relative path. */
  files: Record<string, string>;
  /** The file that holds the sections. */
  skillFile?: string;
}
