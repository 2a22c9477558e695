/**
 * A server of a few lines as one file, bundled as our own is: what the benches compare with.
 * @module
 */

import { build } from "esbuild";
import { fileURLToPath } from "node:url";

/** Bundles the program `text` into `file`. */
export async function bundleServer(text: string, file: string): Promise<void> {
  await build({
    stdin: { contents: text, resolveDir: fileURLToPath(new URL("../", import.meta.url)) },
    outfile: file,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
}
