import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { parseShell } from "../../lib/fence/parse_shell.ts";
import { printParse } from "./shell_rows.ts";

/** A command line and what is read of it (see `printParse`); `⏎` and `⇥` stand for a line's end and a tab. */
const ROWS = readFileSync(new URL("fixtures/parsed.txt", import.meta.url), "utf8").trimEnd().split("\n");

test("a command line is read as all shells read it, or not at all", () => {
  const rows = ROWS.map((row) => row.split(" → "));
  const read = rows.map(([command]) => [command, printParse(command.replaceAll("⇥", "\t"))]);
  assert.equal(read, rows);
});

/** A text with so many of another around it. */
const around = (depth: number, open: string, close: string) => open.repeat(depth) + "a" + close.repeat(depth);

test("bounds: the longest command line and the deepest nesting that are read", () => {
  const reads = (text: string) => parseShell(text) !== undefined;
  assert.equal([16_384, 16_385].map((length) => reads("a".repeat(length))), [true, false]);
  assert.equal([8, 9].map((depth) => reads(around(depth, "( ", ")"))), [true, false]);
  assert.equal([8, 9].map((depth) => reads(around(depth, "{ ", "; }"))), [true, false]);
  assert.equal([8, 9].map((depth) => reads(around(depth, "$(", ")"))), [true, false]);
});

test("what some shells take for a blank or act on isn't read", () => {
  for (const c of ["\0", "\b", "\v", "\f", "\r", "\x1f", "\x7f", "\u00a0", "\u2003", "\u3000"]) {
    assert.is(parseShell(`a${c}b`), undefined, JSON.stringify(c));
  }
  for (const c of ["\t", " ", "é", "\u200b"]) assert.ok(parseShell(`a${c}b`), JSON.stringify(c));
});

test("typed into a terminal, a comment and a history mark aren't read", () => {
  const read = (text: string) => parseShell(text, true)?.length;
  for (const odd of ["# a", "a # b", "a;#b", "a|#b", "a&#b", "(#\na)", "a !b", "a!b", "!a"]) {
    assert.is(read(odd), undefined, odd);
  }
  for (const plain of ["a b#c", "! a", "[ a != b ]", "a!"]) assert.is(read(plain), 1, plain);
});

test.run();
