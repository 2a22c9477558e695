// Prints how much of the package reaches a bundle that uses the reducer alone, and one that uses the whole core.
import { build } from "esbuild";
import process from "node:process";
import { gzipSync } from "node:zlib";
import { root } from "./runtimes.ts";

const LIMITS_KB: Record<string, { code: string; limit: number; without?: RegExp }> = {
  "the reducer": {
    code: `export { start, step, options, envelope, renderEnvelope, replay } from "skill-workflow";`,
    limit: 85,
    without: /YAMLParseError|YAMLMap/,
  },
  "the whole core": { code: `export * from "skill-workflow";`, limit: 150 },
};

for (const [name, { code, limit, without }] of Object.entries(LIMITS_KB)) {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    write: false,
    logLevel: "error",
  });
  const text = outputFiles[0]!.text;
  const size = gzipSync(text).length / 1000;
  console.log(`${name}: ${size.toFixed(1)} kB gzip of at most ${limit}`);
  if (size > limit || without?.test(text)) {
    console.error(without?.test(text) ? `${name} holds yaml` : `${name} is too large`);
    process.exitCode = 1;
  }
}
