/**
 * May this tool be used now? Source: spec "Fence and hooks".
 * @module
 */

import { isJsonObject, type Json } from "../json.ts";
import { allowedLine, HARD_CLASSES } from "./allowed_line.ts";
import {
  classesOfName,
  type ClassifiedCall,
  classifyTool,
  classOfName,
  commandsOf,
  isForeignShell,
} from "./classify_tool.ts";
import { namesMcpTool, toolsOf } from "./mcp_name.ts";
import type { SimpleCommand } from "./parse_shell.ts";
import { findPersonCommand } from "./person_command.ts";
import { type Access, type Guard, makeGuard, resolveParts } from "./protected_path.ts";
import { programName } from "./read_only_program.ts";
import { shellPaths } from "./shell_paths.ts";
import type { Decision, ToolCall } from "./tool_call.ts";
import { isToolClass, type ToolKind } from "./tool_class.ts";
import type { FenceView } from "./view.ts";
import { takesInSessions } from "./whole_folder.ts";

/** Kinds that are never held back: they move the session, find a tool, or ask and plan. */
const ALWAYS: ReadonlySet<ToolKind> = new Set<ToolKind>(["own", "tool_search", "question", "todo", "skill"]);

/** Kinds whose input names files. */
const TOUCHES_FILES: ReadonlySet<ToolKind> = new Set<ToolKind>(["read", "search", "edit", "write", "mcp", "unknown"]);

/** Programs that show the names in a folder, not the contents. */
const LISTERS = new Set(["ls", "cd", "pwd", "echo", "tree", "stat", "find"]);

/** Keys of an input that hold text, not a path. */
const TEXT_KEYS = new Set(
  ("content contents file_text old_string new_string old_str new_str oldString newString new_source CodeContent pattern " +
    "query regex Query").split(" "),
);

/** Keys of a shell's input that hold the folder in which the command is run. */
const FOLDER_KEYS = ["workdir", "cwd", "Cwd", "dir_path", "directory"];

/** Larger inputs aren't read through; they are denied instead. */
const MAX_DEPTH = 12;
const MAX_STRINGS = 5_000;
const MAX_PATH = 4_096;
const MAX_COMMAND = 65_536;

/**
 * Decides on a call. Without a view (no session, or one of somebody else) only what is forbidden in every mode is denied.
 *
 * @example
 * ```ts
 * import { decide, fenceView, parseSkill, start } from "@skill-workflow/skill-workflow";
 * const text = "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true, enforce: hard}\n---\nCall start_workflow.\n";
 * const view = fenceView(start(parseSkill(text).workflow!, { id: "wf_a_00000000", at: "2026-01-01T00:00:00Z" }));
 * const call = { client: "claude-code", input: { file_path: "/w/a" }, cwd: "/w", workspace: "/w" };
 * console.assert(decide(view, { ...call, tool: "Read" }).allow && !decide(view, { ...call, tool: "Write" }).allow);
 * ```
 */
export function decide(view: FenceView | null, call: ToolCall): Decision {
  const classified = classifyTool(call);
  const line = view === null ? "" : allowedLine(view);
  const allowed = line || "every tool";
  if (ALWAYS.has(classified.kind)) return { allow: true, allowed };
  const forbidden = findForbidden(view, call, classified);
  if (forbidden !== undefined) return { allow: false, reason: forbidden, allowed };
  if (view === null || view.status !== "running" || view.enforce === "off") return { allow: true, allowed };
  if (isGranted(view, call, classified)) return { allow: true, allowed };
  const step = `Step "${view.step}" of ${view.workflow}`;
  const tool = call.tool === "" ? "a call without a tool name" : describe(call, classified.kind);
  if (view.enforce === "soft") {
    const nudge = `${step} doesn't ask for ${tool}: go on if it serves the step, else finish the step with next_step`;
    return { allow: true, nudge, allowed };
  }
  const reason = view.kind === "command"
    ? `${step} is a command that skill-workflow is running itself; ${tool} has to wait\nAllowed now: ${allowed}\nWait with current_step`
    : `${step} doesn't allow ${tool}\nAllowed now: ${allowed}\nFinish the step with next_step, or ask the user`;
  return { allow: false, reason, allowed };
}

function describe(call: ToolCall, kind: ToolKind): string {
  const name = call.tool.length > 80 ? `${call.tool.slice(0, 80)}…` : call.tool;
  if (kind === "shell") return `${name} with a command that isn't sure to only read`;
  if (kind === "unknown") return `"${name}", which is no tool that is known of ${call.client}`;
  return `${name} (${kind})`;
}

/** Whether a step's lists allow a call in hard mode. */
function isGranted(view: FenceView, call: ToolCall, classified: ClassifiedCall): boolean {
  if (view.kind === "command" || call.tool === "") return false;
  const grants = (lists: { mandated: string[]; allowed: string[]; denied: string[] }, classes: readonly string[]) =>
    [...classes, ...lists.mandated, ...lists.allowed].some((entry) =>
      covers(entry, call, classified.allowedBy, false)
    ) &&
    !lists.denied.some((entry) => covers(entry, call, classified.deniedBy, true));
  if (grants(view, HARD_CLASSES)) return true;
  return call.subagent === true && (view.children ?? []).some((child) => grants(child, HARD_CLASSES));
}

