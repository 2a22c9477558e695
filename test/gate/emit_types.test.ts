import { test } from "uvu";
import * as assert from "uvu/assert";
import { forPackage, specifiersOf } from "./emit_types.ts";

const named: [declaration: string, specifiers: string[]][] = [
  [`export { a } from "./a.ts";`, ["./a.ts"]],
  [`import type { A } from '../a.ts';\nimport { B } from "valibot";`, ["../a.ts", "valibot"]],
  [`export declare const a: import("yaml").Document;`, ["yaml"]],
  [`import "node:fs";`, ["node:fs"]],
  [`/** Like \`import { a } from "skill-workflow"\`. */\nexport declare const a: 1;`, []],
  [`export declare const from: "a";`, []],
];

for (const [declaration, specifiers] of named) {
  test(`finds what ${declaration} names`, () => assert.equal(specifiersOf(declaration), specifiers));
}

test("rewrites relative names of sources only, and drops a first line for the shell", () => {
  const text =
    `#!/usr/bin/env node\nexport * from "./a.ts";\nexport type B = import("../b/mod.ts").B;\nimport "a.ts";\n`;
  const shipped = `export * from "./a.js";\nexport type B = import("../b/mod.js").B;\nimport "a.ts";\n`;
  assert.is(forPackage(text), shipped);
});

test.run();
