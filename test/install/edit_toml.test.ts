import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { getToml, setToml, takeToml } from "../../lib/host/install/edit_toml.ts";

const PATH = ["mcp_servers", "skill-workflow"];
const ENTRY = { command: "/n", args: ["a", "b"], default_tools_approval_mode: "approve" };

const TEXTS = [
  "",
  'model = "gpt"\n',
  '# mine\nmodel = "gpt"   # why\n\n[projects."/home/ada/x"] # trusted\ntrust_level = "trusted"\n',
  '[mcp_servers.other]\ncommand = "o"\nargs = [\n  "a", # first\n  "b",\n]\n\n[mcp_servers.other.env]\nA = "1"\n',
  'a = 1\r\n\r\n[mcp_servers.other]\r\ncommand = "o"\r\n',
  "started = 1979-05-27T07:32:00Z\nday = 1979-05-27\nbig = 9007199254740993\npi = 3.0\nno = nan\n",
  '[[hooks.PreToolUse]]\nmatcher = "x"\n[[hooks.PreToolUse]]\nmatcher = "y"\n',
  "x = 1",
];

test("a table of our own at the end, every other byte as it was, and back", () => {
  for (const text of TEXTS) {
    const edited = setToml(text, PATH, ENTRY);
    assert.ok(edited.startsWith(text), text);
    assert.equal(getToml(edited, PATH), ENTRY);
    assert.is(setToml(edited, PATH, ENTRY), edited, "idempotent");
    const back = takeToml(edited, PATH);
    assert.is(getToml(back, PATH), undefined);
    assert.is(back.trimEnd(), text.trimEnd());
    if (text.endsWith("\n")) assert.is(back, text);
    if (text.includes("\r\n")) assert.not.match(edited, /[^\r]\n/);
  }
});

test("what others wrote behind our table stays, comments too", () => {
  const edited = `${setToml("a = 1\n", PATH, ENTRY)}\n# theirs\n[zed]\nb = 2\n`;
  assert.is(takeToml(edited, PATH), "a = 1\n\n# theirs\n[zed]\nb = 2\n");
});

test("our table is changed in its place", () => {
  const text = `${setToml("a = 1\n", PATH, ENTRY)}\n# theirs\n[zed]\nb = 2\n`;
  const edited = setToml(text, PATH, { ...ENTRY, command: "/m" });
  assert.is(edited, text.replace('"/n"', '"/m"'));
});

test("a table with tables below it goes whole", () => {
  const text = `${setToml("a = 1\n", PATH, ENTRY)}\n[mcp_servers.skill-workflow.env]\nB = "2"\n\n[zed]\nc = 3\n`;
  const back = takeToml(text, PATH);
  assert.is(getToml(back, PATH), undefined);
  assert.equal(getToml(back, ["zed"]), { c: 3 });
});

test("servers in one line", () => {
  const text = 'mcp_servers = { other = { command = "o" } }\n';
  const edited = setToml(text, PATH, ENTRY);
  assert.equal(getToml(edited, PATH), ENTRY);
  assert.equal(getToml(edited, ["mcp_servers", "other"]), { command: "o" });
});

test("what can't be read, or isn't a table where one is needed, is refused", () => {
  for (const text of ["a = ", "[a\n", "a = 1\na = 2\n", "x = 'a", "= 1"]) {
    assert.throws(() => setToml(text, PATH, ENTRY), undefined, text);
    assert.throws(() => takeToml(text, PATH), undefined, text);
  }
  assert.throws(() => setToml("mcp_servers = 1\n", PATH, ENTRY), /"mcp_servers" isn't a table/);
  assert.throws(() => setToml("[[mcp_servers]]\na = 1\n", PATH, ENTRY), /"mcp_servers" isn't a table/);
});

test("names and texts that need quoting", () => {
  const entry = { command: 'C:\\n "x"\n', args: [], "a b": { "c.d": 1 } };
  assert.equal(getToml(setToml("", ["mcp_servers", "a b"], entry), ["mcp_servers", "a b"]), entry);
});

test("for any layout: every byte of others stays, and taking away gives the very text", () => {
  const line = fc.constantFrom(
    "",
    "# a comment [x]",
    "    # indented",
    'model = "gpt"   # why',
    "  n=1_000",
    "pi = 3.140",
    "when = 1979-05-27T07:32:00Z",
    "list = [ 1, # one\n  2,\n]",
    "inline = { a = 1, b.c = 'x' }",
    'text = """\n[not.a.table]\n"""',
    '"quoted key" = true',
  );
  const head = fc.constantFrom("[zed]", "[ mcp_servers.other ]", '[projects."/a.b"] # t', "[[many.of]]", "[a.b.'c d']");
  const table = fc.tuple(head, fc.uniqueArray(line, { maxLength: 4 })).map(([first, rest]) => [first, ...rest]);
  const tables = fc.uniqueArray(table, { selector: ([first]) => first, maxLength: 4 });
  const text = fc.tuple(fc.uniqueArray(line, { maxLength: 4 }), tables, fc.constantFrom("\n", "\r\n"))
    .map(([top, below, end]) => [...top, ...below.flat(), ""].join("\n").replaceAll("\n", end));
  fc.assert(
    fc.property(text, (before) => {
      const edited = setToml(before, PATH, ENTRY);
      assert.ok(edited.startsWith(before));
      assert.equal(getToml(edited, PATH), ENTRY);
      assert.is(setToml(edited, PATH, ENTRY), edited, "idempotent");
      const changed = setToml(edited, PATH, { ...ENTRY, command: "/m" });
      assert.is(changed, edited.replace('"/n"', '"/m"'));
      assert.is(takeToml(edited, PATH), before);
    }),
    { numRuns: 200 },
  );
});

test.run();
