/**
 * Compiles a text in a test, and says in short lines what came of it.
 * @module
 */

import { readFileSync } from "node:fs";
import type { Diagnostic } from "../../lib/diagnostic.ts";
import { scanFrontMatter } from "../../lib/skill/front_matter.ts";
import { indexLines } from "../../lib/skill/line_index.ts";
import { readYaml } from "../../lib/skill/read_yaml.ts";
import { findSections } from "../../lib/skill/sections.ts";
import type { SourceMap } from "../../lib/skill/source_node.ts";
import { type Compiled, type CompileOptions, compileWorkflow } from "../../lib/workflow/compile/mod.ts";
import type { Step, Workflow } from "../../lib/workflow/workflow.ts";

const OPTIONS: CompileOptions = { form: "flat", file: "a.yaml", name: "a", description: "b", sections: [], files: {} };

/** Compiles the YAML text of a workflow map. */
export function compileText(text: string, options: Partial<CompileOptions> = {}): Compiled {
  const { root, diagnostics } = readYaml(text, { line: 1, column: 1, offset: 0 });
  if (diagnostics.length > 0) throw new Error(`The test's YAML: ${diagnostics[0].message}`);
  return compileWorkflow(root as SourceMap, { ...OPTIONS, ...options });
}

/** Compiles the value of `workflow:` in the front matter of a skill. */
export function compileSkill(text: string, options: Partial<CompileOptions> = {}): Compiled {
  const lines = indexLines(text);
  const block = scanFrontMatter(text, lines).block!;
  const { root } = readYaml(block.frontMatter, lines.position(block.start));
  const source = (root as SourceMap).entries.find((entry) => entry.key === "workflow")!.value as SourceMap;
  const sections = findSections(text, block.bodyStart, lines);
  return compileWorkflow(source, {
    ...OPTIONS,
    form: "inline",
    file: "SKILL.md",
    skillFile: "SKILL.md",
    sections,
    ...options,
  });
}

/** Text of a file under `test/fixtures`. */
export function fixture(path: string): string {
  return readFileSync(new URL(`../fixtures/${path}`, import.meta.url), "utf8");
}

/** The workflow of a text that has to compile without an error. */
export function workflowIn(text: string, options: Partial<CompileOptions> = {}): Workflow {
  const { workflow, diagnostics } = compileText(text, options);
  const error = diagnostics.find((found) => found.severity === "error");
  if (error) throw new Error(`${where(error)} ${error.message}`);
  return workflow!;
}

/** The only step of that id. */
export function stepIn(text: string, id = "a", options: Partial<CompileOptions> = {}): Step {
  return workflowIn(text, options).steps[id];
}

/** `code line:column`, infos left out unless asked for. */
export function findings(diagnostics: readonly Diagnostic[], infos = false): string[] {
  return diagnostics.filter((found) => infos || found.severity !== "info").map(where);
}

function where({ code, range }: Diagnostic): string {
  return `${code} ${range.start.line}:${range.start.column}`;
}
