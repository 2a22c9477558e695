import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import type { JsonObject } from "../../lib/json.ts";
import { writeFrontMatter } from "../../mcp/write_front_matter.ts";

const table: [values: JsonObject, text: string][] = [
  [{ name: "kind-words", description: "Says kind words" }, "name: kind-words\ndescription: Says kind words\n"],
  [{ version: "1.10", no: "yes", when: "2026-01-01" }, 'version: "1.10"\n"no": "yes"\nwhen: "2026-01-01"\n'],
  [{ a: "x: y", b: "- c", d: "é", e: "two\nlines" }, 'a: "x: y"\nb: "- c"\nd: "é"\ne: "two\\nlines"\n'],
  [{ metadata: { kind: "reference" }, list: [1, true, null] }, 'metadata: {"kind":"reference"}\nlist: [1,true,null]\n'],
];
for (const [values, text] of table) {
  test(JSON.stringify(values), () => assert.is(writeFrontMatter(values), text));
}

test("whatever is written is read as it was, by the older YAML too", () => {
  const values = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue());
  fc.assert(fc.property(values, (value) => {
    const plain = JSON.parse(JSON.stringify(value)) as JsonObject;
    if (Object.hasOwn(plain, "__proto__") || Object.keys(plain).length === 0) return;
    const text = writeFrontMatter(plain);
    for (const version of ["1.2", "1.1"] as const) {
      // A merge key is the older version's own.
      if (version === "1.1" && Object.hasOwn(plain, "<<")) continue;
      assert.equal(JSON.parse(JSON.stringify(parse(text, { version }))), plain);
    }
  }));
});

test.run();
