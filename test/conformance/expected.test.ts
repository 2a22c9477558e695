import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Checks, PLAIN, readOne, readResults, REQUIRED, SKILLS, UNSCORED } from "./expected.ts";
import { findFailures, renderResults, type Results, withResults } from "./table.ts";

/** As if everything had passed but for what is given. */
function resultsBut(but: Record<string, Checks | undefined>): Results {
  const all = (names: readonly string[]) =>
    new Map(names.flatMap((name) => {
      const checks = name in but ? but[name] : { passed: 2, failed: 0 };
      return checks ? [[name, checks] as const] : [];
    }));
  const by = (lists: typeof REQUIRED[]) =>
    Object.fromEntries(Object.keys(REQUIRED).map((key) => [key, all(lists.flatMap((list) => list[key]))]));
  return { plain: by([PLAIN]), fixture: by([REQUIRED, UNSCORED]), skills: all(SKILLS) };
}

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

test("the required scenarios are as many as the suite has frozen", () => {
  assert.equal(Object.values(REQUIRED).map((names) => new Set(names).size), [30, 37]);
  for (const [revision, names] of Object.entries(PLAIN)) {
    const known = [...REQUIRED[revision], ...UNSCORED[revision]];
    assert.equal(names.filter((name) => !known.includes(name)), []);
  }
});

test("what fails and what didn't run are said by name", () => {
  assert.equal(findFailures(resultsBut({})), []);
  const failures = findFailures(resultsBut({ ping: { passed: 1, failed: 1 }, caching: undefined }));
  assert.equal(failures, [
    "2025-11-25, with fixtures: ping: 1 checks failed",
    "2025-11-25, as it is: ping: 1 checks failed",
    "2026-07-28, with fixtures: caching didn't run",
    "2026-07-28, as it is: caching didn't run",
  ]);
});

test("the results replace what stands between the markers", () => {
  const rendered = renderResults(resultsBut({ caching: { passed: 7, failed: 1 } }));
  assert.match(rendered, /\| `ping` +\| 2 of 2 +\| 2 of 2 +\| – +\| – +\|/);
  assert.match(rendered, /`caching`.*7 of 8/);
  const page = "a\n<!-- results of `npm run conformance` -->\nold\n<!-- end of results -->\nb\n";
  const written = withResults(page, rendered);
  assert.ok(written.startsWith("a\n") && written.endsWith("<!-- end of results -->\nb\n"));
  assert.is(withResults(written, rendered), written);
  assert.throws(() => withResults("no markers", rendered), /has no/);
});

test("the documentation's table has every scenario, each with all of its checks", () => {
  const page = readFileSync(new URL("../../docs/conformance.md", import.meta.url), "utf8");
  const server = page.slice(page.indexOf("## Server"), page.indexOf("## Client"));
  for (const names of [...Object.values(REQUIRED), ...Object.values(UNSCORED), SKILLS]) {
    for (const name of names) assert.match(server, `| \`${name}\``);
  }
  const counts = [...server.matchAll(/(\d+) of (\d+) /g)];
  assert.ok(counts.length > 80);
  assert.equal(counts.filter(([, passed, all]) => passed !== all).map(([found]) => found), []);
});

test.run();
