import { test } from "uvu";
import * as assert from "uvu/assert";
import { build } from "esbuild";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSkill, start, step, validateGraph } from "../../mod.ts";
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
/** What CEL has, and conditions have or refuse. */
const CONDITIONS = [
  "size(context.s) == 2 && context.s.startsWith('a') && context.s.endsWith('b') && context.s.contains('ab')",
  "[1, 2].size() > 1 && 2 in [1, 2] && {'a': 1}.size() == 1 && size('é') == 1",
  "has(context.s) && context.get('s') != null && visits.a >= 1 && cycle_number == 1",
  "context.s.matches('^a')",
  "context.s.lowerAscii() == 'ab' || context.s.trim() == ''",
  "context.s.indexOf('b') == 1 && context.s.substring(0, 1) == 'a' && context.s.split(',').join('') == 'ab'",
  "timestamp('2026-01-01T00:00:00Z').getFullYear() == 2026",
  "duration('1h') > duration('1m')",
  "timestamp('2026-01-01T00:00:00Z') - timestamp('2025-01-01T00:00:00Z') > duration('1h')",
  "type(1) == int && google.protobuf.Duration != null && optional.none().hasValue()",
  "b'ab' == bytes('ab') && b'ab'.hex() != '' && string(b'ab') == 'ab'",
  "int('1') == 1 && uint(1) == 1u && double('1') == 1.0 && bool('true') && string(1) == '1' && dyn(1) == 1",
  "[1, 2].all(i, i > 0) && [1].exists(i, i == 1) && [1].map(i, i + 1) == [2]",
  "context.s + 1 == 2",
  "context.s > 1",
  "1 / 0 == 1",
  "context.missing",
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

/** Where a walk goes by a condition, or why it goes nowhere. */
function takes(
  library: { parseSkill: typeof parseSkill; start: typeof start; step: typeof step },
  condition: string,
): string {
  const at = "2026-01-01T00:00:00Z";
  const exits = JSON.stringify([{ condition, target: "b" }, { default: "c" }]);
  const text =
    `---\nname: x\ndescription: X.\nworkflow:\n  context_schema: {s: {type: string, default: ab}}\n  steps:\n` +
    `    - {id: a, prompt: A., transitions: ${exits}}\n    - {id: b, prompt: B., end: true}\n` +
    "    - {id: c, prompt: C., end: true}\n---\nCall start_workflow.\n";
  try {
    const first = library.start(library.parseSkill(text).workflow!, { id: "wf_x_00000000", at });
    return library.step(first, { type: "deliver", at, door: "library", turn: 0, output: "x" }).step!;
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
    for (const condition of CONDITIONS) {
      assert.is(takes(bundle, condition), takes({ parseSkill, start, step }, condition), condition);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
