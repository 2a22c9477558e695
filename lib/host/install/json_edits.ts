/**
 * The edits of a JSON text that put in, replace or take out one member of an object or list, and touch nothing beside it:
 * no neighbour is formatted anew, no comment is lost.
 * @module
 */

import { createScanner, type Edit, type Node } from "jsonc-parser";
import type { Json } from "../../json.ts";

/** `SyntaxKind.CommaToken`, which can't be named: the library declares it as an ambient const enum. */
const COMMA = 5;

/** Puts a member at the end. `key` is ignored for a list. */
export function insertion(text: string, container: Node, key: string | number, value: Json): Edit[] {
  const members = container.children ?? [];
  const end = container.offset + container.length - 1;
  const last = members.at(-1);
  const name = container.type === "object" ? `${JSON.stringify(key)}: ` : "";
  const afterLast = last === undefined ? container.offset + 1 : last.offset + last.length;
  const trails = last !== undefined && commaAfter(text, afterLast, end) !== undefined;
  const comma: Edit[] = last === undefined || trails ? [] : [{ offset: afterLast, length: 0, content: "," }];
  // Behind the comments, in front of the blanks before the closing bracket.
  const from = afterLast + text.slice(afterLast, end).trimEnd().length;
  const isInline = !text.slice(container.offset, end).includes("\n");
  if (isInline && last !== undefined) {
    return [...comma, { offset: from, length: 0, content: ` ${name}${JSON.stringify(value)}${trails ? "," : ""}` }];
  }
  const { eol, unit } = styleOf(text);
  const outer = indentAt(text, isInline ? container.offset : end);
  const indent = last !== undefined && indentAt(text, last.offset) !== "" ? indentAt(text, last.offset) : outer + unit;
  // Where commas trail, so does ours.
  const member = `${eol}${indent}${name}${written(value, indent, unit, eol)}${trails ? "," : ""}`;
  return [...comma, { offset: from, length: 0, content: isInline ? `${member}${eol}${outer}` : member }];
}

/** Puts another value in a value's place. */
export function replacement(text: string, node: Node, value: Json): Edit {
  const { eol, unit } = styleOf(text);
  const { offset, length } = (node.parent?.type === "property" ? node.parent.parent : node.parent) ?? node;
  const content = !text.slice(offset, offset + length).includes("\n")
    ? JSON.stringify(value)
    : written(value, indentAt(text, node.offset), unit, eol);
  return { offset: node.offset, length: node.length, content };
}

/** Takes a value out, with its key, its comma and the lines that it had to itself. */
export function removal(text: string, node: Node): Edit[] {
  const member = node.parent?.type === "property" ? node.parent : node;
  const container = member.parent!;
  const members = container.children!;
  const index = members.indexOf(member);
  const end = member.offset + member.length;
  const next = commaAfter(text, end, container.offset + container.length - 1);
  const edits: Edit[] = [];
  if (next === undefined && index > 0) {
    const before = members[index - 1];
    const comma = commaAfter(text, before.offset + before.length, member.offset);
    if (comma !== undefined) edits.push({ offset: comma, length: 1, content: "" });
  }
  const to = next === undefined ? end : next + 1;
  const lineStart = text.lastIndexOf("\n", member.offset - 1) + 1;
  const lineEnd = text.indexOf("\n", to);
  const ownsStart = text.slice(lineStart, member.offset).trim() === "" && lineStart > container.offset;
  const ownsEnd = lineEnd >= 0 && text.slice(to, lineEnd).trim() === "";
  const blanks = /^[ \t]*/.exec(text.slice(to))![0].length;
  const isLast = index === members.length - 1;
  // The last one goes with the line's end before it, so that what stands behind it is as it was.
  const eol = ownsStart && isLast && index > 0 ? /\r?\n$/.exec(text.slice(0, lineStart))?.[0].length : undefined;
  if (eol !== undefined) return [...edits, { offset: lineStart - eol, length: to - lineStart + eol, content: "" }];
  if (ownsStart && ownsEnd) return [...edits, { offset: lineStart, length: lineEnd + 1 - lineStart, content: "" }];
  const from = isLast ? text.slice(0, member.offset).replace(/(?<![ \t])[ \t]+$/, "").length : member.offset;
  return [...edits, { offset: from, length: to + (isLast ? 0 : blanks) - from, content: "" }];
}

/** Place of the comma in a range, comments left out. */
function commaAfter(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text.slice(from, to), true);
  return Number(scanner.scan()) === COMMA ? from + scanner.getTokenOffset() : undefined;
}

function written(value: Json, indent: string, unit: string, eol: string): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);
}

/** The blanks at the beginning of a place's line. */
function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset - 1) + 1))![0];
}

/** What a text is indented with, and how its lines end. */
function styleOf(text: string): { unit: string; eol: string } {
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ", eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
