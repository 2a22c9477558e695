/**
 * A call's result for people: its text on stdout, everything else on stderr.
 * @module
 */

import type { Execution } from "../../../mcp/manage/mod.ts";
import type { JsonObject } from "../../json.ts";
import type { Style } from "../style.ts";
import { showText } from "./show_text.ts";

/** Text for stdout and for stderr. */
export function renderExecution(execution: Execution, style: Style): { out: string; err: string } {
  const { result, error } = execution;
  const lines = (result?.content ?? []).map(block);
  // Servers repeat their structured part as text, for clients that don't know it.
  const structured = result?.structuredContent;
  if (structured !== undefined && !lines.some((line) => isSameJson(line, structured))) {
    lines.push(JSON.stringify(structured, null, 2));
  }
  const notes = [...result?.notes ?? []];
  if (error !== null) notes.push(`${style.red(error.code)}: ${showText(error.message)}`);
  return { out: lines.map((line) => `${showText(line)}\n`).join(""), err: notes.map((line) => `${line}\n`).join("") };
}

function block(content: JsonObject): string {
  const { type, text, mimeType, path, data, uri, name, resource } = content;
  if (typeof text === "string") return text;
  if (typeof path === "string") return `[image saved: ${path}]`;
  if (typeof data === "string") return `[${String(type)} ${String(mimeType)}, ${Math.ceil(data.length * 0.75)} bytes]`;
  if (typeof resource === "object" && resource !== null && "text" in resource) return String(resource.text);
  return `[${String(type)} ${String(uri ?? name ?? "")}]`;
}

function isSameJson(text: string, value: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
