import { test } from "uvu";
import * as assert from "uvu/assert";
import { matchSection } from "../../lib/skill/match_section.ts";
import { findSections } from "../../lib/skill/sections.ts";

const HEADINGS = [
  "# Guide",
  "### 3.1 Explore",
  "### 3.10 Close",
  "### 3.2: Plan",
  "### 3.3.",
  "## Étape 1 : Lire",
  "## Step a) Ask",
  "## Part 2 – End",
  "## Part 2 — Again ##",
  "## Explore",
  "## Explore more",
  "###  3.4   Blanks\u00A0here",
  "## Same",
  "### Same",
  "## 3.5.1 Deep",
];
const sections = findSections(`${HEADINGS.join("\n\n")}\n\nUnder\n=====\n`);
const found = (matcher: string, how?: "exact") => {
  const match = matchSection(sections, matcher, how);
  return match.kind === "match" ? sections[match.index].line : match.kind === "none" ? "none" : match.candidates;
};

test("finds one heading, by its line or its text, whole or as a prefix that ends with a token", () => {
  const table: [matcher: string, found: string | string[]][] = [
    ["### 3.1 Explore", "### 3.1 Explore"],
    ["### 3.1", "### 3.1 Explore"],
    ["3.1", "### 3.1 Explore"],
    ["### 3.10", "### 3.10 Close"],
    ["### 3", "none"],
    ["### 3.2", "### 3.2: Plan"],
    ["### 3.2:", "### 3.2: Plan"],
    ["### 3.3", "### 3.3."],
    ["### 3.3.", "### 3.3."],
    ["## 3.5", "none"],
    ["## 3.5.1", "## 3.5.1 Deep"],
    ["## 3.1", "none"],
    ["## Étape 1", "## Étape 1 : Lire"],
    ["## E\u0301tape 1 :", "## Étape 1 : Lire"],
    ["Étape\u00A01\u00A0: Lire", "## Étape 1 : Lire"],
    ["## Step a", "## Step a) Ask"],
    ["## Part 2", ["## Part 2 – End", "## Part 2 — Again ##"]],
    ["## Part 2 –", "## Part 2 – End"],
    ["## Part 2 — Again", "## Part 2 — Again ##"],
    ["## Part 2 — Again ##", "## Part 2 — Again ##"],
    ["## Explore", "## Explore"],
    ["Explore", "## Explore"],
    ["## Explore m", "none"],
    ["  ###  3.4 ", "###  3.4   Blanks\u00A0here"],
    ["### 3.4 Blanks here", "###  3.4   Blanks\u00A0here"],
    ["Same", ["## Same", "### Same"]],
    ["## Same", "## Same"],
    ["# Under", "# Under"],
    ["guide", "none"],
    ["", "none"],
    [" ", "none"],
  ];
  for (const [matcher, wanted] of table) assert.equal(found(matcher), wanted, matcher);
});

test("looks at equal ones only, where that is asked", () => {
  assert.is(found("Explore more", "exact"), "## Explore more");
  assert.is(found("3.1", "exact"), "none");
  assert.is(found("3.1 Explore", "exact"), "### 3.1 Explore");
});

test("lists what there is to choose from, in order and not without end", () => {
  const none = matchSection(findSections("# B\n## A\n"), "C");
  assert.equal(none, { kind: "none", candidates: ["# B", "## A"] });
  const many = findSections("# A b\n".repeat(50));
  const several = matchSection(many, "# A");
  assert.is(several.kind, "several");
  if (several.kind !== "several") return;
  assert.is(several.candidates.length, 20);
  assert.equal(several.indices.slice(0, 2).concat(several.indices.at(-1)!), [0, 1, 19]);
  assert.equal(matchSection([], "A"), { kind: "none", candidates: [] });
});

test.run();
