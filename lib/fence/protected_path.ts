/**
 * Files that an agent may not touch while a session runs, in whatever mode: the session's own files, files of steps that
 * aren't entered yet, and the hooks' configuration (which it may read). Source: spec "Fence and hooks".
 * @module
 */

import type { ToolCall } from "./tool_call.ts";
import type { FenceView } from "./view.ts";

/** What a call does to a file, as far as its tool tells. */
export type Access = "read" | "write";

/** The folder of sessions in a workspace. */
export const SESSION_FOLDER = ".skill-workflow";

/**
 * Ends of paths that configure hooks, or hold what this package keeps for the user; `**` stands for anything below. The
 * place in front is left open, since clients read such files in the workspace, above it, and in the user's folder.
 */
const HOOK_FILES: readonly (readonly string[])[] = [
  ".claude/settings.json",
  ".claude/settings.local.json",
  ".codex/hooks.json",
  ".codex/config.toml",
  ".gemini/settings.json",
  ".gemini/hooks.json",
  ".gemini/config/hooks.json",
  ".qwen/settings.json",
  ".agents/hooks.json",
  ".antigravitycli/hooks.json",
  ".github/hooks/**",
  ".copilot/hooks/**",
  ".copilot/config.json",
  ".cursor/hooks.json",
  "cursor/hooks.json",
  ".devin/hooks.v1.json",
  "devin/config.json",
  ".windsurf/hooks.json",
  "windsurf/hooks.json",
  ".opencode/plugin/**",
  ".opencode/plugins/**",
  "opencode/plugin/**",
  "opencode/plugins/**",
  ".config/skill-workflow/**",
  "share/skill-workflow/**",
  "state/skill-workflow/**",
  "application support/skill-workflow/**",
  "roaming/skill-workflow/**",
  "local/skill-workflow/**",
  "node_modules/skill-workflow/**",
].map((path) => path.split("/"));

/** What a call may not touch, asked for by the parts of a path (see `resolveParts`), which may hold `*` and `?`. */
export interface Guard {
  /** Why the path is out of bounds for that access; undefined where it isn't. */
  protection(parts: readonly string[], access: Access): string | undefined;
  /** Whether it's a folder of the skill with files of later steps somewhere below. */
  holdsHiddenFiles(parts: readonly string[]): boolean;
  /** Whether it's a folder with the session files somewhere below. */
  holdsSessions(parts: readonly string[]): boolean;
}

/** The guard of a session's files. Without a view only the session files are guarded, and only against writing. */
export function makeGuard(call: ToolCall, view: FenceView | null): Guard {
  const store = [...resolveParts(call.workspace, []), SESSION_FOLDER];
  const skill = resolveParts(call.skillFolder ?? view?.workflow ?? "", []);
  const name = skill.at(-1) ?? "";
  const hidden = (view?.hiddenFiles ?? []).map((file) => ({ file, parts: resolveParts(file, []) }));
  return {
    protection(parts, access) {
      const at = parts.findIndex((part) => matchPart(part, SESSION_FOLDER));
      const mayRead = view === null || isOwnOutput(parts.slice(at + 1), view);
      if (at >= 0 && !(access === "read" && mayRead)) {
        return `the session files in ${SESSION_FOLDER}, which only skill-workflow itself reads and writes`;
      }
      // The skill's folder can be reached through a link, under its own name.
      const found = hidden.find((step) => endsWith(parts, [name, ...step.parts]));
      if (found !== undefined) return `"${found.file}", which belongs to a step that isn't entered yet`;
      if (view !== null && access === "write" && HOOK_FILES.some((pattern) => endsWith(parts, pattern))) {
        return `"${parts.slice(-3).join("/")}", which configures the hooks or belongs to skill-workflow`;
      }
      return undefined;
    },
    holdsHiddenFiles(parts) {
      if (hidden.length === 0) return false;
      const isSkill = (end: number) =>
        parts[end] === name &&
        (parts[end - 1] === "skills" || (call.skillFolder !== undefined && samePath(parts.slice(0, end + 1), skill)));
      const at = parts.findIndex((_, end) => isSkill(end));
      if (at < 0) return false;
      const below = parts.slice(at + 1);
      return hidden.some((step) =>
        step.parts.length > below.length && samePath(step.parts.slice(0, below.length), below)
      );
    },
    holdsSessions(parts) {
      return parts.length <= store.length && parts.every((part, at) => matchPart(part, store[at]));
    },
  };
}

/**
 * The parts of a path, `.` and `..` resolved, in lower case, since file systems differ on whether case counts.
 * Backslashes count as slashes; what some file systems drop from a name (dots and blanks at its end, a stream's name) is
 * dropped.
 */
export function resolveParts(path: string, base: readonly string[]): string[] {
  let text = path.trim();
  if (/^file:\/\//i.test(text)) {
    text = text.slice("file://".length);
    try {
      text = decodeURIComponent(text);
    } catch {
      // not an encoded path: taken as it stands
    }
  }
  const absolute = /^(?:[\\/]|[a-z]:[\\/]|~)/i.test(text);
  const parts: string[] = absolute ? [] : [...base];
  for (const part of text.replaceAll("\\", "/").toLowerCase().split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(normalise(part));
  }
  return parts;
}

function normalise(part: string): string {
  if (/^[\w.-]*[\w-]$/.test(part)) return part;
  const plain = part.normalize("NFC").replace(/(?<!^[a-z]):.*$/s, "").replace(/(?<![. ])[. ]+$/, "");
  return /^skill-~\d$/.test(plain) ? SESSION_FOLDER : plain || part;
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, at) => part === b[at]);
}

/** Outputs of this very session may be read: a result names their files. */
function isOwnOutput(below: readonly string[], view: FenceView): boolean {
  return below.length > 2 && below[0] === "sessions" && below[1] === view.session.toLowerCase();
}

/** Whether parts (which may hold wildcards) can end like a pattern; a pattern's last `**` takes in everything below. */
function endsWith(parts: readonly string[], pattern: readonly string[]): boolean {
  if (pattern.at(-1) !== "**") {
    const from = parts.length - pattern.length;
    return from >= 0 && pattern.every((part, at) => matchPart(parts[from + at], part));
  }
  const fixed = pattern.slice(0, -1);
  for (let from = 0; from + fixed.length <= parts.length; from++) {
    if (fixed.every((part, at) => matchPart(parts[from + at], part))) return true;
  }
  return false;
}

/** Whether a name can be meant by a part with wildcards; like a shell's, they don't reach a dot at a name's beginning. */
function matchPart(part: string, name: string): boolean {
  if (part === name) return true;
  if (!/[*?]/.test(part) || (name.startsWith(".") && !part.startsWith("."))) return false;
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let i = 0; i < name.length;) {
    if (part[at] === "*") {
      star = at++;
      resume = i;
    } else if (at < part.length && (part[at] === "?" || part[at] === name[i])) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++resume;
    } else return false;
  }
  while (part[at] === "*") at++;
  return at === part.length;
}
