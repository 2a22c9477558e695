/**
 * What to say when an agent opens a workflow skill with its host's own skill tool: the steps come from the server.
 * @module
 */

import { isJsonObject, type Json } from "../../json.ts";
import { skillRoots } from "../roots.ts";
import type { HookFiles } from "./hook_machine.ts";

const MAX_HEAD = 65_536;
const FILES = ["SKILL.md", "skill.md", "workflow.md"];

/** The hint for a skill tool's input; undefined where it names no workflow skill. */
export function skillHint(files: HookFiles, input: Json, workspace: string, home: string): string | undefined {
  const name = nameIn(input);
  if (name === undefined) return undefined;
  for (const { path } of skillRoots({ workspace, home })) {
    for (const file of FILES) {
      const head = files.read(`${path}/${name}/${file}`, MAX_HEAD);
      if (head === undefined) continue;
      return isWorkflow(head)
        ? `"${name}" is a workflow: call start_workflow {"skill_name":"${name}"} and follow the steps`
        : undefined;
    }
  }
  return undefined;
}

function nameIn(input: Json): string | undefined {
  if (!isJsonObject(input)) return undefined;
  const name = [input.skill, input.name, input.skill_name].find((value) => typeof value === "string");
  return typeof name === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name) ? name : undefined;
}

/** By the front matter's text alone: the hook has no time to read YAML. */
function isWorkflow(text: string): boolean {
  const end = text.indexOf("\n---", 3);
  const front = text.slice(0, end < 0 ? undefined : end);
  return /^workflow:/m.test(front) || /^\s+(?:workflow:|kind:\s*["']?workflow)/m.test(front);
}
