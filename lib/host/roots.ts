/**
 * The folders in which skills are looked for. Source: spec "Finding skills".
 * @module
 */

import { join } from "node:path";

/** Whose a skill is. */
export type Scope = "workspace" | "user";

/** A folder that may hold skills. */
export interface SkillRoot {
  scope: Scope;
  /** As shown to people: relative to the workspace, or with `~/` for the user's home. */
  label: string;
  /** Absolute. */
  path: string;
  /** The workspace or the home: links must not lead out of it. */
  base: string;
}

/** Below the workspace, first wins. */
export const WORKSPACE_ROOTS: readonly string[] = [
  ".agents/skills",
  ".agent/skills",
  ".claude/skills",
  ".gemini/skills",
  ".github/skills",
  ".opencode/skills",
  "skills",
  "agents/skills",
  "workflows",
  ".devkit/workflows",
];

/** Below the user's home, first wins; the last three are Antigravity's, newest first. */
export const USER_ROOTS: readonly string[] = [
  ".agents/skills",
  ".claude/skills",
  ".gemini/skills",
  ".gemini/config/skills",
  ".gemini/antigravity/skills",
  ".gemini/antigravity/global_skills",
];

/** The roots in the order in which they win, the workspace's first. They needn't exist. */
export function skillRoots(options: { workspace: string; home: string }): SkillRoot[] {
  const root = (scope: Scope, base: string, prefix: string) => (folder: string): SkillRoot => ({
    scope,
    label: prefix + folder,
    path: join(base, ...folder.split("/")),
    base,
  });
  return [
    ...WORKSPACE_ROOTS.map(root("workspace", options.workspace, "")),
    ...USER_ROOTS.map(root("user", options.home, "~/")),
  ];
}
