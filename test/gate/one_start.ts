// Puts the many small modules that a start needs into few files: each file more costs a start about a third of a millisecond.
import type { Metafile, Plugin } from "esbuild";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** What the start of `serve` runs through, one loaded by the other. */
const START = ["lib/cli/main.ts", "lib/cli/process_io.ts", "lib/cli/commands/serve.ts", "mcp/serve.ts"];
/** Starts far more often; neither it nor what it loads later may need any of that. */
const HOOK = "lib/host/hook/program.ts";
/** Entries with little of their own. */
const APART = ["cli.ts", "lib/cli/test/scenario_thread.ts"];
/** Too large for those who don't need it. */
const LARGE = /^node_modules\/(?!picocolors\/)/;

/**
 * A bundler puts modules into one file when the same entries need them. Here every entry is made to need all that the start
 * needs of our own small modules; `metafile` is of the same bundle without that.
 */
export function oneStart(metafile: Metafile, root: string): Plugin {
  const entries = Object.values(metafile.outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const apart = reach(metafile, [HOOK], ["import-statement", "dynamic-import"]);
  const hook = reach(metafile, ["cli.ts", HOOK]);
  const small = [...reach(metafile, START)].filter((path) =>
    path.startsWith("lib/") && !hook.has(path) && !entries.includes(path) &&
    ![...reach(metafile, [path])].some((one) => LARGE.test(one))
  ).map((path) => join(root, path));
  const needing = new Set(
    entries.filter((path) => !apart.has(path) && !APART.includes(path)).map((path) => join(root, path)),
  );
  return {
    name: "one-start",
    setup(context) {
      // Our package.json says that nothing has side effects, by which an import without a name would be dropped.
      context.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir }) => {
        const file = join(resolveDir, path);
        return small.includes(file) ? { path: file, sideEffects: true } : undefined;
      });
      context.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!needing.has(path)) return undefined;
        const needs = small.map((file) => `import ${JSON.stringify(`./${relative(dirname(path), file)}`)};`);
        return { contents: `${readFileSync(path, "utf8")}\n${needs.join("\n")}`, loader: "ts" };
      });
    },
  };
}

/** What the entries import at once, themselves included. */
function reach({ inputs }: Metafile, entries: readonly string[], kinds = ["import-statement"]): Set<string> {
  const seen = new Set(entries);
  for (const path of seen) {
    for (const { path: next, kind } of inputs[path]?.imports ?? []) if (kinds.includes(kind)) seen.add(next);
  }
  return seen;
}
