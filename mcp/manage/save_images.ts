/**
 * A result's images as files.
 * @module
 */

import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { JsonObject } from "../../lib/json.ts";
import type { ToolResult } from "./contract.ts";
import { ManageError } from "./manage_error.ts";

const ENDINGS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/avif": "avif",
};

/**
 * Writes every image into the folder and puts its path in the place of its data. Never overwrites.
 *
 * @throws {ManageError} the system refused
 */
export function saveImages(result: ToolResult, folder: string, tool: string): ToolResult {
  let count = 0;
  // The tool's name comes from a stranger.
  const stem = `${tool.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 60) || "image"}-${randomUUID().slice(0, 8)}`;
  const content = result.content.map((block): JsonObject => {
    if (block.type !== "image" || typeof block.data !== "string") return block;
    const mimeType = String(block.mimeType);
    const bytes = Buffer.from(block.data, "base64");
    const ending = Object.hasOwn(ENDINGS, mimeType) ? ENDINGS[mimeType] : "bin";
    const file = join(resolve(folder), `${stem}-${++count}.${ending}`);
    try {
      mkdirSync(resolve(folder), { recursive: true });
      writeFileSync(file, bytes, { flag: "wx" });
    } catch (error) {
      throw new ManageError("ERR_REQUEST_INVALID", `Can't save an image: ${(error as Error).message}`, { file });
    }
    return { type: "image", mimeType, path: file, bytes: bytes.length };
  });
  return count === 0 ? result : { ...result, content };
}
