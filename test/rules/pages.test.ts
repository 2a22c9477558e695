import { readdirSync, readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { ruleOf, RULES } from "../../lib/workflow/registry.ts";
import { parsePage, runExample } from "./page.ts";
import { indexPage } from "./page_index.ts";

const folder = new URL("../../docs/rules/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const names = readdirSync(folder).filter((name) => name !== "README.md");

test("every rule has a page, and every page a rule", () => {
  assert.equal(names.map((name) => name.replace(/\.md$/, "")).sort(), RULES.map((rule) => rule.code).sort());
});

test("codes are unique, and every summary is one plain line", () => {
  assert.is(new Set(RULES.map((rule) => rule.code)).size, RULES.length);
  assert.ok(RULES.every((rule) => ruleOf(rule.code) === rule));
  assert.is(ruleOf("no-such-rule"), undefined);
  for (const { code, summary } of RULES) {
    assert.match(code, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.match(summary, /^[A-Z][^\n]*[^.\n]$/, code);
  }
});

test("the list of pages is up to date", () => assert.is(read("README.md"), indexPage(RULES)));

for (const { code, severity, summary } of RULES.filter((rule) => names.includes(`${rule.code}.md`))) {
  const page = parsePage(read(`${code}.md`));

  test(`${code}: the page begins with the rule`, () => {
    assert.is(page.title, `\`${code}\``);
    assert.is(page.lead, `**${severity}**: ${summary}`);
  });

  test(`${code}: the bad example is found, and prints what the page shows`, () => {
    const { diagnostics, printed } = runExample(page, "bad");
    assert.ok(diagnostics.some((found) => found.code === code), `found: ${diagnostics.map((d) => d.code)}`);
    const shown = page.blocks.filter(({ language }) => language === "text");
    assert.is(shown.length, 1);
    assert.is(new TextDecoder().decode(shown[0].bytes), printed, "run test/rules/update_pages.ts");
  });

  test(`${code}: the good example has no such finding and no error`, () => {
    const { diagnostics } = runExample(page, "good");
    assert.equal(diagnostics.filter((found) => found.code === code || found.severity === "error"), []);
  });
}

test.run();
