/**
 * Results that are too large for whoever reads them: cut, and said to be cut.
 * @module
 */

import { Buffer } from "node:buffer";
import type { JsonObject } from "../../lib/json.ts";
import type { ToolResult } from "./contract.ts";
import { SIZES } from "./time_limits.ts";

/** The result within its bound; the structured part is kept whole or not at all, since half of it would be another value. */
export function shortenResult(result: ToolResult, bytes: number = SIZES.result): ToolResult {
  const whole = size(result);
  if (whole <= bytes) return result;
  const notes = [...result.notes ?? [], `The result had ${whole} bytes: cut to ${bytes}`];
  let structured = result.structuredContent;
  if (structured !== undefined && size(structured) > bytes / 2) {
    notes.push(`The structured part had ${size(structured)} bytes and was left out`);
    structured = undefined;
  }
  const frame = size({ notes, structuredContent: structured ?? null, isError: true }) + 200;
  let left = Math.max(0, bytes - frame);
  const content: JsonObject[] = [];
  for (const block of result.content) {
    const cut = cutBlock(block, left);
    if (cut === undefined) {
      notes.push(`${result.content.length - content.length} of ${result.content.length} parts were left out`);
      break;
    }
    content.push(cut);
    left -= size(cut) + 1;
  }
  const { structuredContent: _, ...rest } = result;
  return { ...rest, content, ...(structured === undefined ? {} : { structuredContent: structured }), notes };
}

/** Undefined where not even a beginning fits. */
function cutBlock(block: JsonObject, bytes: number): JsonObject | undefined {
  if (size(block) <= bytes) return block;
  if (block.type !== "text" || typeof block.text !== "string") {
    const note = { type: "text", text: `[${String(block.type).slice(0, 50)}, ${size(block)} bytes, left out]` };
    return size(note) <= bytes ? note : undefined;
  }
  let keep = bytes - 40;
  if (keep < 100) return undefined;
  let text = "";
  // JSON may need six bytes for a character.
  do text = sliceWhole(block.text, keep); while (
    size({ type: "text", text }) > bytes && (keep = Math.floor(keep * 0.8)) > 0
  );
  return { type: "text", text };
}

/** No half of a character at the end. */
function sliceWhole(text: string, end: number): string {
  const last = text.charCodeAt(end - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? end - 1 : end);
}

function size(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}
