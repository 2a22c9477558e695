/**
 * An inline skill's text as the texts of a portable one: what is moved is moved as it was written, comments too.
 * Source: spec "The workflow language", the inline and the portable form.
 * @module
 */

import { hasErrors } from "../diagnostic.ts";
import { type FrontMatterBlock, scanFrontMatter } from "../skill/front_matter.ts";
import { indexLines } from "../skill/line_index.ts";
import { readSkill } from "../skill/read_skill.ts";
import { readYaml } from "../skill/read_yaml.ts";
import { sectionText } from "../skill/section_text.ts";
import type { Skill } from "../skill/skill.ts";
import { entryOf, isMapping } from "../skill/source_map.ts";
import type { SourceEntry, SourceMap } from "../skill/source_node.ts";
import { digestOf } from "../workflow/compile/digest.ts";
import type { Step, Workflow } from "../workflow/workflow.ts";

/** The file that the workflow is moved to. */
export const WORKFLOW_FILE = "workflow.yaml";

/** The texts of a portable skill. */
export interface PortableText {
  /** The skill's file. */
  main: string;
  /** New files by their path in the skill's folder. */
  files: Record<string, string>;
}

/** Why a machine leaves a skill as it is. */
export class NotMovableError extends Error {}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Moves an inline workflow to `workflow.yaml` and the sections of its steps to `steps/*.md`.
 *
 * @param files further files of the skill, by path
 * @throws {NotMovableError} it has errors, is no inline skill, or is written in a way that can't be taken apart by lines
 */
export function portableText(text: string, path: string, files: Record<string, string> = {}): PortableText {
  const { skill, diagnostics } = readSkill(text, { path, files });
  if (skill?.workflow?.form !== "inline") throw new NotMovableError("it has no inline workflow");
  if (hasErrors(diagnostics)) throw new NotMovableError("it has errors: repair them first");
  const { block } = scanFrontMatter(text);
  const root = readYaml(block!.frontMatter, indexLines(text).position(block!.start)).root as SourceMap;
  const move = new Move(text, root, block!, skill, skill.workflow);
  const portable = move.make();
  const again = readSkill(portable.main, { path, files: { ...files, ...portable.files } });
  if (hasErrors(again.diagnostics) || again.skill?.workflow === undefined) {
    throw new NotMovableError("its front matter uses YAML that can't be divided, such as anchors or a flow mapping");
  }
  if (meaningOf(again.skill.workflow) !== meaningOf(skill.workflow)) {
    throw new NotMovableError("moving it by lines would change what it says");
  }
  return portable;
}

class Move {
  readonly #text: string;
  readonly #root: SourceMap;
  readonly #block: FrontMatterBlock;
  readonly #skill: Skill;
  readonly #workflow: Workflow;
  readonly #eol: string;
  /** The new file of each section. */
  readonly #paths = new Map<number, string>();

  constructor(text: string, root: SourceMap, block: FrontMatterBlock, skill: Skill, workflow: Workflow) {
    this.#text = text;
    this.#root = root;
    this.#block = block;
    this.#skill = skill;
    this.#workflow = workflow;
    this.#eol = text.includes("\r\n") ? "\r\n" : "\n";
    for (const id of workflow.order) {
      const { section, kind } = workflow.steps[id].source;
      if (kind === "section" && section !== undefined && !this.#paths.has(section)) {
        this.#paths.set(section, `steps/${id}.md`);
      }
    }
  }

