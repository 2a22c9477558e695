import { test } from "uvu";
import * as assert from "uvu/assert";
import { findMutants } from "./find_mutants.ts";
import { instrument } from "./instrument.ts";
import { readEquivalents } from "./equivalents.ts";

/** What a function's body returns for 1, 2 and 3: as it is, then with each of its mutants. */
function answers(body: string): Record<string, unknown> {
  const text = `function f(x) { ${body} }`;
  const mutants = findMutants(text).map((mutant, i) => ({ ...mutant, id: i + 1 }));
  const mutated = instrument(text, mutants);
  const run = (active: number) => {
    const f = new Function("$mutated", `${mutated}; return f;`)((id: number) => id === active) as (
      x: number,
    ) => unknown;
    return [1, 2, 3].map(f);
  };
  return Object.fromEntries([
    ["", run(0)],
    ...mutants.map(({ id, before, after }) => [`${before} → ${after}`, run(id)]),
  ]);
}

test("every mutant is there, one at a time, whether it stands in another one or not", () => {
  assert.equal(answers("if (x > 1 && x < 3) return x; return [x].some((y) => y === 3) ? -x : x;"), {
    "": [1, 2, -3],
    "x > 1 && x < 3 → true": [1, 2, 3],
    "x > 1 && x < 3 → false": [1, 2, -3],
    "x > 1 && x < 3 → (x > 1) || (x < 3)": [1, 2, 3],
    "x > 1 → (x) >= (1)": [1, 2, -3],
    "x > 1 → (x) <= (1)": [1, 2, -3],
    "1 → 2": [1, 2, -3],
    "x < 3 → (x) <= (3)": [1, 2, 3],
    "x < 3 → (x) >= (3)": [1, 2, 3],
    "3 → 4": [1, 2, 3],
    "x → undefined": [1, undefined, -3],
    "[x].some((y) => y === 3) ? -x : x → undefined": [undefined, 2, undefined],
    "[x].some((y) => y === 3) → true": [-1, 2, -3],
    "[x].some((y) => y === 3) → false": [1, 2, 3],
    ".some → .every": [1, 2, -3],
    "y === 3 → (y) !== (3)": [-1, 2, 3],
  });
});

test("a statement is left out, and the edges of a pattern", () => {
  assert.equal(answers("let n = 0; n += x; return n;")["n += x; → "], [0, 0, 0]);
  assert.equal(answers("let n = 0; if (x < 2) n = 1; else if (x < 3) n = 2; return n;")[""], [1, 2, 0]);
  assert.equal(answers('return /^a$/.test("ba")')["/^a$/ → /a$/"], [true, true, true]);
});

test("types, imports and texts are left alone", () => {
  const text =
    'import a from "b" with { type: "json" };\ntype C = 1 | true;\nlet d: C | "x" = e as 1;\nconst g = "a" + f;';
  assert.equal(findMutants(text), []);
});

test("what is excused says why", () => {
  // Reads the file, which refuses a block without a reason.
  assert.is(readEquivalents().has({ file: "lib/a.ts", source: "a", before: "a", after: "b" }), false);
});

test.run();
