import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { JsonText } from "../../lib/host/install/edit_json.ts";

const PATH = ["mcpServers", "skill-workflow"];
const ENTRY = { command: "/n", args: ["a"] };

test("one key more, every other byte as it was, and back", () => {
  const texts = [
    '{\n  "a": 1\n}\n',
    '{\n\t"a": 1,\n\t"mcpServers": {\n\t\t"other": { "command":"x" }\n\t}\n}',
    '{"a":1,   "mcpServers":{"other":{}}}',
    '{\r\n    "a": 1,\r\n    "mcpServers": {\r\n        "other": {}\r\n    }\r\n}\r\n',
    '\uFEFF{\n  "mcpServers": {\n    "other": {}\n  }\n}\n',
    '{ // why\n  "a": 1, /* b */ "mcpServers": {\n    // first\n    "other": {}, // last\n  }, // end\n}\n',
    '{\n  "mcpServers": {\n    "z": [1,\n 2]\n  },\n  "weird"  :   "spacing"\n}\n',
  ];
  for (const text of texts) {
    const with_ = new JsonText(text, true).set(PATH, ENTRY);
    assert.equal(with_.get(PATH), ENTRY, text);
    const lines = text.split(/\r?\n/).map((one) => one.replace(/,?\s*$/, ""));
    for (const line of lines.length > 1 ? lines : []) {
      assert.ok(with_.toString().includes(line.trim()), `${line} of ${text}`);
    }
    if (text.includes("\r\n")) assert.not.match(with_.toString(), /[^\r]\n/);
    const back = with_.take(PATH);
    assert.is(back.get(PATH), undefined);
    if (text.includes("other")) assert.equal(back.get(["mcpServers"]), new JsonText(text, true).get(["mcpServers"]));
  }
});

test("where the container was there before, taking away gives the very text", () => {
  const rows = [
    '{\n  "mcpServers": {\n    "other": {}\n  }\n}\n',
    '{\n\t"mcpServers": {\n\t\t"other": {  "a":1 }\n\t},\n\t"b": 2\n}\n',
    '{\n  // why\n  "mcpServers": {\n    "other": {} // o\n  }\n}\n',
    '{\n  "mcpServers": {\n    "other": {} // o\n    /* last */\n  }\n}\n',
    '{"a":1,   "mcpServers":{"other":{}}}',
    '{"mcpServers":{"other":{} /* o */}, "b":2}',
    '{\r\n  "mcpServers": {\r\n    "other": {}\r\n  }\r\n}',
    '\uFEFF{\n  "mcpServers": {\n    "other": {}\n  }\n}\n',
  ];
  for (const text of rows) {
    const edited = new JsonText(text, true).set(PATH, ENTRY);
    assert.is(edited.take(PATH).toString(), text);
    assert.is(edited.set(PATH, { ...ENTRY, command: "/m" }).set(PATH, ENTRY).toString(), edited.toString());
  }
});

test("a trailing comma and the comments around it stay", () => {
  const text = '{ // a\n  "mcpServers": { // b\n    "other": {}, // c\n    // d\n  }, // e\n} // f\n';
  const edited = new JsonText(text, true).set(PATH, ENTRY);
  const shown =
    '    // d\n    "skill-workflow": {\n      "command": "/n",\n      "args": [\n        "a"\n      ]\n    },\n  }, // e';
  assert.ok(edited.toString().includes(shown), edited.toString());
  assert.is(edited.take(PATH).toString(), text);
});

test("lists: at the end, in place, and out again", () => {
  const text = '{\n  "list": [\n    { "a": 1 }, // one\n    { "b": 2 }\n  ]\n}\n';
  const json = new JsonText(text, true);
  const longer = json.set(["list", 2], { c: 3 }, true);
  assert.equal(longer.get(["list"]), [{ a: 1 }, { b: 2 }, { c: 3 }]);
  assert.is(longer.take(["list", 2]).toString(), text);
  assert.equal(json.set(["list", 0], { z: 0 }).get(["list"]), [{ z: 0 }, { b: 2 }]);
  assert.equal(json.take(["list", 0]).get(["list"]), [{ b: 2 }]);
  assert.match(json.take(["list", 1]).toString(), /\{ "a": 1 \} \/\/ one/);
  assert.is(new JsonText('{"l":[1]}', false).set(["l", 1], 2, true).toString(), '{"l":[1, 2]}');
  assert.is(new JsonText('{"l":[1, 2]}', false).take(["l", 0]).toString(), '{"l":[2]}');
  assert.is(new JsonText('{"l":[]}', false).set(["l", 0], 1, true).take(["l", 0]).get(["l"]), undefined);
});

