import { readdirSync, readFileSync, statSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { readSkill } from "../../lib/skill/read_skill.ts";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";

const folder = new URL("../fixtures/valid/", import.meta.url);
const names = readdirSync(folder).sort();

/** The texts of a skill's files by relative path. */
function filesOf(url: URL, prefix = ""): Record<string, string> {
  return Object.assign(
    {},
    ...readdirSync(url).map((name) => {
      const child = new URL(encodeURIComponent(name), url);
      return statSync(child).isDirectory()
        ? filesOf(new URL(`${encodeURIComponent(name)}/`, url), `${prefix}${name}/`)
        : { [prefix + name]: readFileSync(child, "utf8") };
    }),
  );
}

for (const name of names) {
  test(`nothing is said about ${name}`, () => {
    const flat = /\.ya?ml$/.test(name);
    const path = flat ? name : `${name}/SKILL.md`;
    const files = flat ? {} : filesOf(new URL(`${name}/`, folder));
    const { skill, diagnostics } = readSkill(readFileSync(new URL(path, folder)), { path, files });
    const found = [...diagnostics, ...(skill?.workflow ? validateGraph(skill.workflow) : [])];
    assert.equal(found.map((one) => `${one.range.start.line} ${one.code} ${one.message}`), []);
    assert.equal(skill?.needs, []);
    if (skill?.kind === "workflow") assert.ok(skill.workflow);
  });
}

test("the folder holds all forms", () => assert.ok(names.length >= 15));

test.run();
