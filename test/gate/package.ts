// Packs dist/ as npm would publish it, lets publint and attw judge the tarball, and tries it out.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { runProcess } from "./run_process.ts";
import { root } from "./runtimes.ts";
import { npm, tool } from "./tool.ts";
import { tryPackage } from "./try_package.ts";

const folder = mkdtempSync(join(tmpdir(), "skill-workflow-pack-"));
const options = { cwd: root, limit: 120_000 };
try {
  const packed = await runProcess([...npm(), "pack", "--ignore-scripts", "--pack-destination", folder], options);
  const name = readdirSync(folder)[0];
  if (packed.code === null) {
    console.log("npm isn't installed here, and it makes the tarball");
    process.exitCode = 77;
  } else if (packed.code !== 0 || name === undefined) {
    console.error(packed.output);
    process.exitCode = 1;
  } else await judge(join(folder, name));
} finally {
  rmSync(folder, { recursive: true });
}

async function judge(tarball: string): Promise<void> {
  const attw = [...tool("@arethetypeswrong/cli", "attw"), "--profile", "esm-only", "--no-emoji", "--no-color"];
  for (const words of [[...tool("publint"), "--strict"], attw]) {
    const { code, output } = await runProcess([...words, tarball], options);
    console.log(output.trim());
    if (code !== 0) process.exitCode = 1;
  }
  for (const fault of await tryPackage(tarball)) {
    console.error(fault);
    process.exitCode = 1;
  }
}
