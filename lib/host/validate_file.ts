/**
 * Everything that is wrong with one skill on disk.
 * @module
 */

import { compareDiagnostics, type Diagnostic, FILE_START } from "../diagnostic.ts";
import type { Skill } from "../skill/skill.ts";
import { textFinding } from "../skill/text_rules.ts";
import { validateGraph } from "../workflow/validate_graph.ts";
import { describeErrno } from "./inside.ts";
import { loadSkill } from "./load_skill.ts";
import type { ResolvedSkill } from "./resolve_skill.ts";

/** A file with its findings. */
export interface ValidatedFile {
  /** As shown to people. */
  file: string;
  /** Name. */
  name: string;
  /** What it is. */
  kind: Skill["kind"] | null;
  /** As far as it could be read. */
  skill?: Skill;
  /** Sorted. */
  diagnostics: Diagnostic[];
}

/** Reads a skill with everything that it needs and applies every rule. Never throws: an unreadable file is a finding. */
export function validateFile(target: ResolvedSkill): ValidatedFile {
  const { name, shown: file } = target;
  try {
    const { skill, diagnostics } = loadSkill(target);
    const graph = skill?.workflow ? validateGraph(skill.workflow) : [];
    const found = unique([...diagnostics, ...graph]);
    return {
      file,
      name: skill?.name || name,
      kind: skill?.kind ?? null,
      ...(skill ? { skill } : {}),
      diagnostics: found.sort(compareDiagnostics),
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { file, name, kind: null, diagnostics: [unreadableFile(file, code)] };
  }
}

/** The finding about a file that can't be read, by the system's error code. */
export function unreadableFile(file: string, code: string): Diagnostic {
  return textFinding("unreadable-file", {
    message: `File "${file}" can't be read: ${describeErrno(code)}`,
    range: FILE_START,
    file,
    help: "Look at the permissions of the file and of the folders on the way, and where links lead",
  });
}

/** The same finding may come with the text and with the graph. */
function unique(diagnostics: Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((one) => {
    const key = `${one.file ?? ""}\0${one.range.start.offset}\0${one.range.end.offset}\0${one.code}\0${one.message}`;
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
