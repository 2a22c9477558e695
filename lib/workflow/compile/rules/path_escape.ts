/**
 * Paths that leave their folder. Source: spec "Step" (`file`, `files`).
 * @module
 */

import { textAt, textsAt, type TextScalar } from "../read_source.ts";
import type { StepSource } from "../read_steps.ts";
import type { Report } from "../report.ts";
import { quoted } from "../wording.ts";

/**
 * Why a path can't be used as a path inside a folder, on any operating system; undefined where it can. It is judged by its
 * text alone: whether a link leads out is the business of who reads it.
 */
export function pathProblem(path: string): string | undefined {
  if (path.includes("\0")) return "holds a character that no path may hold";
  if (path.includes("\\")) return "holds a backslash; folders are parted by / on every system";
  if (path.startsWith("/") || path === "~" || path.startsWith("~/")) return "is absolute";
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(path)) return "begins with a drive or a scheme";
  let depth = 0;
  for (const part of path.split("/")) {
    if (part === "..") depth--;
    else if (part !== "" && part !== ".") depth++;
    if (depth < 0) return "leads out";
  }
  return depth === 0 ? "names no file" : undefined;
}

/** Rule `path-escape`. */
export function checkPaths(step: StepSource, report: Report): void {
  const check = (scalar: TextScalar, key: string, folder: string, example: string) => {
    const problem = scalar.value === "" ? undefined : pathProblem(scalar.value);
    if (problem === undefined) return;
    const turned = scalar.value.replaceAll("\\", "/");
    const where = problem === "leads out" ? ` of ${folder}` : "";
    report.add(
      "path-escape",
      scalar.range,
      `Path ${quoted(scalar.value)} in ${quoted(key)} of ${step.words} ${problem}${where}`,
      {
        help: `Wanted: a path inside ${folder}, relative to it, such as ${example}`,
        repair: turned === scalar.value || pathProblem(turned) !== undefined
          ? undefined
          : { title: `Write ${quoted(turned)}`, edits: [{ range: scalar.range, text: JSON.stringify(turned) }] },
      },
    );
  };
  const file = textAt(step.map, "file");
  if (file !== undefined) check(file, "file", "the skill's folder", "steps/plan.md");
  for (const path of textsAt(step.map, "files")) check(path, "files", "the workspace", "out/plan.md");
}
