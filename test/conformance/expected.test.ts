import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { EXPECTED, readOne, readResults, SKILLS } from "./expected.ts";

test("the suite's summary is read, and nothing else of its output", () => {
  const output = "Running client scenario 'ping'\n✓ ping: 2 passed, 0 failed\n✗ caching: 4 passed, 3 failed\n" +
    "  ✓ inner: 1 passed, 0 failed\nTotal: 6 passed, 3 failed\n";
  assert.equal([...readResults(output)], [
    ["ping", { passed: 2, failed: 0 }],
    ["caching", { passed: 4, failed: 3 }],
  ]);
});

test("the last line of one scenario is read", () => {
  assert.equal(readOne("Checks:\nPassed: 31/32, 1 failed, 0 warnings\n"), { passed: 31, failed: 1 });
  assert.is(readOne("It crashed"), undefined);
});

test("the documentation lists the scenarios that are expected to pass", () => {
  const page = readFileSync(new URL("../../docs/conformance.md", import.meta.url), "utf8");
  const server = page.slice(page.indexOf("## Server"));
  for (const names of [...Object.values(EXPECTED), SKILLS]) {
    for (const name of names) assert.match(server, `\`${name}\``);
  }
});

test.run();
