/**
 * Small things that every command prints alike.
 * @module
 */

import { stripVTControlCharacters } from "node:util";
import type { Io } from "./io.ts";
import { textWidth } from "../text_width.ts";

/** One JSON value, indented, on stdout. */
export function printJson(io: Io, value: unknown): void {
  io.out(`${JSON.stringify(value, null, 2)}\n`);
}

/** Rows as columns, each as wide as its widest cell; the last one isn't padded. */
export function table(rows: readonly (readonly string[])[]): string {
  const width = (cell: string) => textWidth(stripVTControlCharacters(cell));
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, width(cell))), []);
  const pad = (cell: string, i: number) => cell + " ".repeat(widths[i] - width(cell));
  return rows.map((row) => row.map((cell, i) => i === row.length - 1 ? cell : pad(cell, i)).join("  ")).join("\n");
}
