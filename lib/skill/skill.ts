/**
 * A skill as read from its text. Source: the Agent Skills standard and spec "Front matter".
 * @module
 */

import type { Diagnostic, Range } from "../diagnostic.ts";
import type { JsonObject } from "../json.ts";
import type { Workflow } from "../workflow/workflow.ts";

/** A heading and what stands under it. */
export interface Section {
  /** The heading's text without markers. */
  heading: string;
  /** The heading's line as written, without blanks at its end (setext: with the `#`s of its rank). */
  line: string;
  /** 1 to 6. */
  rank: number;
  /** From the line after the heading to the next heading of the same or a higher rank, nested sections included. */
  text: string;
  /** Index of the section that holds this one; -1 at the top. */
  parent: number;
  /** The heading's place. */
  range: Range;
  /** Offsets of `text` in the decoded file. */
  start: number;
  /** The unit after its last. */
  end: number;
}

/** A skill. `parseSkill` makes it. */
export interface Skill {
  /** The standard's `name`. */
  name: string;
  /** The standard's `description`. */
  description: string;
  /** Whether it holds a workflow. */
  kind: "workflow" | "reference";
  /** The path it was given with. */
  path?: string;
  /** The front matter as plain values, versions and dates kept as text. */
  frontMatter: JsonObject;
  /** Everything after the block. */
  body: string;
  /** Where `body` begins in the decoded file. */
  bodyOffset: number;
  /** The body's sections, in order. */
  sections: Section[];
  /** The compiled workflow. */
  workflow?: Workflow;
  /** What was found, sorted. */
  diagnostics: Diagnostic[];
  /** Relative paths that `options.files` has to hold before the skill is whole. */
  needs: string[];
}
