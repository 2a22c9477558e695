import { test } from "uvu";
import * as assert from "uvu/assert";
import { build } from "esbuild";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSkill, validateGraph } from "../../mod.ts";
import { bundleOptions } from "./bundle.ts";
import { findDocuments } from "./find_blocks.ts";
import { root } from "./runtimes.ts";

/** YAML and Markdown that ask a library for as much as can be asked for. */
const HEADS = [
  "a: &x [1, 0x1f, 0o17, 1e3, .inf, -.INF, .nan, ~, true]\nb: *x\nc: *gone",
  "<<: {a: 1}\nd: !!set {a, b}\ne: !!omap [a: 1]\nf: !!binary aGk=\ng: !!timestamp 2001-12-14t21:59:43.10-05:00",
  "h: !local x\ni: !!str 1\nj: !<tag:yaml.org,2002:int> 3\n? [k]\n: l\n? {m: n}\n: o",
  "a: |2-\n   x\n  y\nb: >+\n  z\n\n\nc: 'it''s'\nd: \"\\u00e9\\x41\\q\"",
  'a: 1\na: 2\n b: 3\n\tc: [4, {d: e\nf: "g',
  "%YAML 1.1\n---\na: yes\n...\n---\nb",
  "workflow:\n  steps:\n    - {id: a, prompt: x, schema: {type: string, format: date, pattern: '(', minLength: 2}, end: true}",
  "workflow:\n  steps:\n    - {id: a, prompt: x, require: {last_line_regex: '(?i)^\\pL+$'}, next: b}\n    - {id: b, section_matcher: '# T', end: true}",
];
const BODY =
  '# T\n\n[a]: java&#115;cript:x "t&amp;t"\n[b]: <a b> (c)\n===\n\n~~~ x&amp;y\n# no\n~~~\n\n| a | b |\n|---|---|\n\n> # q\n\n<div>\n# h\n\n- # l\n';

function answers(
  library: { parseSkill: typeof parseSkill; validateGraph: typeof validateGraph },
  text: string,
): string {
  try {
    const skill = library.parseSkill(text, { path: "x/SKILL.md" });
    return JSON.stringify([skill, skill.workflow && library.validateGraph(skill.workflow)]);
  } catch (error) {
    return String(error);
  }
}

test("a bundle, which leaves out parts of libraries, answers as the sources do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skill-workflow-bundle-"));
  try {
    const outfile = join(folder, "mod.mjs");
    await build({ ...bundleOptions, splitting: false, metafile: false, entryPoints: ["mod.ts"], outfile });
    const bundle = await import(pathToFileURL(outfile).href);
    const texts = [
      ...HEADS.map((head) => `---\nname: x\ndescription: X.\n${head}\n---\n${BODY}`),
      ...findDocuments(root).filter((path) => !path.includes("rules")).map((path) => readFileSync(path, "utf8")),
    ];
    for (const text of texts) assert.is(answers(bundle, text), answers({ parseSkill, validateGraph }, text));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
