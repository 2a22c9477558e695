import { test } from "uvu";
import * as assert from "uvu/assert";
import { readSkill } from "../../lib/skill/read_skill.ts";
import { readYaml } from "../../lib/skill/read_yaml.ts";
import { assertLinear, fill } from "./linear.ts";

const numbered = (line: (i: number) => string) => (size: number) => {
  const lines: string[] = [];
  for (let length = 0; length < size; length += lines[lines.length - 1].length) lines.push(line(lines.length));
  return lines.join("");
};

const TEXTS: Record<string, (size: number) => string> = {
  "list brackets": fill("["),
  "mapping brackets": fill("{"),
  "pairs of brackets": fill("[]"),
  "closing brackets": fill("}"),
  "commas": (size) => `[${fill(",")(size)}`,
  "a list never closed": (size) => `[${fill("a,")(size)}`,
  "dashes": fill("- "),
  "items": fill("- a\n"),
  "question marks": fill("? "),
  "keys in one line": fill("a: "),
  "one key again and again": fill("a: 1\n"),
  "keys": numbered((i) => `k${i}: 1\n`),
  "colons to be quoted": numbered((i) => `k${i}: b: c\n`),
  "texts cut at a hash": fill("- title: a #b\n"),
  "aliases": fill("&a *a "),
  "aliases of one anchor": (size) => `a: &a 1\n${numbered((i) => `k${i}: *a\n`)(size)}`,
  "aliases of nothing": numbered((i) => `k${i}: *a\n`),
  "tags": fill("!a "),
  "directives": fill("%a\n"),
  "documents": fill("---\n"),
  "document ends": fill("...\n"),
  "comments": fill("#\n"),
  "blank lines": fill("\n"),
  "blanks": fill(" "),
  "tabs": fill("\ta: b\n"),
  "a plain text": (size) => `a: ${fill("b\n ")(size)}`,
  "blanks in a plain text": (size) => `a: b${fill(" ")(size)}c`,
  "a block": (size) => `a: >\n${fill(" b\n")(size)}`,
  "blank lines in a block": (size) => `a: |\n${fill("\n")(size)}`,
  "a block with too little indentation": (size) => `a: |9\n${fill("b\n")(size)}`,
  "a quoted text": (size) => `a: "${fill("b\n ")(size)}"`,
  "escapes": (size) => `a: "${fill("\\n")(size)}"`,
  "a quote never closed": (size) => `a: "${fill("b ")(size)}`,
  "quotes": fill("a: 'b'\n"),
  "carriage returns": fill("a: b\r"),
  "wrong indentation": fill("a:\n  - b\n  c\n"),
};

/** A megabyte of each would take a minute in all, so that those have to do that cost little where they are stopped in time. */
const ORDINARY = 150_000;
const MEGABYTE = ["list brackets", "commas", "dashes", "colons to be quoted", "aliases", "a quote never closed"];

test("YAML is read in linear time", () => {
  for (const [name, make] of Object.entries(TEXTS)) {
    assertLinear(name, make, (text) => readYaml(text), MEGABYTE.includes(name) ? 1_000_000 : ORDINARY);
  }
});

test("a skill of any size is read or refused, with no more findings than can be read", () => {
  for (const [name, make] of Object.entries(TEXTS)) {
    const { diagnostics } = readSkill(`---\n${make(30_000)}\n---\n`);
    assert.ok(diagnostics.length > 0 && diagnostics.length < 500, `${name}: ${diagnostics.length}`);
  }
  assert.is(readSkill(TEXTS.commas(2_000_000), { path: "a.yaml" }).diagnostics[0].code, "too-large");
});

test.run();
