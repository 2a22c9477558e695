import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { describeTextLink, readTextLink, textLinkTarget } from "../../lib/host/text_link.ts";
import { posix } from "./processes.ts";
import { scratch } from "./scratch.ts";

for (
  const text of ["../team-skills", "../../a/b", "./a", "a/b", "a-b/c_d.e/", "../with blank/x", "..\/x\n", "../x\r\n"]
) {
  test(`${JSON.stringify(text)} looks like a link's target`, () => {
    assert.is(textLinkTarget(text), text.replace(/\r?\n$/, ""));
  });
}

for (
  const text of [
    "",
    "\n",
    "skills",
    "a b/c d",
    "---\nname: x\n---\n",
    "../a\n../b\n",
    "../a\n\n",
    " ../a",
    "../a ",
    "/etc/passwd",
    "C:/x",
    "https://a/b",
    "../a\0b",
    "# Heading ../a",
    `../${"x".repeat(1_100)}`,
  ]
) {
  test(`${JSON.stringify(text.slice(0, 30))} doesn't`, () => assert.is(textLinkTarget(text), undefined));
}

test("it's read from regular files only, and from small ones", () => {
  const folder = scratch({
    "link": "../team-skills",
    "skill/SKILL.md": "---\n",
    "large": "../".repeat(1_000),
    "binary": Uint8Array.of(0x2e, 0x2e, 0x2f, 0xff),
  });
  assert.is(readTextLink(join(folder, "link")), "../team-skills");
  for (const name of ["skill", "skill/SKILL.md", "large", "binary", "nowhere", "link/deeper"]) {
    assert.is(readTextLink(join(folder, name)), undefined, name);
  }
  if (!posix) return;
  symlinkSync("link", join(folder, "real-link"));
  assert.is(readTextLink(join(folder, "real-link")), undefined);
});

test("what to do about it is said, with the target", () => {
  const text = describeTextLink("/w/.agents/skills", "../team-skills");
  assert.match(text, '"/w/.agents/skills" is a file that looks like a link checked out as text, to "../team-skills"');
  assert.match(text, "core.symlinks");
});

test.run();
