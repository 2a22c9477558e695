/**
 * Reads a skill's text: everything that can be said about it, whether it's right or not. Source: spec "Front matter" and "The
 * workflow language".
 * @module
 */

import { compareDiagnostics, type Diagnostic } from "../diagnostic.ts";
import type { JsonObject } from "../json.ts";
import { compileWorkflow } from "../workflow/compile/mod.ts";
import { findMissingFiles } from "../workflow/compile/rules/file_missing.ts";
import { decodeText } from "./decode_text.ts";
import { findWorkflow } from "./find_workflow.ts";
import { scanFrontMatter } from "./front_matter.ts";
import { indexLines } from "./line_index.ts";
import { readYaml } from "./read_yaml.ts";
import { findSections } from "./sections.ts";
import type { Skill } from "./skill.ts";
import { folderOfSkill, isYamlPath, nameOfYaml } from "./skill_path.ts";
import { describeNode, entryOf, isMapping, textOf } from "./source_map.ts";
import type { SourceMap } from "./source_node.ts";
import { sourceToJson } from "./source_to_json.ts";
import { checkStandardFields } from "./standard_fields.ts";
import { textFinding } from "./text_rules.ts";
import { readWorkflowFile, type WorkflowSource } from "./workflow_file.ts";

/** What the text doesn't say. */
export interface ReadSkillOptions {
  /** The file's path: for places, for a skill's name against its folder, and to tell YAML from Markdown. */
  path?: string;
  /** Texts of further files by their relative path, as `needs` names them. */
  files?: Record<string, string>;
  /** Those of `needs` that can't be read, with the reason: each becomes a finding. */
  missing?: ReadonlyMap<string, string>;
}

/** A skill as far as it could be read, and everything that was found, sorted by place. */
export interface ReadSkill {
  skill?: Skill;
  diagnostics: Diagnostic[];
}

/**
 * Reads a skill without ever throwing. With errors among the diagnostics the skill is what could be read all the same: to be
 * listed, not to be started.
 *
 * @example
 * ```ts
 * import { readSkill } from "./read_skill.ts";
 * const { skill, diagnostics } = readSkill("---\nname: tidy\ndescription: Tidies: all of it\n---\n");
 * console.assert(skill?.description === "Tidies: all of it" && diagnostics[0].code === "unquoted-colon");
 * ```
 */
export function readSkill(text: string | Uint8Array, options: ReadSkillOptions = {}): ReadSkill {
  const { skill, diagnostics } = isYamlPath(options.path)
    ? readYamlSkill(text, options)
    : readMarkdownSkill(text, options);
  diagnostics.sort(compareDiagnostics);
  if (skill === undefined) return { diagnostics };
  return { skill: { ...skill, diagnostics }, diagnostics };
}

function readYamlSkill(text: string | Uint8Array, options: ReadSkillOptions): ReadSkill {
  const { path } = options;
  const { source, diagnostics } = readWorkflowFile(text, { ...(path === undefined ? {} : { file: path }), flat: true });
  const skill = emptySkill(options);
  skill.name = nameOfYaml(path!);
  skill.kind = "workflow";
  if (source) {
    skill.description = textOf(entryOf(source.map, "description")?.value) ?? "";
    compileInto(skill, source, options, diagnostics);
  }
  return { skill, diagnostics };
}

function readMarkdownSkill(content: string | Uint8Array, options: ReadSkillOptions): ReadSkill {
  const { path: file, files = {}, missing = new Map() } = options;
  const { text, diagnostics } = decodeText(content, file);
  if (text === undefined) return { diagnostics };
  const lines = indexLines(text);
  const { block, diagnostics: found } = scanFrontMatter(text, lines, file);
  if (block === undefined) return { diagnostics: found };
  const read = readYaml(block.frontMatter, lines.position(block.start), file);
  found.push(...read.diagnostics);

  const skill = emptySkill(options);
  skill.body = block.body;
  skill.bodyOffset = block.bodyStart;
  skill.sections = findSections(text, block.bodyStart, lines);
  const blockRange = lines.range(0, lines.endOf(0));
  if (read.root && !isMapping(read.root)) {
    if (!read.broken) {
      const message = `Front matter ${describeNode(read.root)}, wanted a mapping of keys to values`;
      const help = "Write each key with a colon and a blank behind it, such as name: tidy-up";
      found.push(textFinding("no-front-matter", { message, range: read.root.range, file, help }));
    }
    return { skill, diagnostics: found };
  }
  const root: SourceMap = read.root ?? { kind: "map", entries: [], range: blockRange };
  skill.name = textOf(entryOf(root, "name")?.value) ?? "";
  skill.description = textOf(entryOf(root, "description")?.value) ?? "";
  skill.frontMatter = frontMatterOf(root);
  const folder = folderOfSkill(file);
  const workflow = findWorkflow(root, { ...(file === undefined ? {} : { path: file }), files, missing });
  if (workflow.declared) skill.kind = "workflow";
  // What follows from a text that can't be read would only hide why.
  if (read.broken) return { skill, diagnostics: found };

  found.push(...checkStandardFields(root, { file, block: blockRange, folder }), ...workflow.diagnostics);
  skill.needs = workflow.needs;
  if (workflow.declared && !block.body.includes("start_workflow")) {
    found.push(textFinding("no-trigger", {
      message: "Body doesn't tell the agent to start the workflow",
      range: lines.range(block.bodyStart, block.bodyStart),
      file,
      help: `Write there: Call start_workflow with skill_name "${skill.name}"`,
    }));
  }
  if (workflow.source) compileInto(skill, workflow.source, options, found);
  return { skill, diagnostics: found };
}

function emptySkill({ path }: ReadSkillOptions): Skill {
  const skill: Skill = {
    name: "",
    description: "",
    kind: "reference",
    frontMatter: {},
    body: "",
    bodyOffset: 0,
    sections: [],
    diagnostics: [],
    needs: [],
  };
  return path === undefined ? skill : { ...skill, path };
}

function compileInto(skill: Skill, source: WorkflowSource, options: ReadSkillOptions, diagnostics: Diagnostic[]): void {
  const { path, files = {}, missing = new Map() } = options;
  const { form, file } = source;
  const compiled = compileWorkflow(source.map, {
    form,
    name: skill.name,
    description: skill.description,
    sections: skill.sections,
    files,
    ...(file === undefined ? {} : { file }),
    ...(path === undefined ? {} : { skillFile: path }),
  });
  skill.needs = [...skill.needs, ...compiled.needs];
  diagnostics.push(...compiled.diagnostics);
  if (compiled.workflow === undefined) return;
  skill.workflow = compiled.workflow;
  diagnostics.push(...findMissingFiles(compiled.workflow, missing));
}

/** Values as JSON has them; `metadata` maps texts to texts. */
function frontMatterOf(root: SourceMap): JsonObject {
  return Object.fromEntries(
    root.entries.map(({ key, value }) => [key, sourceToJson(value, key === "metadata" ? "all" : "numbers")]),
  );
}
