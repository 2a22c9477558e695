/**
 * What a user sees for broken inputs, to the letter (`update_messages.ts` writes it), and what every message has to name.
 * @module
 */
import { test } from "uvu";
import * as assert from "uvu/assert";
import { casesOf, fixtures, seen } from "./message_cases.ts";

const CASES = [...fixtures()].flatMap(([name, text]) => casesOf(name, text));

for (const one of CASES) {
  test(`${one.fixture}: ${one.title}`, async () => assert.fixture(await seen(one), one.wanted));
}

test("there are many, and no title twice", () => {
  assert.ok(CASES.length >= 60, `${CASES.length}`);
  assert.is(new Set(CASES.map(({ fixture, title }) => fixture + title)).size, CASES.length);
});

/** One finding: its first line, the lines with the source, and the advice. */
const FINDING = /^ *(?<place>\S+:\d+:\d+): (?:error|warning|info) \[[a-z0-9-]+\] (?<message>.+)$/;

for (const one of CASES.filter(({ argv }) => argv[0] === "validate" || argv[0] === "test")) {
  test(`${one.fixture}: ${one.title}: names place, wanted, actual and alternatives`, () => {
    for (const block of one.wanted.split("\n\n")) {
      const found = FINDING.exec(block.split("\n").find((line) => FINDING.test(line)) ?? "");
      if (found === null) continue;
      const { message } = found.groups!;
      assert.match(message, /^["A-Z].*[^.!]$/, "begins upper case or with what was written, without a full stop");
      // What was written: in quotes, as a number or a path, or in words where it's long or can't be quoted.
      assert.match(message, /["']|\d| -> |\b(?:list|map|mapping|text)\b|NUL|UTF-|[Cc]ondition|indentation/i);
      // What is wanted or what there is instead.
      assert.match(block, /wanted|wants|did you mean|the \w+s are|there are|is written|; write |help: |fix: /i);
      assert.ok(/\n.*│ .*\n.*│ +\^/.test(block) || /UTF-16|Invalid UTF-8|NUL/.test(block), "shows the source line");
    }
  });
}

test.run();
