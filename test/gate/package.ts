// Packs dist/ as npm would publish it and lets publint and attw judge the tarball.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { runProcess } from "./run_process.ts";
import { root } from "./runtimes.ts";
import { tool } from "./tool.ts";

const folder = mkdtempSync(join(tmpdir(), "skill-workflow-pack-"));
const options = { cwd: root, limit: 120_000 };
try {
  const npm = process.platform === "win32" ? ["cmd", "/c", "npm"] : ["npm"];
  const packed = await runProcess([...npm, "pack", "--ignore-scripts", "--pack-destination", folder], options);
  const tarball = readdirSync(folder)[0];
  if (packed.code === null) {
    console.log("npm isn't installed here, and it makes the tarball");
    process.exitCode = 77;
  } else if (packed.code !== 0 || tarball === undefined) {
    console.error(packed.output);
    process.exitCode = 1;
  } else {
    const path = join(folder, tarball);
    for (const words of [[...tool("publint"), "--strict", path], [...attw(), path]]) {
      const { code, output } = await runProcess(words, options);
      console.log(output.trim());
      if (code !== 0) process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}

function attw(): string[] {
  return [...tool("@arethetypeswrong/cli", "attw"), "--profile", "esm-only", "--no-emoji", "--no-color"];
}
