import { test } from "uvu";
import * as assert from "uvu/assert";
import * as fc from "fast-check";
import { findReferences, interpolate } from "../../lib/workflow/interpolate.ts";

/** Text, and what stands in it: `kind:name@start-end`. */
const FOUND: [text: string, references: string][] = [
  ["", ""],
  ["nothing", ""],
  ["{{input}}", "input:@0-9"],
  ["{{ input }}", "input:@0-11"],
  ["{{\tinput\t}}", "input:@0-11"],
  ["{{my-step}}", "step:my-step@0-11"],
  ["{{v1.2_a}}", "step:v1.2_a@0-10"],
  ["{{context.n}}", "context:n@0-13"],
  ["a {{ context.n }} b {{x}}", "context:n@2-17 step:x@20-25"],
  ["{{x}}{{y}}", "step:x@0-5 step:y@5-10"],
  ["{{{x}}}", "step:x@1-6"],
  ["{{{{x}}}}", "step:x@2-7"],
  ["{{x}}}", "step:x@0-5"],
  ["{x}}", ""],
  ["{{x}", ""],
  ["{{x} }", ""],
  ["{ {x}}", ""],
  ["{{}}", ""],
  ["{{ }}", ""],
  ["{{two words}}", ""],
  ["{{#if x}}", ""],
  ["{{a{{b}}", "step:b@3-8"],
  ["{{x\n}}", ""],
  ["{{context}}", "step:context@0-11"],
  ["{{context.}}", "context:@0-12"],
  ["{{context.a.b}}", "context:a.b@0-15"],
  ["{{context.my-var}}", "context:my-var@0-18"],
  ["{{inputs}}", "step:inputs@0-10"],
  ["{{__proto__}}", "step:__proto__@0-13"],
  ["{{été}}", ""],
  ["😀{{x}}", "step:x@2-7"],
];

for (const [text, expected] of FOUND) {
  test(`references of ${JSON.stringify(text)}`, () => {
    const printed = findReferences(text).map(({ kind, name, start, end }) => `${kind}:${name}@${start}-${end}`);
    assert.is(printed.join(" "), expected);
  });
}

const VALUES = new Map([["input:", "IN"], ["step:a", "{{input}}"], ["context:n", "2"], ["step:empty", ""], [
  "context:$",
  "$&$1",
]]);
const lookUp = (kind: string, name: string): string | undefined => VALUES.get(`${kind}:${name}`);

/** Text, with what is missing dropped, with it kept, names of what is missing. */
const PUT: [text: string, empty: string, keep: string, missing: string[]][] = [
  ["Do {{input}}.", "Do IN.", "Do IN.", []],
  ["{{ context.n }}+{{context.n}}", "2+2", "2+2", []],
  ["{{a}}", "{{input}}", "{{input}}", []],
  ["{{a}}}", "{{input}}}", "{{input}}}", []],
  ["{{empty}}|", "|", "|", []],
  ["{{ gone }}|{{input}}|{{gone}}", "|IN|", "{{ gone }}|IN|{{gone}}", ["gone"]],
  ["{{context.x}} {{x}} {{context.y}}", "  ", "{{context.x}} {{x}} {{context.y}}", ["context.x", "x", "context.y"]],
  ["{{{{a}}}}", "{{{{input}}}}", "{{{{input}}}}", []],
  ["{{toString}}", "", "{{toString}}", ["toString"]],
];

for (const [text, empty, keep, missing] of PUT) {
  test(`values in ${JSON.stringify(text)}`, () => {
    assert.equal(interpolate(text, lookUp, "empty"), { text: empty, missing });
    assert.equal(interpolate(text, lookUp, "keep"), { text: keep, missing });
  });
}

test("the input may be missing too", () => {
  assert.equal(interpolate("{{input}}", () => undefined, "empty"), { text: "", missing: ["input"] });
});

test("one pass: what stands around the placeholders stays, what was put in is never read", () => {
  const piece = fc.constantFrom(
    "{{input}}",
    "{{a}}",
    "{{ context.n }}",
    "{{gone}}",
    "{",
    "}",
    "{{",
    "}}",
    "x",
    " ",
    "$&",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), piece, piece, (pieces, first, second) => {
    const text = pieces.join("");
    const value = first + second;
    const references = findReferences(text);
    const result = interpolate(text, () => value, "keep").text;
    let expected = "";
    let from = 0;
    for (const { start, end } of references) {
      expected += text.slice(from, start) + value;
      from = end;
    }
    assert.is(result, expected + text.slice(from));
    assert.is(
      result.length,
      text.length + references.reduce((sum, { start, end }) => sum + value.length - (end - start), 0),
    );
  }));
});

test("putting back what stands there changes nothing", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    const written = findReferences(text).map(({ start, end }) => text.slice(start, end));
    let next = 0;
    assert.is(interpolate(text, () => written[next++], "keep").text, text);
  }));
});

test("braces, blanks and names without an end take time in proportion to their length", () => {
  const worst = ["{", "{{", "{{ ", "{{a", "{{a ", "}}", "{{ {"];
  const time = (length: number): number => {
    const started = performance.now();
    for (const unit of worst) findReferences(unit.repeat(length / unit.length));
    for (const unit of [" ", "a", "."]) findReferences(`{{${unit.repeat(length)}`);
    findReferences(`{{a${" ".repeat(length)}`);
    return performance.now() - started;
  };
  time(10_000);
  const [small, large] = [time(60_000), time(960_000)];
  assert.ok(
    large < 16 * 8 * Math.max(small, 2),
    `${small.toFixed(1)} ms, and ${large.toFixed(1)} ms for 16 times as much`,
  );
});

test.run();
