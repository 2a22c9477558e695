// Runs the embedding examples that need other packages: copies them out of the tree, installs what their package.json pins
// and our own package from its tarball, and runs their demo. `npm run examples`; it wants the registry and `npm run build`.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { runProcess } from "../gate/run_process.ts";
import { root } from "../gate/runtimes.ts";
import { npm } from "../gate/tool.ts";
import { pack } from "../pack/pack.ts";
import { DEPENDENT } from "./embedding.ts";

const folder = mkdtempSync(join(tmpdir(), "skill-workflow-examples-"));
try {
  cpSync(join(root, "examples"), join(folder, "examples"), { recursive: true });
  const tarball = await pack(join(folder, "packed"));
  for (const name of DEPENDENT) {
    const cwd = join(folder, "examples", name);
    const ours = [...npm(), "install", "--no-audit", "--no-fund", "--no-save", tarball];
    for (const words of [ours, [...npm(), "run", "--silent", "demo"]]) {
      const { code, output, milliseconds } = await runProcess(words, { cwd, limit: 300_000 });
      if (code === 0 && words === ours) continue;
      console.log(
        `${name}, after ${Math.round(milliseconds / 1000)} s: ${code === 0 ? "" : "failed: "}${output.trim()}`,
      );
      if (code !== 0) process.exitCode = 1;
      break;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
