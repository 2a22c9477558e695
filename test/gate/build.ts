// Makes dist/, which is what the npm package ships: bundles without a dependency, types that name none, and licences.
import { build, type Metafile } from "esbuild";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { bundleOptions, bundleProgram } from "./bundle.ts";
import { collectLicenses } from "./collect_licenses.ts";
import { emitTypes } from "./emit_types.ts";
import { root } from "./runtimes.ts";

/**
 * Library entries by the name of their file in dist/. `session` isn't exported by the package: as an entry of its own it
 * keeps the reducer in chunks that don't hold the parser, so that whoever imports the reducer alone bundles it alone.
 */
const library: Record<string, string> = {
  mod: "mod.ts",
  host: "lib/host/mod.ts",
  mcp: "mcp/mod.ts",
  manage: "mcp/manage/mod.ts",
  session: "lib/session/mod.ts",
};
const declarations = ["mod", "cli", "lib/host/mod", "mcp/mod", "mcp/manage/mod"];

async function main(): Promise<void> {
  rmSync(join(root, "dist"), { recursive: true, force: true });
  mkdirSync(join(root, "dist"));
  const libraries = await build({
    ...bundleOptions,
    outdir: "dist",
    entryPoints: library,
    chunkNames: "chunks/[name]-[hash]",
  });
  const executable = await bundleProgram("dist");
  chmodSync(join(root, "dist", "cli.js"), 0o755);
  await emitTypes(declarations);
  const inputs = [libraries, executable].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(root, "dist", "THIRD_PARTY_LICENSES.txt"), collectLicenses(inputs));
  for (const { metafile } of [libraries, executable]) refuseExternal(metafile);
}

/** What is still imported by a bare name would have to be a dependency, and there are none. */
function refuseExternal({ outputs }: Metafile): void {
  const foreign = Object.entries(outputs).flatMap(([file, { imports }]) =>
    imports.filter(({ external, path }) => external && !path.startsWith("node:") && !builtinModules.includes(path))
      .map(({ path }) => `${file} imports "${path}"`)
  );
  if (foreign.length > 0) throw new Error(`The bundle isn't complete:\n${foreign.join("\n")}`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
