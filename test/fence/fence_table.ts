/** A notation for rows of the fence's table, and the views that they are decided in. */

import { decide } from "../../lib/fence/decide.ts";
import type { Decision, ToolCall } from "../../lib/fence/tool_call.ts";
import type { FenceView } from "../../lib/fence/view.ts";
import type { Json } from "../../lib/json.ts";

/** A running hard step that names no tools, with one field or another changed. */
export function viewOf(changes: Partial<FenceView> = {}): FenceView {
  return {
    session: "wf_look_0a1b2c3d",
    workflow: "look",
    status: "running",
    step: "look",
    title: "Look",
    waiting: "delivery",
    kind: "agent",
    type: "standard",
    enforce: "hard",
    mandated: [],
    allowed: [],
    denied: [],
    hiddenFiles: [],
    turn: 0,
    ...changes,
  };
}

/**
 * Decides a call written as `client tool input`. The input is JSON, or a bare text: a shell's command, another tool's
 * path. A name in quotes may hold blanks.
 */
export function decideRow(view: FenceView | null, row: string, changes: Partial<ToolCall> = {}): Decision {
  const [, client, quoted, bare, rest] = /^(\S+) (?:"([^"]*)"|(\S+))\s*(.*)$/s.exec(row)!;
  let input: Json = {};
  if (rest.startsWith("{")) input = JSON.parse(rest) as Json;
  else if (rest !== "") {
    input = { [/sh$|^shell|command|Terminal|exec|Shell/i.test(bare ?? "") ? "command" : "file_path"]: rest };
  }
  return decide(view, { client, tool: quoted ?? bare, input, cwd: "/w", workspace: "/w", ...changes });
}

/** The rows of a table: one a line, blank lines and `//` comments dropped. */
export function rowsOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("//"));
}
