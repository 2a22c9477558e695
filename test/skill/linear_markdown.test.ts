import { test } from "uvu";
import * as assert from "uvu/assert";
import { scanFrontMatter } from "../../lib/skill/front_matter.ts";
import { matchSection } from "../../lib/skill/match_section.ts";
import { sectionText } from "../../lib/skill/section_text.ts";
import { findSections } from "../../lib/skill/sections.ts";
import { assertLinear, fill } from "./linear.ts";

const FRONT_MATTER: Record<string, (size: number) => string> = {
  "blank lines behind an unclosed fence": (size) => `---\n${fill("\n")(size)}`,
  "blanks behind an unclosed fence": (size) => `---\n${fill(" ")(size)}`,
  "blanks behind the fence": (size) => `---${fill(" ")(size)}x`,
  "nearly fences": (size) => `---\n${fill("--- x\n")(size)}`,
  "dashes": (size) => `---\n${fill("-")(size)}`,
  "carriage returns": (size) => `---\r${fill("\r")(size)}`,
  "blank lines before the fence": (size) => `${fill(" \n")(size)}---\n---\n`,
  "blank lines before a second block": (size) => `---\n---\n${fill("\n")(size)}---\nx: y\n`,
  "blocks behind the block": fill("---\n---\n"),
};

const BODIES: Record<string, (size: number) => string> = {
  "quote marks": fill(">"),
  "quote marks with blanks": fill("> "),
  "quotes with lazy lines": (size) => `${">".repeat(20)} a\n${fill("b\n")(size)}`,
  "hashes": fill("#"),
  "headings": fill("#\n"),
  "underlined headings": fill("a\n=\n"),
  "list marks": fill("- "),
  "lists in lists": (size) =>
    Array.from({ length: Math.sqrt(2 * size) }, (_, depth) => `${" ".repeat(depth)}- a\n`).join(""),
  "numbers": fill("1. "),
  "items": fill("-\n"),
  "stars": fill("*"),
  "brackets": fill("["),
  "references": fill("[a]: b\n"),
  "titles of references never closed": fill('[a]: b "\n'),
  "fences": fill("```\n"),
  "fences with blank lines": fill("```a\n\n"),
  "backticks": fill("`"),
  "comments never closed": fill("<!--\n"),
  "a comment never closed": (size) => `<!--${fill("a\n\n")(size)}`,
  "tags": fill("<div>\n"),
  "angle brackets": fill("<"),
  "a paragraph": fill("a\n"),
  "blanks": fill(" "),
  "tabs": fill("\t"),
  "tables": fill("|a|\n|-|\n"),
  "aliases": fill("&a *a "),
  "carriage returns": fill("a\r"),
};

test("front matter is found in linear time", () => {
  for (const [name, make] of Object.entries(FRONT_MATTER)) assertLinear(name, make, (text) => scanFrontMatter(text));
});

test("sections are found in linear time", () => {
  for (const [name, make] of Object.entries(BODIES)) assertLinear(name, make, (text) => findSections(text));
});

test("many steps can ask for one of many sections", () => {
  const make = (size: number) => Array.from({ length: size / 20 }, (_, i) => `## ${i} a\nText ${i}\n`).join("");
  assertLinear("matches", make, (text) => {
    const sections = findSections(text);
    for (let i = 0; i < sections.length; i++) {
      const found = matchSection(sections, `## ${i}`);
      assert.ok(found.kind === "match" && found.index === i);
      sectionText(sections, i, []);
      matchSection(sections, `## ${i} b`);
    }
    matchSection(sections, "##");
  });
});

test.run();
