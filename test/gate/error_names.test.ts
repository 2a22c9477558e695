import { transform } from "esbuild";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import * as errors from "../../lib/error.ts";
import { root } from "./runtimes.ts";

test("an error's code outlives a bundler that shortens the names of classes", async () => {
  const source = readFileSync(join(root, "lib/error.ts"), "utf8");
  const { code } = await transform(
    `var errors = (() => {${source.replaceAll(/^(?:import .*|export )/gm, "")}
    return [${Object.keys(errors)}]; })();`,
    { loader: "ts", minify: true },
  );
  const shortened = new Function(`${code}; return errors;`)() as (new (message: string, data: never[]) => Error)[];
  const codes = shortened.map((type) => (new type("", []) as Error & { code: string }).code);
  assert.equal(codes, Object.keys(errors));
  assert.ok(codes.length > 20);
});

test.run();
