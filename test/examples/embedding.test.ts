import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { build } from "esbuild";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { bundleOptions } from "../gate/bundle.ts";
import { runProcess } from "../gate/run_process.ts";
import { root, underDeno } from "../gate/runtimes.ts";
import { DEPENDENT } from "./embedding.ts";

const examples = join(root, "examples");

test("the plain test of a skill runs against the sources", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skill-workflow-embedding-"));
  try {
    const file = join(examples, "embedding-test", "sort-faults.test.mjs");
    // Deno finds the package by the import map; for Node the sources take its place.
    const words = underDeno ? ["run", "-A", "--no-check", file] : ["--test", await bundled(file, folder)];
    const { code, output } = await runProcess([process.execPath, ...words], { cwd: examples, limit: 60_000 });
    assert.is(code, 0, output);
    if (!underDeno) assert.match(output, /# pass [4-9]/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the other examples pin what they install, and import nothing that we don't export", async () => {
  const version = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
  const found = readdirSync(examples).filter((name) => existsSync(join(examples, name, "package.json")));
  assert.equal(found, DEPENDENT);
  for (const name of DEPENDENT) {
    const { dependencies } = JSON.parse(readFileSync(join(examples, name, "package.json"), "utf8"));
    assert.is(dependencies["skill-workflow"], version);
    for (const wanted of Object.values(dependencies)) assert.match(wanted as string, /^\d+\.\d+\.\d+$/);
    const external = Object.keys(dependencies).filter((one) => one !== "skill-workflow");
    // Rejects an import that nobody exports.
    await build({ ...options, entryPoints: [join(examples, name, "demo.mjs")], external, write: false });
  }
});

const options = {
  ...bundleOptions,
  splitting: false,
  alias: { ...bundleOptions.alias, "skill-workflow": join(root, "mod.ts") },
};

/** The example with our sources in it; it still finds the skill beside it. */
async function bundled(file: string, folder: string): Promise<string> {
  const outfile = join(folder, "example.test.mjs");
  const define = { "import.meta.url": JSON.stringify(`file://${file}`) };
  await build({ ...options, entryPoints: [file], outfile, define });
  return outfile;
}

test.run();
