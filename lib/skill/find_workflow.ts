/**
 * Where a skill keeps its workflow: in its front matter, or in a file that the front matter names.
 * Source: spec "The workflow language", the inline and the portable form, and "Front matter" on `metadata.kind`.
 * @module
 */

import type { Diagnostic } from "../diagnostic.ts";
import { pathProblem } from "../workflow/compile/rules/path_escape.ts";
import { besideSkill, isYamlPath } from "./skill_path.ts";
import { describeNode, entryOf, isMapping, quoted, textOf } from "./source_map.ts";
import type { SourceEntry, SourceMap } from "./source_node.ts";
import { type FindingParts, type TextCode, textFinding } from "./text_rules.ts";
import { readWorkflowFile, type WorkflowSource } from "./workflow_file.ts";

/** What the search needs besides the front matter. */
export interface FindOptions {
  path?: string;
  files: Readonly<Record<string, string>>;
  /** Paths that can't be read, with the reason. */
  missing: ReadonlyMap<string, string>;
}

/** What was found. */
export interface FoundWorkflow {
  source?: WorkflowSource;
  /** Whether the skill says that it has a workflow, even if it can't be read. */
  declared: boolean;
  /** The path that `files` should hold. */
  needs: string[];
  diagnostics: Diagnostic[];
}

/**
 * Finds the workflow of a front matter, and checks that `metadata.kind` agrees.
 *
 * @example
 * ```ts
 * import { findWorkflow } from "./find_workflow.ts";
 * import { readYaml } from "./read_yaml.ts";
 * import type { SourceMap } from "./source_node.ts";
 * const { root } = readYaml("metadata: {kind: workflow, workflow: workflow.yaml}\n");
 * const { needs } = findWorkflow(root as SourceMap, { files: {}, missing: new Map() });
 * console.assert(needs[0] === "workflow.yaml");
 * ```
 */
export function findWorkflow(root: SourceMap, options: FindOptions): FoundWorkflow {
  const metadata = entryOf(root, "metadata")?.value;
  const kind = entryOf(metadata, "kind");
  const inline = entryOf(root, "workflow");
  const named = fileEntry(entryOf(metadata, "workflow"), kind);
  const finder = new Finder(options, Boolean(inline ?? named));
  if (inline && named) {
    finder.report("bad-workflow-file", {
      message: "Two workflows: one in the front matter, one in a file",
      range: named.keyRange,
      related: [{ message: "The one in the front matter", ...finder.file, range: inline.keyRange }],
      help: "Keep one of the keys workflow and metadata.workflow",
    });
  } else if (inline) finder.takeInline(inline);
  else if (named) finder.takeNamed(named);
  if (kind) finder.checkKind(kind);
  return finder.found;
}

/** `metadata.workflow`, unless it's plainly somebody else's key. */
function fileEntry(entry: SourceEntry | undefined, kind: SourceEntry | undefined): SourceEntry | undefined {
  return textOf(kind?.value) === "workflow" || isYamlPath(textOf(entry?.value)) ? entry : undefined;
}

class Finder {
  readonly found: FoundWorkflow;
  readonly file: { file?: string };
  readonly #options: FindOptions;

  constructor(options: FindOptions, declared: boolean) {
    this.#options = options;
    this.file = options.path === undefined ? {} : { file: options.path };
    this.found = { declared, needs: [], diagnostics: [] };
  }

  report(code: TextCode, parts: FindingParts): void {
    this.found.diagnostics.push(textFinding(code, { ...this.file, ...parts }));
  }

  takeInline({ value, keyRange }: SourceEntry): void {
    if (!isMapping(value)) {
      const path = textOf(value);
      this.report("bad-workflow-file", {
        message: `Key "workflow" ${describeNode(value)}, wanted a mapping with steps`,
        range: keyRange,
        help: isYamlPath(path)
          ? `To name a file write metadata: {kind: workflow, workflow: ${path}}`
          : "Write the steps under workflow, indented",
      });
      return;
    }
    this.report("inline-workflow", {
      message: 'Workflow in the front matter: the Agent Skills standard has no field "workflow"',
      range: keyRange,
      help:
        "It works here. Other hosts may refuse the field, or show all steps at once: `skill-workflow validate --fix " +
        "--portable` moves it to workflow.yaml and steps/*.md",
    });
    this.found.source = { map: value, form: "inline", ...this.file };
  }

  takeNamed({ value, keyRange }: SourceEntry): void {
    const { files, missing, path: skillPath } = this.#options;
    const path = textOf(value);
    if (path === undefined || path === "") {
      this.report("bad-workflow-file", {
        message: `Key "metadata.workflow" ${describeNode(value)}, wanted a path`,
        range: keyRange,
        help: "Write the path of the workflow's file, such as workflow.yaml",
      });
      return;
    }
    const problem = pathProblem(path);
    if (problem !== undefined) {
      this.report("path-escape", {
        message: `Path ${quoted(path)} of the workflow ${problem}${
          problem === "leads out" ? " of the skill's folder" : ""
        }`,
        range: value.range,
        help: "Wanted: a path inside the skill's folder, relative to it, such as workflow.yaml",
      });
      return;
    }
    if (Object.hasOwn(files, path)) {
      const { source, diagnostics } = readWorkflowFile(files[path], {
        file: besideSkill(skillPath, path),
        flat: false,
      });
      this.found.diagnostics.push(...diagnostics);
      if (source) this.found.source = source;
      return;
    }
    this.found.needs.push(path);
    const reason = missing.get(path);
    if (reason === undefined) return;
    this.report("file-missing", {
      message: `Workflow file ${quoted(path)} can't be read: ${reason}`,
      range: value.range,
      help: "Create it inside the skill's folder, or mend the path, which is relative to that folder",
    });
  }

  checkKind({ value }: SourceEntry): void {
    const actual = this.found.declared ? "workflow" : "reference";
    const kind = textOf(value);
    if (kind === actual || kind === "") return;
    this.report("kind-mismatch", {
      message: `Field "metadata.kind" ${describeNode(value)}, wanted "${actual}": the skill has ${
        this.found.declared ? "a" : "no"
      } workflow`,
      range: value.range,
      help: kind === "workflow"
        ? "Name the workflow's file under metadata.workflow, such as workflow.yaml"
        : `Write kind: ${actual}, or leave it out`,
    });
  }
}
