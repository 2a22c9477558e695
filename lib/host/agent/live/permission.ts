/**
 * What an agent may do without a person, where its client asks us: look, change files of the workspace, and use our own
 * tools. Everything else is refused, which the agent gets to know.
 * @module
 */

import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import { OWN_SERVER, OWN_TOOL_NAMES } from "../../../fence/mcp_name.ts";
import { isInside } from "../../inside.ts";
import type { AcpPlan } from "./launch_plan.ts";

/** What is known of a tool call. */
export interface AskedCall {
  kind?: string | null | undefined;
  title?: string | null | undefined;
  locations?: readonly { path: string }[] | null | undefined;
}

/** What of a question matters. */
export interface PermissionQuestion {
  toolCall: AskedCall;
  options: readonly { optionId: string; kind: string }[];
}

/** What questions are answered by. */
export interface PermissionRules {
  /** A real path. */
  workspace: string;
  /** The folder of its requests, a real path, where it has no server of ours. */
  requests?: string;
  /** How the client writes a tool of ours; without it none is known. */
  asks?: AcpPlan["asks"];
}

/** The answer, as the protocol has it. */
export type PermissionAnswer = { outcome: { outcome: "cancelled" } | { outcome: "selected"; optionId: string } };

const LOOKS: ReadonlySet<string> = new Set(["read", "search", "think"]);

/** Answers a question about one tool call, for this one call. */
export function answerPermission(
  { toolCall, options }: PermissionQuestion,
  rules: PermissionRules,
): PermissionAnswer & { allowed: boolean } {
  const allowed = mayRun(toolCall, rules);
  const wanted = allowed ? ["allow_once"] : ["reject_once", "reject_always"];
  const option = wanted.map((kind) => options.find((one) => one.kind === kind)).find((one) => one !== undefined);
  return {
    outcome: option ? { outcome: "selected", optionId: option.optionId } : { outcome: "cancelled" },
    allowed: allowed && option !== undefined,
  };
}

function mayRun({ kind, title, locations }: AskedCall, { workspace, requests, asks }: PermissionRules): boolean {
  if (kind && LOOKS.has(kind)) return true;
  if (kind === "edit") {
    const paths = (locations ?? []).map(({ path }) => path);
    const roots = requests === undefined ? [workspace] : [workspace, requests];
    return paths.length > 0 &&
      paths.every((path) => roots.some((root) => mayChange(isAbsolute(path) ? path : join(workspace, path), root)));
  }
  // Only in this client's form and kind: in another's, the title is a text that the model may choose.
  return asks !== undefined && kind === asks.kind &&
    OWN_TOOLS.some((tool) => title === asks.title.replace("{server}", OWN_SERVER).replace("{tool}", tool));
}

/** Other servers' tools aren't ours, though they may be called through us. */
const OWN_TOOLS: readonly string[] = OWN_TOOL_NAMES.filter((tool) => !tool.startsWith("mcp_"));

/** Files of a root but those in hidden places: clients' settings, hooks, sessions, the repository's own. */
function mayChange(path: string, root: string): boolean {
  const whole = normalize(path);
  if (path.includes("\0") || !isInside(root, whole)) return false;
  if (relative(root, whole).split(sep).some((part) => part.startsWith("."))) return false;
  return isInside(root, realOf(whole));
}

/** The real path of what there is of it. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const parent = dirname(path);
    return code === "ENOENT" && parent !== path ? realOf(parent) : "";
  }
}
