/** What holds for every picture: nothing breaks out of its format, nothing lies on something else, nothing is too wide. */
import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { drawAscii, drawDot, drawMermaid, makePicture, walkOf } from "../../lib/draw/mod.ts";
import { cleanLine } from "../../lib/draw/clean_line.ts";
import { escapeText } from "../../lib/draw/mermaid.ts";
import { drawSvg, SVG_MAX } from "../../lib/draw/svg.ts";
import { layOut } from "../../lib/draw/svg_layout.ts";
import { LimitError } from "../../lib/error.ts";
import { textWidth } from "../../lib/text_width.ts";
import { type NotationOptions, workflowOf } from "../notation.ts";
import { fanSession, fanWorkflow } from "./goldens.ts";

const HOSTILE = [
  '"]; click s1 "javascript:alert(1)"',
  "<script>alert(1)</script>",
  "</text></svg><!--",
  "]]>",
  "%%{init: {'theme': 'dark'}}%%",
  'x" ]\nsubgraph evil\n',
  '\\N \\G \\" \\\\',
  "`${x}` $$y$$ #quot; &quot; &amp;",
  "\u001b[31mred\u0007\u202egnp\u0000",
  "\ud800 \udfff \uffff",
  "---\ntitle: x\n---",
  "| a | b |",
  "漢字 👩‍👩‍👧‍👦 e\u0301",
  "1. one",
  "- two",
  " ",
  "x".repeat(5000),
];

/** A workflow whose every text is the same one. */
function filled(text: string) {
  const quoted = JSON.stringify(text);
  const workflow = workflowOf(
    `a(title=${quoted}, verify=${quoted}, files=${quoted}) -> b ${quoted}, c
     b(title=${quoted}, command=${quoted}) -> c [true], end
     c(question=${quoted}) -> a :${quoted}, end :no
     d(title=${quoted}) => x(title=${quoted}) & y -> end`,
    { title: text, name: text, type: "dag" },
  );
  workflow.steps.b.exits[0].condition!.text = text;
  return workflow;
}

const shape = (text: string) => ({
  svg: drawSvg(makePicture(filled(text))).match(/<\/?[a-z!?]+/g)!.filter((tag) => !/text|rect/.test(tag)),
  mermaid: drawMermaid(makePicture(filled(text))).split("\n").map((line) =>
    line.replace(/"[^"]*"/g, '""').replace(/^( *%%).*/, "$1")
  ),
  dot: drawDot(makePicture(filled(text))).split("\n").map((line) => line.replace(/label=<.*?>(?=[,\]])/, "label")),
});

