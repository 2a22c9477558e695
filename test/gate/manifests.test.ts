import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { VERSION } from "../../lib/version.ts";
import { root } from "./runtimes.ts";

type Npm = {
  name: string;
  version: string;
  license: string;
  bin: Record<string, string>;
  exports: Record<string, string | { types: string; default: string }>;
  scripts: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies: Record<string, string>;
};
type Deno = {
  name: string;
  version: string;
  license: string;
  exports: Record<string, string>;
  imports: Record<string, string>;
  tasks: Record<string, string>;
};

const read = <T>(file: string): T => JSON.parse(readFileSync(join(root, file), "utf8")) as T;
const npm = read<Npm>("package.json");
const deno = read<Deno>("deno.json");
const jsr = read<Pick<Deno, "name" | "version" | "license" | "exports">>("jsr.json");
const lock = read<{ version: string; packages: Record<string, { version?: string; resolved?: string }> }>(
  "package-lock.json",
);

test("jsr.json is deno.json without what only the tools read", () => {
  const { name, version, license, exports } = deno;
  assert.equal(jsr, { name, version, license, exports });
});

test("npm and JSR carry the same package", () => {
  assert.is(deno.name, `@${npm.name}/${npm.name}`);
  assert.is(deno.version, npm.version);
  assert.is(VERSION, npm.version);
  assert.is(lock.version, npm.version);
  assert.is(deno.license, npm.license);
  assert.equal(Object.keys(npm.exports).filter((key) => key !== "./package.json"), Object.keys(deno.exports));
});

test("the npm package's types are named after the sources that JSR exports", () => {
  for (const [key, source] of Object.entries(deno.exports)) {
    const entry = npm.exports[key];
    assert.is(
      typeof entry === "object" && entry.types,
      source.replace("./", "./dist/types/").replace(/\.ts$/, ".d.ts"),
    );
  }
});

test("the npm package has no dependency and pins what it is built from", () => {
  assert.is(npm.dependencies, undefined);
  for (const [name, version] of Object.entries(npm.devDependencies)) {
    assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name);
    assert.is(lock.packages[`node_modules/${name}`]?.version, version, name);
  }
});

test("the lock file names no registry", () => {
  assert.equal(Object.keys(lock.packages).filter((name) => lock.packages[name]?.resolved !== undefined), []);
});

test("Deno's import map has the versions that npm installs, and the package under its npm name", () => {
  for (const [name, target] of Object.entries(deno.imports)) {
    const source = name.startsWith(npm.name) ? deno.exports[name.replace(npm.name, ".")] : undefined;
    // A package whose files are imported one by one ends with a slash on both sides.
    const [, bare, slash] = /^(.*?)(\/?)$/.exec(name)!;
    assert.is(target, source ?? `npm:${slash}${bare}@${npm.devDependencies[bare]}${slash}`, name);
  }
});

test("every package that the sources import is in the import map", () => {
  const imported = new Set(
    ["mod.ts", "cli.ts", ...sources("lib"), ...sources("mcp"), ...sources("test")].flatMap(bare),
  );
  for (const name of ["yaml", "valibot", "markdown-it", "@modelcontextprotocol/server"]) {
    assert.ok(imported.has(name), name);
  }
  assert.equal([...imported].filter((name) => !(name in deno.imports) && !(`${name}/` in deno.imports)).sort(), []);
});

test("both runtimes have the same commands", () => {
  for (const [name, task] of Object.entries(deno.tasks)) {
    assert.is(npm.scripts[name], task.replace(/^deno run -A /, "tsx "), name);
  }
});

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("fixtures"))
    .map((file) => join(folder, file));
}

const IMPORT =
  /^import\s+(?:[\w*{}\s,]+\sfrom\s+)?"([^"]+)"|^export\s+(?:type\s+)?(?:\*[\w\s]*|\{[^}]*\})\s*from\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** Packages named by import and export declarations and by dynamic imports. */
function bare(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]!)
    .filter((name) => !/^(?:\.|\/|node:|file:)/.test(name) && !builtinModules.includes(name))
    .map((name) => name.split("/").slice(0, name.startsWith("@") ? 2 : 1).join("/"));
}

test.run();
