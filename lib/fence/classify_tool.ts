/**
 * What a call does, by its tool's name and, for shells and patches, by its input.
 * @module
 */

import { isJsonObject, type Json } from "../json.ts";
import { isReadOnlyCommand, isReadOnlyForeignCommand } from "./classify_shell.ts";
import { looksLikeMcp, ownTool, toolsOf } from "./mcp_name.ts";
import { parseShell, type SimpleCommand } from "./parse_shell.ts";
import type { ToolCall } from "./tool_call.ts";
import type { ToolClass, ToolKind } from "./tool_class.ts";
import { TOOL_NAMES } from "./tool_names.ts";

/** A call with its place among the classes. */
export interface ClassifiedCall {
  kind: ToolKind;
  /** Any of these classes allows the call: its own, and those that are stronger. */
  allowedBy: readonly ToolKind[];
  /** Any of these classes denies it. */
  deniedBy: readonly ToolKind[];
  /** Of a shell: its command line. */
  command?: string;
}

/** Keys under which clients give a shell its command line. */
const COMMAND_KEYS = ["command", "cmd", "CommandLine", "commandLine", "chars", "script"];

/** Shells that a command line may be given to. */
const SHELL = /^(?:\/(?:usr\/(?:local\/)?)?bin\/)?(?:ba|da|z|k)?sh$/;

/** Every client's tools by name, for a list that was written with another client in mind. */
const CLASSES_BY_NAME: ReadonlyMap<string, ReadonlySet<ToolClass>> = (() => {
  const byName = new Map<string, Set<ToolClass>>();
  for (const { tools } of Object.values(TOOL_NAMES)) {
    for (const [name, names] of Object.entries(tools)) {
      if (name === "tool_search") continue;
      for (const tool of names) byName.set(tool, (byName.get(tool) ?? new Set()).add(name as ToolClass));
    }
  }
  return byName;
})();

/** The classes that a tool's name has in any client. */
export function classesOfName(name: string): ReadonlySet<ToolClass> {
  return CLASSES_BY_NAME.get(name) ?? new Set();
}

/** The class that a client's table has for a name. */
export function classOfName(client: string, name: string): ToolClass | "tool_search" | undefined {
  for (const [kind, names] of Object.entries(toolsOf(client).tools)) {
    if (names.includes(name)) return kind as ToolClass | "tool_search";
  }
  return undefined;
}

/**
 * Classifies a call. Names match exactly, in the client's own form.
 *
 * @example
 * ```ts
 * import { classifyTool } from "./classify_tool.ts";
 * const call = { client: "gemini", tool: "run_shell_command", input: { command: "ls" }, cwd: "/w", workspace: "/w" };
 * console.assert(classifyTool(call).kind === "shell_read");
 * ```
 */
export function classifyTool(call: ToolCall): ClassifiedCall {
  const own = ownTool(call);
  if (own !== undefined) return only(own);
  const kind = call.server === undefined ? classOfName(call.client, call.tool) : undefined;
  if (kind === undefined) return only(call.tool !== "" && looksLikeMcp(call) ? "mcp" : "unknown");
  if (kind === "shell") return classifyShell(call);
  if (call.tool === "apply_patch") return classifyPatch(call.input);
  return only(kind);
}

/** Whether the command line is one of a shell that isn't POSIX. */
export function isForeignShell(call: ToolCall): boolean {
  return call.foreignShell === true || /powershell/i.test(call.tool);
}

/** The simple commands of a call's command line; undefined where it isn't surely understood. */
export function commandsOf(call: ToolCall, command: string): SimpleCommand[] | undefined {
  return isForeignShell(call) ? undefined : parseShell(command, toolsOf(call.client).interactive);
}

function only(kind: ToolKind): ClassifiedCall {
  return { kind, allowedBy: [kind], deniedBy: [kind] };
}

function classifyShell(call: ToolCall): ClassifiedCall {
  const command = commandLine(call.input);
  if (command === undefined) return only("shell");
  const reads = !isOddlyRun(call) && (
    isForeignShell(call)
      ? isReadOnlyForeignCommand(command)
      : isReadOnlyCommand(command, toolsOf(call.client).interactive)
  );
  if (!reads) return { ...only("shell"), command };
  return { kind: "shell_read", allowedBy: ["shell_read", "shell"], deniedBy: ["shell_read", "shell"], command };
}

/** Whether a command line may come to something else: typed into a program that waits for more, or read by any program. */
function isOddlyRun({ tool, input }: ToolCall): boolean {
  if (tool === "write_stdin") return true;
  if (!isJsonObject(input)) return false;
  return input.tty === true || (Object.hasOwn(input, "shell") && !SHELL.test(String(input.shell)));
}

/** The command line of a shell's input; undefined where there's none, or more than one. */
function commandLine(input: Json): string | undefined {
  if (typeof input === "string") return input;
  if (!isJsonObject(input)) return undefined;
  const found = COMMAND_KEYS.filter((key) => Object.hasOwn(input, key)).map((key) => input[key]);
  if (found.length !== 1) return undefined;
  const [value] = found;
  if (typeof value === "string") return value;
  if (!Array.isArray(value) || value.length === 0 || !value.every((word) => typeof word === "string")) return undefined;
  if (value.length === 3 && SHELL.test(value[0]) && /^-l?c$/.test(value[1])) return value[2];
  return value.map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(" ");
}

/** A patch that only updates files is an edit, which who may write may do as well. */
function classifyPatch(input: Json): ClassifiedCall {
  const text = JSON.stringify(input) ?? "";
  const updates = text.includes("*** Update File: ") && !/\*\*\* (?:Add File|Delete File|Move to):/.test(text);
  return updates ? { kind: "edit", allowedBy: ["edit", "write"], deniedBy: ["edit"] } : only("write");
}
