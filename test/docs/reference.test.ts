import { test } from "uvu";
import * as assert from "uvu/assert";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findDocuments } from "../gate/find_blocks.ts";
import { referencePages } from "./reference.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

for (const [name, text] of Object.entries(referencePages())) {
  test(`docs/reference/${name} says what the code says; npx tsx test/docs/update_reference.ts writes it`, () => {
    assert.fixture(readFileSync(join(ROOT, "docs", "reference", name), "utf8").replaceAll("\r\n", "\n"), text);
  });
}

test("every link between documents leads to a file", () => {
  const broken: string[] = [];
  for (const path of findDocuments(ROOT)) {
    const text = readFileSync(path, "utf8").replace(/^( *)(```|~~~)[\s\S]*?^\1\2/gm, "");
    for (const [, target] of text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(target) || existsSync(join(dirname(path), target))) continue;
      broken.push(`${path}: ${target}`);
    }
  }
  assert.equal(broken, []);
});

test("every page of docs/ can be reached from docs/README.md", () => {
  const index = readFileSync(join(ROOT, "docs", "README.md"), "utf8");
  for (const folder of ["", "how-to", "reference"]) {
    for (const name of readdirSync(join(ROOT, "docs", folder))) {
      if (!name.endsWith(".md") || (folder === "" && name === "README.md")) continue;
      const path = folder === "" ? name : `${folder}/${name}`;
      assert.ok(index.includes(`(${path})`), path);
    }
  }
});

test.run();
