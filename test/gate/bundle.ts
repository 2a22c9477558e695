// How the program and its libraries are bundled: for dist/, and for the tests that start the program on Node.
import { build, type BuildOptions, type BuildResult, type Plugin } from "esbuild";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { leaveOut } from "./leave_out.ts";
import { oneStart } from "./one_start.ts";
import { root } from "./runtimes.ts";

/** CommonJS dependencies `require` Node's modules, which a bundle in ESM can only import. */
const requireNode: Plugin = {
  name: "require-node",
  setup(context) {
    const names = new Set(builtinModules);
    context.onResolve({ filter: /^(node:)?[a-z_/]+$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, "");
      return kind === "require-call" && names.has(name) ? { path: name, namespace: "require-node" } : undefined;
    });
    context.onLoad({ filter: /.*/, namespace: "require-node" }, ({ path }) => ({
      contents: `import value from "node:${path}"; module.exports = value;`,
    }));
  },
};

/** What every bundle has in common. */
export const bundleOptions: BuildOptions & { metafile: true } = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  metafile: true,
  legalComments: "none", // the licences are collected as files
  logLevel: "warning",
  plugins: [requireNode, leaveOut],
  alias: {
    // Its build for Node is CommonJS, which can't be shaken, and reads variables from the environment.
    yaml: join(root, "node_modules", "yaml", "browser", "index.js"),
    // Its build for Node is UMD, whose `require` no bundler can follow.
    "jsonc-parser": join(root, "node_modules", "jsonc-parser", "lib", "esm", "main.js"),
  },
};

/** The program as people get it: `cli.js` in a folder, and what it loads later beside it. */
export async function bundleProgram(outdir: string): Promise<BuildResult<{ metafile: true }>> {
  const options = {
    ...bundleOptions,
    outdir,
    entryPoints: {
      cli: "cli.ts",
      "cli/hook": "lib/host/hook/program.ts",
      "cli/scenario_thread": "lib/cli/test/scenario_thread.ts",
    },
    chunkNames: "cli/[name]-[hash]",
    minify: true,
  };
  const { metafile } = await build({ ...options, write: false });
  return await build({ ...options, plugins: [...options.plugins!, oneStart(metafile, root)] });
}
