// The gate: everything that has to hold before a change goes in. `npm run ok` and `deno task ok` both end here.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { docTest } from "./doc_test.ts";
import { createProgress } from "./progress.ts";
import { runProcess } from "./run_process.ts";
import { type GateStep, runSteps } from "./run_steps.ts";
import { findDeno, root, underDeno } from "./runtimes.ts";
import { tool } from "./tool.ts";

const LIMIT = 20 * 60_000;
const WORKERS = 2;
/** A script that ends with this code has nothing to do on this machine, and says why in its last line. */
const NOTHING_TO_DO = 77;

function command(name: string, words: string[], after?: string[]): GateStep {
  return {
    name,
    ...(after !== undefined && { after }),
    async run() {
      const { code, output, timedOut } = await runProcess(words, { cwd: root, limit: LIMIT });
      if (code === NOTHING_TO_DO) return { verdict: { skipped: output.trimEnd().split("\n").at(-1) ?? "" }, output };
      const late = timedOut ? `\nStopped after ${LIMIT / 60_000} minutes` : "";
      return { verdict: code === 0 ? "passed" : "failed", output: output + late };
    },
  };
}

function script(name: string, file: string, after?: string[]): GateStep {
  const words = underDeno ? ["run", "-A", "--no-check", "--quiet", file] : ["--import", "tsx", file];
  return command(name, [process.execPath, ...words], after);
}

function allSteps(deno: string): GateStep[] {
  const { exports } = JSON.parse(readFileSync(join(root, "deno.json"), "utf8")) as { exports: Record<string, string> };
  const entries = Object.values(exports);
  const present = (paths: string[]) => paths.filter((path) => existsSync(join(root, path)));
  // Not the folder: what benches compare with is fetched into it.
  const benches = readdirSync(join(root, "bench")).filter((name) => name.endsWith(".ts")).map((name) =>
    `bench/${name}`
  );
  const pages = present(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs"]);
  return [
    command("fmt", [deno, "fmt", "--check"]),
    command("lint", [deno, "lint", "--quiet"]),
    script("tests", "test/run.ts"),
    command("types-node", [...tool("typescript", "tsc"), "-p", "tsconfig.npm.json"]),
    command("types-deno", [deno, "check", "--quiet", ...entries, ...present(["lib", "mcp", "test"]), ...benches]),
    command("doc-lint", [deno, "doc", "--lint", "--quiet", ...entries]),
    command("doc-examples", docTest(deno, ["mod.ts", "cli.ts", "lib", "mcp", ...pages])),
    script("docs", "test/gate/docs.ts"),
    script("purity", "test/gate/purity.ts"),
    command("publish", [deno, "publish", "--dry-run", "--allow-dirty", "--quiet"]),
    script("build", "test/gate/build.ts"),
    script("package", "test/gate/package.ts", ["build"]),
    script("size", "test/gate/size.ts", ["build"]),
    command("knip", tool("knip")),
  ];
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  const found = await findDeno();
  if ("missing" in found) throw new Error(found.missing);
  const steps = allSteps(found.runtime.command[0]!);
  const names = steps.map(({ name }) => name);
  const wanted = values.only?.split(",") ?? names;
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`No step "${unknown.join('", "')}", there are ${names.join(", ")}`);

  const began = performance.now();
  const { print } = createProgress();
  const failed = await runSteps(steps.filter(({ name }) => wanted.includes(name)), WORKERS, print);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  print(failed.length === 0 ? `All ${wanted.length} steps passed in ${minutes} min` : `Failed: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}
