import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import { checkGolden } from "./check_golden.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CASES = "test/fixtures/cases";

/** The recorded cases that are walked, with their skills. */
const WALKED: { [folder: string]: string[] } = {
  "11-section-number-prefix": ["pack-order"],
  "12-falls-past-the-report": ["repair-open", "repair-closed"],
  "14-red-gate-says-done": ["mend-the-build"],
  "15-gate-program-missing": ["polish-missing", "polish-locked"],
  "16-children-around-the-dispatcher": ["two-looks"],
  "17-condition-cannot-be-evaluated": ["count-faults"],
  "18-redraft-needs-a-new-sign-off": ["print-poster"],
};

checkGolden(
  Object.entries(WALKED).flatMap(([folder, skills]) =>
    skills.map((skill) => ({ skill, golden: `test/golden/cases/${skill}.golden.yaml`, copy: copyOf(folder) }))
  ),
  ROOT,
);

/** A case with a `workspace` is one; else its folder is a folder of skills. */
function copyOf(folder: string): { [to: string]: string } {
  const hasWorkspace = readdirSync(join(ROOT, CASES, folder)).includes("workspace");
  return hasWorkspace ? { ".": `${CASES}/${folder}/workspace` } : { ".agents/skills": `${CASES}/${folder}` };
}

test.run();
