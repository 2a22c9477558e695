/**
 * The files that a step has to leave behind. Source: spec "Step", `files`, and "Commands" (paths start at the workspace).
 * @module
 */

import { realpathSync } from "node:fs";
import type { Verdict } from "../session/input.ts";
import { describeErrno, leadsTo } from "./inside.ts";

/** One file that was asked for. */
export interface CheckedFile {
  /** As the step names it. */
  path: string;
  /** Whether it's there, inside the workspace. */
  ok: boolean;
  /** What is wrong where it isn't. */
  reason?: string;
}

/** What the check came to; its `why` is for people. */
export interface FilesCheck {
  /** What the check came to. */
  verdict: Verdict;
  /** Each file, in the step's order. */
  files: CheckedFile[];
  /** Why there is no verdict, or not the wanted one. */
  why?: string;
}

/**
 * Looks for every path below the workspace. One that isn't there, or that leads out by `..` or by a link, fails the check;
 * one that the system won't let us look at makes it unevaluable, unless another fails it anyway. Never throws.
 *
 * @example
 * ```ts
 * import { checkFiles } from "@skill-workflow/skill-workflow/host";
 * console.assert(checkFiles(["../secret"], ".").verdict === "fail");
 * ```
 */
export function checkFiles(paths: readonly string[], workspace: string): FilesCheck {
  let root: string;
  try {
    root = realpathSync(workspace);
  } catch (error) {
    const why = `The workspace ${JSON.stringify(workspace)} can't be read: ${
      describeErrno((error as NodeJS.ErrnoException).code)
    }`;
    return { verdict: "unevaluable", files: paths.map((path) => ({ path, ok: false, reason: why })), why };
  }
  let verdict: Verdict = "pass";
  const files = paths.map((path): CheckedFile => {
    const lead = leadsTo(root, path, "the workspace");
    if (lead.kind === "inside") return { path, ok: true };
    if (lead.kind !== "unreadable") verdict = "fail";
    else if (verdict === "pass") verdict = "unevaluable";
    return { path, ok: false, reason: lead.kind === "missing" ? "doesn't exist" : lead.why };
  });
  if (verdict === "pass") return { verdict, files };
  const why = files.filter((file) => !file.ok).map((file) => `${JSON.stringify(file.path)} ${file.reason}`).join("; ");
  return { verdict, files, why };
}