  make(): PortableText {
    const { sections } = this.#skill;
    const entry = entryOf(this.#root, "workflow")!;
    const [start, end] = this.#linesOf(entry);
    const files: Record<string, string> = {
      [WORKFLOW_FILE]: applyEdits(this.#text.slice(start, end), this.#stepEdits(entry), start),
    };
    for (const [section, path] of this.#paths) {
      files[path] = `${sectionText(sections, section, this.#paths.keys())}\n`;
    }
    const cuts = this.#bodyEdits();
    const main = applyEdits(this.#text, [...this.#metadataEdits(start, end), ...cuts], 0);
    return { main: this.#withTrigger(main, cuts.some((cut) => cut.end === this.#text.length)), files };
  }

  /** The lines of a key at the top, without the comments in front of the next key. */
  #linesOf({ keyRange }: SourceEntry): [start: number, end: number] {
    const start = keyRange.start.offset;
    if (keyRange.start.column !== 1) throw new NotMovableError("its front matter isn't written key by key");
    const next = this.#root.entries.map((one) => one.keyRange.start.offset).filter((offset) => offset > start);
    let end = Math.min(this.#block.end, ...next);
    for (;;) {
      const lineStart = this.#text.lastIndexOf("\n", end - 2) + 1;
      const line = this.#text.slice(lineStart, end);
      if (lineStart <= start || !(line.trim() === "" || line.startsWith("#"))) return [start, end];
      end = lineStart;
    }
  }

  /** In each step the matcher gives way to the file; a step that used its title gets one. */
  #stepEdits(workflow: SourceEntry): Edit[] {
    const steps = entryOf(workflow.value, "steps")?.value;
    const edits: Edit[] = [];
    for (const map of steps?.kind === "list" ? steps.items : []) {
      const id = entryOf(map, "id")?.value;
      if (!isMapping(map) || id?.kind !== "scalar") continue;
      const step = this.#workflow.steps[id.text.trim()];
      const path = this.#pathOf(step);
      if (path === undefined) continue;
      const matcher = entryOf(map, "section_matcher");
      edits.push(matcher === undefined ? this.#addition(map, path) : this.#replacement(matcher, path));
    }
    return edits;
  }

  #pathOf(step: Step | undefined): string | undefined {
    const section = step?.source.kind === "section" ? step.source.section : undefined;
    return section === undefined ? undefined : this.#paths.get(section);
  }

  #replacement({ keyRange, value }: SourceEntry, path: string): Edit {
    const [start, end] = [keyRange.start.offset, value.range.end.offset];
    if (!/^[ \t]*:[ \t]+$/.test(this.#text.slice(keyRange.end.offset, value.range.start.offset))) {
      throw new NotMovableError(
        `the section_matcher at line ${keyRange.start.line} uses an anchor, a tag or several lines`,
      );
    }
    const breaks = this.#text.slice(start, end).endsWith("\n") ? this.#eol : "";
    return { start, end, text: `file: ${path}${breaks}` };
  }

  #addition(map: SourceMap, path: string): Edit {
    const { keyRange, value } = entryOf(map, "title") ?? entryOf(map, "id")!;
    const at = value.range.end.offset;
    if (this.#text[map.range.start.offset] === "{") return { start: at, end: at, text: `, file: ${path}` };
    const rest = this.#text.indexOf("\n", at);
    const end = rest < 0 ? this.#text.length : rest - (this.#text[rest - 1] === "\r" ? 1 : 0);
    return { start: end, end, text: `${this.#eol}${" ".repeat(keyRange.start.column - 1)}file: ${path}` };
  }

  #metadataEdits(start: number, end: number): Edit[] {
    const eol = this.#eol;
    const metadata = entryOf(this.#root, "metadata");
    const keys = [
      ...(entryOf(metadata?.value, "kind") === undefined ? ["kind: workflow"] : []),
      `workflow: ${WORKFLOW_FILE}`,
    ];
    if (metadata === undefined) {
      return [{ start, end, text: `metadata:${eol}${keys.map((key) => `  ${key}${eol}`).join("")}` }];
    }
    const cut: Edit = { start, end, text: "" };
    const [first] = isMapping(metadata.value) ? metadata.value.entries : [];
    if (this.#text[metadata.value.range.start.offset] === "{") {
      const at = metadata.value.range.start.offset + 1;
      return [cut, { start: at, end: at, text: `${keys.join(", ")}${first === undefined ? "" : ", "}` }];
    }
    if (first === undefined) throw new NotMovableError("its metadata is empty: fill it, or take it away");
    const at = first.keyRange.start.offset - first.keyRange.start.column + 1;
    const indent = " ".repeat(first.keyRange.start.column - 1);
    return [cut, { start: at, end: at, text: keys.map((key) => `${indent}${key}${eol}`).join("") }];
  }

  /** Takes the moved sections out, with their headings. */
  #bodyEdits(): Edit[] {
    const edits: Edit[] = [];
    let reached = 0;
    for (const index of [...this.#paths.keys()].sort((a, b) => a - b)) {
      const { range, end } = this.#skill.sections[index];
      const start = range.start.offset - range.start.column + 1;
      if (start < reached) continue;
      edits.push({ start, end, text: "" });
      reached = end;
    }
    return edits;
  }

  /** The body of a portable skill tells the agent to start it; where the last section went, no blank lines stay behind. */
  #withTrigger(main: string, cutTail: boolean): string {
    const eol = this.#eol;
    const text = cutTail ? main.trimEnd() + eol : main;
    const { block } = scanFrontMatter(text);
    if (block!.body.includes("start_workflow")) return text;
    const trigger = `Call \`start_workflow\` with \`${this.#skill.name}\`, then follow the step that it gives.${eol}`;
    return `${text.trimEnd()}${eol}${eol}${trigger}`;
  }
}

function applyEdits(text: string, edits: readonly Edit[], from: number): string {
  let result = text;
  for (const { start, end, text: inserted } of edits.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start - from) + inserted + result.slice(end - from);
  }
  return result;
}

/** What a workflow says, without where and how its instructions are kept. */
function meaningOf(workflow: Workflow): string {
  const steps: Record<string, Step> = Object.create(null);
  for (const id of workflow.order) {
    const step = workflow.steps[id];
    const kind = step.source.kind === "section" ? "file" : step.source.kind;
    steps[id] = { ...step, instructions: step.instructions.trim(), source: { kind, range: step.range } };
  }
  const { digest: _digest, ...said } = workflow;
  return digestOf({ ...said, form: "portable", steps });
}