/** Whether an entry of a tool list takes in a call: as a class, as the tool's name here, or by what it is elsewhere. */
function covers(entry: string, call: ToolCall, classes: readonly ToolKind[], denies: boolean): boolean {
  if (isToolClass(entry)) return classes.includes(entry);
  if (entry === call.tool) return true;
  const mcp = /^mcp__([^_]|_(?!_))+__/.exec(entry);
  if (mcp !== null) return namesMcpTool(call, mcp[0].slice("mcp__".length, -2), entry.slice(mcp[0].length));
  if (classOfName(call.client, entry) !== undefined && !toolsOf(call.client).twoNames) return false;
  // A name of another client stands for what it is there; where clients differ, it allows nothing.
  const elsewhere = [...classesOfName(entry)];
  return (denies || elsewhere.length === 1) && elsewhere.some((name) => classes.includes(name));
}

/** Why a call is forbidden in every mode; undefined where it isn't. */
function findForbidden(view: FenceView | null, call: ToolCall, classified: ClassifiedCall): string | undefined {
  const { kind } = classified;
  const isShell = kind === "shell" || kind === "shell_read";
  if (!isShell && !TOUCHES_FILES.has(kind)) return undefined;
  const strings = classified.command === undefined ? stringsIn(call.input, isShell) : [classified.command];
  if (strings === undefined) return `${call.tool} has an input that is too large to be checked: do it in smaller parts`;
  const guard = makeGuard(call, view);
  if (isShell) return firstOf(strings, (text) => findForbiddenInShell(text, guard, view, call, kind));
  const access: Access = kind === "read" || kind === "search" ? "read" : "write";
  const base = resolveParts(call.cwd, []);
  return firstOf(
    strings.flatMap(pathsIn),
    (path) => touch(resolveParts(path, base), access, kind !== "search", guard, call),
  );
}

function findForbiddenInShell(
  text: string,
  guard: Guard,
  view: FenceView | null,
  call: ToolCall,
  kind: ToolKind,
): string | undefined {
  if (text.length > MAX_COMMAND) {
    return `${call.tool} has a command that is too long to be checked: do it in smaller parts`;
  }
  const commands = commandsOf(call, text);
  const person = findPersonCommand(text, commands ?? null);
  if (person !== undefined) {
    return `\`skill-workflow ${person}\` is a person's command: ask the user to run it in a terminal of their own`;
  }
  const cwd = resolveParts(call.cwd, []);
  const elsewhere = foldersOf(call.input).map((folder) => resolveParts(folder, cwd));
  if (commands !== undefined && view !== null) {
    const whole = firstOf([cwd, ...elsewhere], (folder) => takesInSessions(commands, folder, guard));
    if (whole !== undefined) return whole;
  }
  const access: Access = kind === "shell_read" ? "read" : "write";
  const lists = commands?.every(isListing) ?? false;
  const { candidates, bases } = shellPaths(withoutExclusions(text), cwd, isForeignShell(call));
  return firstOf(
    [...new Set(candidates)],
    (path) => firstOf([...bases, ...elsewhere], (base) => touch(resolveParts(path, base), access, lists, guard, call)),
  );
}

/** Why a call may not touch a path; one that only `lists` may see the names of what is kept back. */
function touch(
  parts: readonly string[],
  access: Access,
  lists: boolean,
  guard: Guard,
  call: ToolCall,
): string | undefined {
  const what = guard.protection(parts, access) ??
    (!lists && guard.holdsHiddenFiles(parts)
      ? `"${parts.at(-1)}", where steps that aren't entered yet are kept`
      : undefined);
  return what && `${call.tool} may not touch ${what}\nUse current_step to see the step, or ask the user`;
}

function firstOf<T>(values: readonly T[], find: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isListing({ words }: SimpleCommand): boolean {
  const name = words.length === 0 ? undefined : programName(words[0]);
  return name !== undefined && LISTERS.has(name) && !words.some(({ text }) => text.startsWith("-exec"));
}

/** An exclusion is the one mention of a folder that keeps a command away from it. */
function withoutExclusions(command: string): string {
  return command.replace(/--exclude-dir=(["']?)\.skill-workflow\1(?=\s|$)/g, "");
}

/** Folders that an input names for its command to be run in. */
function foldersOf(input: Json): string[] {
  if (!isJsonObject(input)) return [];
  return FOLDER_KEYS.map((key) => input[key]).filter((folder) => typeof folder === "string");
}

/** A text as the paths that it names: itself, or the header lines of a patch. A tool's wildcards are taken literally. */
function pathsIn(text: string): string[] {
  if (text.length <= MAX_PATH && !text.includes("\n")) return [text.replace(/[*?]/g, "\u0001")];
  if (!text.includes("*** Begin Patch")) return [];
  return text.split("\n").flatMap((line) => {
    const header = /^\s*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/.exec(line);
    return header === null ? [] : [header[1]];
  });
}

/** Every text in an input, those of text keys only where asked for; undefined where there are too many. */
function stringsIn(input: Json, withText: boolean): string[] | undefined {
  const found: string[] = [];
  const visit = (value: Json, depth: number): boolean => {
    if (depth > MAX_DEPTH || found.length > MAX_STRINGS) return false;
    if (typeof value === "string") found.push(value);
    else if (typeof value === "object" && value !== null) {
      return Object.entries(value).every(([key, inner]) =>
        (!withText && TEXT_KEYS.has(key) && typeof inner === "string") || visit(inner, depth + 1)
      );
    }
    return true;
  };
  return visit(input, 0) ? found : undefined;
}
