import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import { checkGolden } from "./check_golden.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDER = "test/fixtures/flat";

const skills = readdirSync(join(ROOT, FOLDER))
  .filter((name) => name.endsWith(".yaml") && !name.endsWith(".golden.yaml"))
  .map((name) => name.slice(0, -".yaml".length));

checkGolden(
  skills.map((skill) => ({
    skill,
    golden: `${FOLDER}/${skill}.golden.yaml`,
    copy: { [`workflows/${skill}.yaml`]: `${FOLDER}/${skill}.yaml` },
  })),
  ROOT,
);

test.run();
