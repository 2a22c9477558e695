/**
 * A symbolic link that a checkout wrote as a small text file: where links are off, git stores the target as content.
 * Source: spec "Finding skills".
 * @module
 */

import { closeSync, lstatSync, openSync, readSync } from "node:fs";

/** Longest target looked for; longer files are taken for what they are. */
const LONGEST = 1024;

/** The target that a text names, if all of it looks like the relative path of a link. */
export function textLinkTarget(text: string): string | undefined {
  const target = text.replace(/\r?\n$/, "");
  if (target.length === 0 || target.length > LONGEST) return undefined;
  // deno-lint-ignore no-control-regex
  if (/[\x00-\x1f\x7f:*?"<>|{}]/.test(target) || target !== target.trim()) return undefined;
  const looksRelative = target.startsWith("../") || target.startsWith("./") ||
    /^[^\s/]+(?:\/[^\s/]+)+\/?$/.test(target);
  return looksRelative ? target : undefined;
}

/** The target that a regular file names, if it looks like a link checked out as text. Never throws. */
export function readTextLink(path: string): string | undefined {
  let file: number | undefined;
  try {
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size === 0 || stat.size > LONGEST) return undefined;
    file = openSync(path, "r");
    const buffer = new Uint8Array(LONGEST);
    const length = readSync(file, buffer, 0, LONGEST, 0);
    return textLinkTarget(new TextDecoder("utf-8", { fatal: true }).decode(buffer.subarray(0, length)));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What a person can do about a link that was checked out as text, after "…, which ". */
export function describeTextLink(path: string, target: string): string {
  return `${JSON.stringify(path)} is a file that looks like a link checked out as text, to ${
    JSON.stringify(target)
  }; ` +
    "it isn't followed. Switch links on (git config core.symlinks true; on Windows also Developer Mode) and check it out " +
    "again, or put a copy of what it points to in its place";
}