test("an empty text becomes an object", () => {
  for (const text of ["", " \n", "{}"]) {
    const edited = new JsonText(text, false).set(PATH, ENTRY);
    assert.equal(JSON.parse(edited.toString()), { mcpServers: { "skill-workflow": ENTRY } });
    assert.is(edited.take(PATH).toString().replace(/\s/g, ""), "{}");
  }
});

test("what can't be read, or isn't an object where one is needed, is refused", () => {
  const rows: [string, boolean, RegExp][] = [
    ["{", false, /line 1 can't be read/],
    ['{\n  "a": 1\n  "b": 2\n}', false, /line 3 can't be read/],
    ['{ "a": 1 } // c', false, /can't be read/],
    ['{ "a": 1, }', false, /can't be read/],
    ["[]", true, /isn't a JSON object/],
    ["null", true, /isn't a JSON object/],
    ['{"a": 1, "a": 2}', true, /key "a" twice/],
    ['{"mcpServers": {"x": {}, "x": {}}}', true, /key "x" twice/],
  ];
  for (const [text, comments, message] of rows) {
    assert.throws(() => new JsonText(text, comments), (error: Error) => message.test(error.message), text);
  }
  for (const text of ['{"mcpServers": []}', '{"mcpServers": "x"}', '{"mcpServers": null}']) {
    assert.throws(() => new JsonText(text, true).set(PATH, ENTRY), /"mcpServers" isn't an object/);
  }
});

test("for any object: setting and taking our key leaves the others' values", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom("", "  ", "\t"), (value, indent) => {
      fc.pre(!Object.hasOwn(value, "mcpServers") && !Object.hasOwn(value, "__proto__"));
      const text = JSON.stringify(value, null, indent);
      const edited = new JsonText(text, false).set(PATH, ENTRY);
      const { mcpServers, ...others } = JSON.parse(edited.toString());
      assert.equal(JSON.stringify(others), JSON.stringify(value));
      assert.equal(mcpServers, { "skill-workflow": ENTRY });
      assert.is(JSON.stringify(JSON.parse(edited.take(PATH).toString())), JSON.stringify(value));
    }),
  );
});

test("for any layout with comments: every byte of others stays, and taking away gives the very text", () => {
  const blank = fc.constantFrom("", " ", "\n", "\n  ", "\n\t", "\r\n  ", "  ");
  const comment = fc.constantFrom("", "// a, {\n", "/* b } */", "/* c\n\n */ ", '// "d": 1\n  ');
  const gap = fc.tuple(blank, comment, blank).map((parts) => parts.join(""));
  const name = fc.constantFrom("a", "b c", String.raw`x\"y`, "ü", "0");
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }).map((one) => JSON.stringify(one).replaceAll("/", "-")),
    fc.constant("[ 1,\n 2 ]"),
  );
  const members = fc.uniqueArray(fc.tuple(name, gap, gap, value, gap), { selector: ([key]) => key, maxLength: 4 });
  const object = fc.tuple(members, fc.boolean(), gap).map(([list, trails, last]) =>
    `{${last}${
      list.map(([key, before, after, text, behind]) => `${before}"${key}"${after}:${after}${text}${behind}`).join(",")
    }${trails && list.length > 0 ? "," : ""}${last}}`
  );
  fc.assert(
    fc.property(object, object, gap, (before, inner, end) => {
      // The servers stand last in the object, behind whatever else is there.
      const open = before.slice(0, before.lastIndexOf("}"));
      const comma = /[,{]\s*$/.test(withoutComments(open)) ? "" : ",";
      const text = `${open}${comma}"mcpServers":${inner}${end}}${end}`;
      const edited = new JsonText(text, true).set(PATH, ENTRY);
      assert.equal(edited.get(PATH), ENTRY);
      assert.equal({ ...edited.get(["mcpServers"]) as object, "skill-workflow": undefined }, {
        ...new JsonText(text, true).get(["mcpServers"]) as object,
        "skill-workflow": undefined,
      });
      assert.ok(isSubsequence(text, edited.toString()), "nothing of others is gone");
      if (Object.keys(new JsonText(text, true).get(["mcpServers"]) as object).length > 0) {
        assert.is(edited.take(PATH).toString(), text);
      }
    }),
    { numRuns: 200 },
  );
});

/** Near enough for the texts above. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*\n/g, "");
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const c of whole) if (c === part[at]) at++;
  return at >= part.length || [...part].length < part.length;
}

test.run();
