import { test } from "uvu";
import * as assert from "uvu/assert";
import { collectLicenses } from "./collect_licenses.ts";

test("names each package once, sorted, with its own text", () => {
  const text = collectLicenses([
    "mod.ts",
    "node_modules/yaml/browser/index.js",
    "node_modules/@valibot/to-json-schema/dist/index.mjs",
    "node_modules/yaml/browser/dist/parse/cst.js",
  ]);
  const titles = text.match(/^\S+ \d+\.\d+\.\d+ \(.*\)$/gm) ?? [];
  assert.equal(titles.map((title) => title.replace(/ .*/, "")), ["@valibot/to-json-schema", "yaml"]);
  assert.match(text, /Copyright Eemeli Aro/);
});

test("makes up for a package under the MIT licence that brings no text", () => {
  const text = collectLicenses(["node_modules/@cfworker/json-schema/dist/esm/index.js"]);
  assert.match(text, /^@cfworker\/json-schema \S+ \(MIT\)\n\nMIT License\n\nCopyright \(c\) Jeremy Danyow/);
  assert.not.match(text, /skill-workflow/);
});

test.run();
