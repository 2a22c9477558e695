/**
 * What an agent may do without a person, where its client asks us: look, change files of the workspace, and use our own
 * tools. Everything else is refused, which the agent gets to know.
 * @module
 */

import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import { OWN_SERVER, OWN_TOOL_NAMES } from "../../../fence/mcp_name.ts";
import { isInside } from "../../inside.ts";

/** What of a question matters. */
export interface PermissionQuestion {
  toolCall: {
    kind?: string | null | undefined;
    title?: string | null | undefined;
    locations?: readonly { path: string }[] | null | undefined;
  };
  options: readonly { optionId: string; kind: string }[];
}

/** The answer, as the protocol has it. */
export type PermissionAnswer = { outcome: { outcome: "cancelled" } | { outcome: "selected"; optionId: string } };

const LOOKS: ReadonlySet<string> = new Set(["read", "search", "think"]);

/** Answers a question about one tool call, for this one call. `workspace` is a real path. */
export function answerPermission({ toolCall, options }: PermissionQuestion, workspace: string): PermissionAnswer {
  const wanted = mayRun(toolCall, workspace) ? ["allow_once"] : ["reject_once", "reject_always"];
  const option = wanted.map((kind) => options.find((one) => one.kind === kind)).find((one) => one !== undefined);
  return { outcome: option ? { outcome: "selected", optionId: option.optionId } : { outcome: "cancelled" } };
}

function mayRun({ kind, title, locations }: PermissionQuestion["toolCall"], workspace: string): boolean {
  if (kind && LOOKS.has(kind)) return true;
  if (kind === "edit") {
    const paths = (locations ?? []).map(({ path }) => path);
    return paths.length > 0 && paths.every((path) => mayChange(path, workspace));
  }
  return OWN_TITLES.has(title ?? "");
}

/** Each client's spelling of our tools, exactly: a look-alike isn't one. */
const OWN_TITLES: ReadonlySet<string> = new Set(
  // Other servers' tools aren't ours, though they may be called through us.
  OWN_TOOL_NAMES.filter((tool) => !tool.startsWith("mcp_")).flatMap((tool) => [
    `mcp__${OWN_SERVER}__${tool}`,
    `mcp.${OWN_SERVER}.${tool}`,
    `${tool} (${OWN_SERVER} MCP Server)`,
    `${OWN_SERVER}_${tool}`,
    `${OWN_SERVER}.${tool}`,
    `${OWN_SERVER}/${tool}`,
  ]),
);

/** Files of the workspace but those in hidden places: clients' settings, hooks, sessions, the repository's own. */
function mayChange(path: string, workspace: string): boolean {
  const whole = normalize(isAbsolute(path) ? path : join(workspace, path));
  if (path.includes("\0") || !isInside(workspace, whole)) return false;
  if (relative(workspace, whole).split(sep).some((part) => part.startsWith("."))) return false;
  return isInside(workspace, realOf(whole));
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