for (const text of HOSTILE) {
  test(`nothing breaks out: ${JSON.stringify(text.slice(0, 40))}`, () => {
    const [hostile, harmless] = [shape(text), shape("harmless")];
    assert.equal(hostile.svg, harmless.svg);
    assert.equal(hostile.mermaid, harmless.mermaid);
    assert.equal(hostile.dot, harmless.dot);
    const picture = makePicture(filled(text));
    const [svg, dot, mermaid] = [drawSvg(picture), drawDot(picture), drawMermaid(picture)];
    // deno-lint-ignore no-control-regex
    const unfit = /[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\uffff]|\p{Surrogate}/u;
    assert.not.match(svg + dot + mermaid + drawAscii(picture), unfit);
    assert.not.match(svg + dot + mermaid, /<script|<!--|javascript:alert\(1\)"/);
    assert.not.match(mermaid, /%%\{|\$\$/);
  });
}

const ESCAPED: [text: string, mermaid: string][] = [
  ["a && b < c", "a && b #60; c"],
  ['say "#x;"', "say #34;#35;x;#34;"],
  ["&amp; & &", "#38;amp; & &"],
  ["12) x 3. y", "12#41; x 3. y"],
  ["- x - y", "#45; x - y"],
  ["%%{x}%%", "#37;#37;{x}#37;#37;"],
];

test("Mermaid's entities", () => {
  for (const [text, wanted] of ESCAPED) assert.is(escapeText(text), wanted);
});

test("a clean line is one line of at most 300 units", () => {
  assert.is(cleanLine("  a\r\n\tb\u2028c "), "a b c");
  assert.is(cleanLine("x".repeat(299) + "🐢🐢").length, 300);
  assert.not.match(cleanLine("x".repeat(298) + "🐢🐢"), /\p{Surrogate}/u);
});

test("no line in the terminal is wider than asked for", () => {
  for (const width of [40, 60, 80, 120]) {
    for (const text of HOSTILE) {
      for (const line of drawAscii(makePicture(filled(text)), { width }).split("\n")) {
        assert.ok(textWidth(line) <= width, `${textWidth(line)} > ${width}: ${line}`);
      }
    }
  }
});

/** Steps with random ways, most of them long and crossing. */
const notation = fc.integer({ min: 1, max: 14 }).chain((count) =>
  fc.array(
    fc.record({
      ways: fc.array(
        fc.tuple(fc.nat(count - 1), fc.constantFrom("[context.n > 1 && context.n < 20]", '"DONE"', ":ok", "?", "")),
        {
          maxLength: 4,
        },
      ),
      end: fc.boolean(),
    }),
    { minLength: count, maxLength: count },
  ).map((steps) =>
    steps.map(({ ways, end }, i) => {
      const arrows = [...ways.map(([to, mark]) => `s${to} ${mark}`), ...(end ? ["end"] : [])];
      return `s${i}(title="Step number ${i}", until=DONE)${arrows.length > 0 ? ` -> ${arrows.join(", ")}` : ""}`;
    }).join("; ")
  )
);
const options: NotationOptions[] = [{ type: "sequential" }, { type: "dag" }];

test("in an SVG no cards overlap, no labels lie on cards or on each other, no way runs behind a card or a label of another", () => {
  fc.assert(
    fc.property(notation, fc.constantFrom(...options), (text, option) => {
      const layout = layOut(makePicture(workflowOf(`$n: integer; ${text}`, option)));
      const cards = layout.cards.map(({ card, x, y }) => ({ key: card.node.key, x, y, w: card.width, h: card.height }));
      const labels = layout.edges.flatMap(({ label, edge }) =>
        label === undefined ? [] : [{
          key: edge,
          x: label.x - label.width / 2,
          y: label.y - label.height / 2,
          w: label.width,
          h: label.height,
        }]
      );
      const boxes = [...cards, ...labels];
      boxes.forEach((a, i) =>
        boxes.slice(i + 1).forEach((b) => {
          const apart = a.x + a.w <= b.x + 0.1 || b.x + b.w <= a.x + 0.1 || a.y + a.h <= b.y + 0.1 ||
            b.y + b.h <= a.y + 0.1;
          assert.ok(apart, `${JSON.stringify([a, b])} in ${text}`);
        })
      );
      for (const { edge, runs } of layout.edges) {
        /** Straight parts, and the ground that each bend between two of them may take. */
        const grounds = runs.flatMap(({ x, from, to }, i) => {
          const next = runs[i + 1];
          return [[x, x, from, to], ...(next === undefined ? [] : [[x, next.x, to, next.from]])];
        });
        for (const [x1, x2, y1, y2] of grounds) {
          const [left, right, top, bottom] = [Math.min(x1, x2), Math.max(x1, x2), Math.min(y1, y2), Math.max(y1, y2)];
          const hit = boxes.find(({ key, x, y, w, h }) =>
            key !== edge && left < x + w - 0.1 && right > x + 0.1 && top < y + h - 0.1 && bottom > y + 0.1
          );
          assert.is(hit, undefined, `${JSON.stringify([hit, left, right, top, bottom])} in ${text}`);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test("in the terminal every jump comes to its target", () => {
  fc.assert(
    fc.property(notation, (text) => {
      const picture = makePicture(workflowOf(`$n: integer; ${text}`, { type: "dag" }));
      const places = new Map(picture.nodes.map(({ key }, i) => [key, i]));
      const jumps = picture.edges.filter(({ from, to }) => to !== null && places.get(to) !== places.get(from)! + 1);
      const drawn = drawAscii(picture);
      assert.is(drawn.match(/◀/g)?.length ?? 0, new Set(jumps.map(({ to }) => to)).size);
      assert.is(drawn.match(/▶ end/g)?.length ?? 0, picture.edges.filter(({ to }) => to === null).length);
    }),
    { numRuns: 30 },
  );
});

test("more targets than lanes are named instead", () => {
  const steps = Array.from(
    { length: 30 },
    (_, i) => `s${i} -> s${29 - i} [context.n == ${i}], s${(i * 7) % 30} [true], end`,
  );
  const drawn = drawAscii(makePicture(workflowOf(`$n: integer; ${steps.join("; ")}`, { type: "dag" })));
  assert.match(drawn, /─▶ s\d+\n/);
  for (const line of drawn.split("\n")) assert.ok(textWidth(line) <= 80, line);
});

test("a target that doesn't exist is drawn as one", () => {
  const picture = makePicture(workflowOf("a -> b [true], c; c -> end", { type: "dag" }));
  assert.equal(picture.nodes.map(({ id, role }) => `${id} ${role}`), ["a agent", "c agent", "b unknown"]);
  assert.match(drawAscii(picture), "no such step");
});

test("a session's path, counts and verdicts", () => {
  const state = fanSession();
  const { nodes, edges, ended } = makePicture(state.workflow, walkOf(state));
  assert.equal(nodes.find((node) => node.id === "look")!.mark, {
    visits: 2,
    current: true,
    notes: ["gate failed (exit code 1)", "iteration 2 of 3"],
    bad: true,
  });
  assert.equal(nodes.find((node) => node.id === "ask")!.mark!.notes, ['"later" by ada (reported)']);
  assert.not(ended);
  const id = (key: string | null) => nodes.find((node) => node.key === key)?.id ?? "end";
  const taken = edges.filter((edge) => edge.taken > 0).map(({ from, to }) => `${id(from)}>${id(to)}`);
  assert.equal(taken, ["look>scouts", "scouts>fix", "fix>build", "build>ask", "ask>look"]);
});

test("an SVG of too many steps is refused with what else to do", () => {
  const many = Array.from({ length: SVG_MAX + 1 }, (_, i) => `s${i}`).join("; ");
  assert.throws(() => drawSvg(makePicture(workflowOf(many))), (error: Error) => {
    assert.instance(error, LimitError);
    assert.match(
      error.message,
      /has 601 steps or ways out, an SVG holds at most 600: use --format ascii, dot or mermaid/,
    );
    return true;
  });
});

test("drawing doesn't change the workflow", () => {
  const workflow = fanWorkflow();
  const before = JSON.stringify(workflow);
  makePicture(workflow);
  assert.is(JSON.stringify(workflow), before);
});

test.run();
