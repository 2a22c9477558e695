import { test } from "uvu";
import * as assert from "uvu/assert";
import { bundleOptions } from "./bundle.ts";
import { build } from "esbuild";

/** What a client waits for at every start, and what of it must come later, where it's needed. */
const ENTRIES = ["lib/cli/main.ts", "mcp/serve.ts", "lib/host/hook/serve_hook.ts"];
const LATER =
  /node_modules\/(?:yaml|@marcbachmann\/cel-js|markdown-it|@cfworker|@dagrejs|@modelcontextprotocol\/client)\//;

for (const entry of ENTRIES) {
  test(`${entry} loads no parser before it is asked for something`, async () => {
    const { metafile } = await build({ ...bundleOptions, entryPoints: [entry], outdir: "unwritten", write: false });
    const from = new Map([[entry, ""]]);
    for (const file of from.keys()) {
      for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
        if (kind === "import-statement" && !from.has(path)) from.set(path, file);
      }
    }
    const early = [...from.keys()].filter((file) => LATER.test(file));
    const chain = (file: string): string => file === "" ? "" : `${chain(from.get(file)!)} > ${file}`;
    assert.equal(early.slice(0, 3).map(chain), []);
  });
}

test.run();
