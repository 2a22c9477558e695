import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleOptions } from "../gate/bundle.ts";
import { root } from "../gate/runtimes.ts";
import { instrument, type Numbered } from "./instrument.ts";

/** What a test that only calls functions has no need of; the tests of processes are too slow to be asked a hundred times. */
const IMPURE = /^(?:node:)?(?:child_process|worker_threads|http|https|net|cluster)$/;

/** Loaded from where they are: programs, and libraries with parts that aren't JavaScript. */
const EXTERNAL = ["esbuild", "deno", "typescript", "oxc-parser", "tsx", "skills-ref", "knip"];

/** Of these test files, those that reach a file of the folder and start nothing; by esbuild's own view of the imports. */
export async function pureTests(files: string[], folder: string): Promise<string[]> {
  const { metafile } = await build({
    ...options([]),
    entryPoints: files.map((file) => join(root, file)),
    outdir: root, // nothing is written
    write: false,
  });
  return files.filter((file) => {
    const graph = reach(metafile, file);
    return [...graph].some((path) => path.startsWith(`${folder}/`)) && ![...graph].some((path) => IMPURE.test(path));
  });
}

/** Bundles the test files with the mutants in the code, and the worker that runs them; addresses by file. */
export async function bundleTests(
  files: string[],
  mutants: ReadonlyMap<string, Numbered[]>,
  outdir: string,
): Promise<Map<string, string>> {
  await build({
    ...options([withMutants(mutants)]),
    entryPoints: Object.fromEntries(
      [...files, "test/mutate/worker.ts"].map((file) => [file.replace(/\.ts$/, ""), join(root, file)]),
    ),
    outdir,
    outExtension: { ".js": ".mjs" },
  });
  return new Map(files.map((file) => [file, pathToFileURL(join(outdir, file.replace(/\.ts$/, ".mjs"))).href]));
}

function options(plugins: Plugin[]): BuildOptions & { metafile: true } {
  const [requireNode] = bundleOptions.plugins!;
  return {
    ...bundleOptions,
    plugins: [...plugins, recordTests, requireNode!],
    external: EXTERNAL,
    ignoreAnnotations: true, // our own package.json says that tests have no side effects
    logLevel: "error",
  };
}

const recordTests: Plugin = {
  name: "record-tests",
  setup: (context) =>
    context.onResolve({ filter: /^uvu$/ }, () => ({ path: join(root, "test", "mutate", "recorder.ts") })),
};

function withMutants(mutants: ReadonlyMap<string, Numbered[]>): Plugin {
  return {
    name: "mutants",
    setup(context) {
      context.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (path.includes("node_modules")) return undefined;
        const text = readFileSync(path, "utf8");
        const mutated = instrument(text, mutants.get(relative(root, path)) ?? []);
        // A test finds its fixtures from where its source is.
        const contents = mutated.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href));
        return { contents, loader: "ts" };
      });
    },
  };
}

/** Every path that a file imports, directly or not. */
function reach({ inputs }: Metafile, file: string): Set<string> {
  const seen = new Set([file]);
  for (const path of seen) for (const { path: next } of inputs[path]?.imports ?? []) seen.add(next);
  return seen;
}
