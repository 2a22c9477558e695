import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { RULE_PAGES } from "../../lib/cli/rule_pages.ts";
import { RULES } from "../../lib/workflow/registry.ts";
import { EMBEDDED, embedPages } from "./embed_pages.ts";

test("the embedded pages are those of docs/rules, one a rule", () => {
  assert.is(readFileSync(EMBEDDED, "utf8").replaceAll("\r\n", "\n"), embedPages(), "run test/rules/embed_pages.ts");
  assert.equal(Object.keys(RULE_PAGES).sort(), RULES.map((rule) => rule.code).sort());
});

test.run();
