// Writes the golden files of the pretty output: look at them in a terminal before they're committed.
import { mkdirSync, writeFileSync } from "node:fs";
import { goldenOf, GOLDENS, renderCases } from "./render_cases.ts";

for (const golden of GOLDENS) {
  const file = goldenOf(golden.name);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, renderCases(golden));
}
