/**
 * The whole of the harness, of which the tests do a part: thousands of killed processes and servers, losses of power, and
 * many processes at the same time. `npm run harness` after `npm run build`, which takes about an hour; `npm run harness -- power` only the files with
 * that in their name. Ends with 1 where a promise was broken.
 * @module
 */

import { spawnSync } from "node:child_process";
import process from "node:process";
import { findTests } from "../gate/find_tests.ts";
import { root } from "../gate/runtimes.ts";

const only = process.argv[2] ?? "";
let failed = 0;
for (const file of findTests(root, ["test/harness/"]).filter((file) => file.includes(only))) {
  console.log(`\n${file}`);
  const began = performance.now();
  const { status } = spawnSync(process.execPath, ["--import", "tsx", file], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, HARNESS: "whole" },
  });
  if (status !== 0) failed++;
  console.log(`${status === 0 ? "done" : "FAILED"} in ${Math.round((performance.now() - began) / 1000)} s`);
}
process.exit(failed === 0 ? 0 : 1);
