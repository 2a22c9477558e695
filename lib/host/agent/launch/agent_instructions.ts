/**
 * The body of an agent's own file.
 * @module
 */

import type { Agent } from "../../../capability.ts";
import { LIMITS } from "../../../limits.ts";
import { decodeText } from "../../../skill/decode_text.ts";
import { scanFrontMatter } from "../../../skill/front_matter.ts";
import { leadsTo } from "../../inside.ts";
import { readBounded } from "../../read_bounded.ts";

/** What follows the front matter; empty for an agent without a file of its own. */
export function agentInstructions({ file }: Agent, workspace: string): string {
  if (file === undefined || !file.endsWith(".md")) return "";
  const lead = leadsTo(workspace, file, "the workspace");
  if (lead.kind !== "inside") return "";
  try {
    const { text } = decodeText(readBounded(lead.real, LIMITS.fileBytes), file);
    return text === undefined ? "" : scanFrontMatter(text).block?.body ?? "";
  } catch {
    // It was read a moment ago, and is gone now.
    return "";
  }
}
