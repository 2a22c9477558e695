/**
 * Writes into every page of docs/rules what is printed for its bad example now, and the list of all pages.
 * Run it after a message has changed: `npx tsx test/rules/update_pages.ts`.
 * @module
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { RULES } from "../../lib/workflow/registry.ts";
import { updatePage } from "./page.ts";
import { indexPage } from "./page_index.ts";

const folder = new URL("../../docs/rules/", import.meta.url);
for (const name of readdirSync(folder)) {
  if (name === "README.md") continue;
  const url = new URL(name, folder);
  const before = readFileSync(url, "utf8");
  const after = updatePage(before);
  if (after !== before) {
    writeFileSync(url, after);
    console.log(`updated ${name}`);
  }
}
writeFileSync(new URL("README.md", folder), indexPage(RULES));
