/**
 * One JSON object on one line that carries its own checksum, so that damage is found in the line where it happened.
 * Against accidents, not against somebody who can write the file.
 * @module
 */

import { hashText } from "../../hash.ts";
import { isJsonObject, type JsonObject } from "../../json.ts";

const SUM = /^,"sum":"([0-9a-f]{16})"\}$/;
const SUM_LENGTH = ',"sum":"0123456789abcdef"}'.length;

/** The object as one line, without the line end, its checksum as the last field. */
export function seal(value: JsonObject): string {
  const body = JSON.stringify(value).slice(0, -1);
  return `${body},"sum":"${hashText(body)}"}`;
}

/** The object without its checksum, or what is wrong with the line (without a word of its content). */
export function unseal(line: string): { value: JsonObject } | { problem: string } {
  const sum = SUM.exec(line.slice(-SUM_LENGTH))?.[1];
  if (sum === undefined) return { problem: "is cut short or was never written here (it has no checksum at its end)" };
  const body = line.slice(0, -SUM_LENGTH);
  if (hashText(body) !== sum) return { problem: "isn't what was written (its checksum doesn't match)" };
  try {
    const value: unknown = JSON.parse(`${body}}`);
    if (isJsonObject(value)) return { value };
  } catch {
    // Told below: a parser's message could repeat the content.
  }
  return { problem: "isn't a JSON object" };
}
