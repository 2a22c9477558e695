// Writes the golden pictures and the one of the documentation: look at them before they're committed.
import { mkdirSync, writeFileSync } from "node:fs";
import { goldens } from "./goldens.ts";

for (const [path, text] of Object.entries(goldens())) {
  const file = new URL(`../../${path}`, import.meta.url);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, text);
  console.log(path);
}
