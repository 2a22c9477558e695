import { test } from "uvu";
import * as assert from "uvu/assert";
import { docTest } from "./doc_test.ts";
import { runProcess } from "./run_process.ts";
import { findDeno, root } from "./runtimes.ts";

const found = await findDeno();
if ("missing" in found) throw new Error(found.missing);
const deno = found.runtime.command[0]!;

for (const [name, expected] of [["right", 0], ["wrong", 1]] as const) {
  test(`the step "doc-examples" ends with ${expected} for a ${name} example`, async () => {
    const file = `test/gate/fixtures/${name}_example.ts`;
    const { code, output } = await runProcess(docTest(deno, [file]), { cwd: root, limit: 60_000 });
    assert.is(code, expected, output);
    assert.match(output, expected === 0 ? /1 passed \| 0 failed/ : /assertion doesn't hold/);
  });
}

test.run();
