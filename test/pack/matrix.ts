// Packs dist/, installs the tarball into an empty folder without the network, and uses it there on every runtime that we
// say it runs on. The runtimes come from npm (some 500 MB), so that this isn't part of the tests: `npm run pack-matrix`.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { runProcess } from "../gate/run_process.ts";
import { npm } from "../gate/tool.ts";
import { installAlone, pack } from "./pack.ts";
import { usePackage } from "./use_package.ts";

/** By name: what npm installs, and where it puts the executable. */
const RUNTIMES: readonly { name: string; spec: string; path: string }[] = [
  { name: "Node 20", spec: "node20@npm:node@20", path: "node20/bin/node" },
  { name: "Node 22", spec: "node22@npm:node@22", path: "node22/bin/node" },
  { name: "Node 24", spec: "node24@npm:node@24", path: "node24/bin/node" },
  { name: "Bun", spec: "bun@1", path: "bun/bin/bun.exe" },
];

const folder = mkdtempSync(join(tmpdir(), "skill-workflow-matrix-"));
try {
  process.exitCode = await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<number> {
  const installed = await installAlone(await pack(join(folder, "packed")), join(folder, "alone"));
  let failed = 0;
  for (const { name, spec, path } of RUNTIMES) {
    const fetched = await fetchRuntime(spec, path);
    if (typeof fetched !== "string") {
      console.log(`${name}: not run: ${fetched.why}`);
      failed++;
      continue;
    }
    const version = await runProcess([fetched, "--version"], { cwd: folder, limit: 30_000 });
    const faults = await usePackage({ folder: join(folder, "alone"), ...installed, runtime: [fetched] });
    if (faults.length > 0) failed++;
    const verdict = faults.length === 0 ? "library, hook and server work" : faults.join("\n");
    console.log(`${name} (${version.stdout.trim()}): ${verdict}`);
  }
  return failed === 0 ? 0 : 1;
}

/** The executable of a runtime, or why it isn't there. */
async function fetchRuntime(spec: string, path: string): Promise<string | { why: string }> {
  const place = join(folder, path.split("/")[0]);
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), JSON.stringify({ private: true }));
  // These packages bring their executables by a script of theirs.
  const words = [...npm(), "install", "--no-audit", "--no-fund", "--ignore-scripts=false", spec];
  const { code, output } = await runProcess(words, { cwd: place, limit: 600_000 });
  const file = join(place, "node_modules", path);
  return code === 0 && existsSync(file) ? file : { why: output.trim().split("\n").slice(-3).join(" ") };
}
