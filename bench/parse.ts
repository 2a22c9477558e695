/**
 * `parseSkill` and `validateGraph` on skills that others published, against what reading the front matter and the Markdown
 * takes with the usual libraries, and against the calls that it makes of its own libraries; and on workflows of 10 to
 * 10,000 steps.
 *
 * Run: `npm run build && npx tsx bench/parse.ts`
 * @module
 */

import { fileURLToPath } from "node:url";
import process from "node:process";
import { LineCounter, parseDocument } from "yaml";
import { parseBlocks } from "../lib/skill/parse_blocks.ts";
import { built } from "./built.ts";
import { fastest, printRows, type Row } from "./measure.ts";
import { peer, readCorpus } from "./peers.ts";

const FRONT = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/;

/** Rows of the table. */
export async function measureParsing(): Promise<Row[]> {
  const { default: matter } = await peer("gray-matter");
  const { lexer } = await peer("marked");
  const texts = readCorpus();
  const read = await reader();
  const each = (run: (text: string) => unknown) => () => {
    for (const text of texts) {
      try {
        run(text);
      } catch { /* A peer refuses the file; it took what it took */ }
    }
  };
  // Its cache would make every turn after the first free.
  const peers = each((text) => lexer(matter(text, {}).content));
  const usual = await fastest({ ours: each(read), peers }, 15);
  const own = await fastest({
    ours: each(read),
    calls: each((text) => {
      const front = FRONT.exec(text);
      parseDocument(front?.[1] ?? "", { lineCounter: new LineCounter() });
      parseBlocks(text.slice(front?.[0].length ?? 0));
    }),
  }, 25);
  const files = `${texts.length} published SKILL.md`;
  return [
    {
      what: `time to parse and validate ${files}`,
      against: "gray-matter and marked's lexer",
      ratio: usual.ours / usual.peers,
      bound: 1,
    },
    {
      what: `time to parse and validate ${files}`,
      against: "its library calls alone",
      ratio: own.ours / own.calls,
      bound: 1.5,
    },
    ...await measureSizes(read),
  ];
}

async function measureSizes(read: (text: string) => void): Promise<Row[]> {
  const sizes = [10, 100, 1_000, 10_000];
  const took = await fastest(
    Object.fromEntries(sizes.map((steps) => {
      const text = workflowOf(steps);
      return [steps, () => {
        for (let i = steps; i <= 1_000; i += steps) read(text);
        if (steps > 1_000) read(text);
      }];
    })) as Record<string, () => void>,
    3,
  );
  const perStep = (steps: number) => took[steps] / Math.max(1_000, steps);
  return sizes.slice(1).map((steps) => ({
    what: `time a step in a workflow of ${steps.toLocaleString("en")} steps`,
    against: "the same in one of 10",
    ratio: perStep(steps) / perStep(10),
    bound: 1.5,
  }));
}

async function reader(): Promise<(text: string) => void> {
  const { parseSkill, validateGraph } = await built();
  return (text) => {
    const { workflow } = parseSkill(text, { path: text.startsWith("---") ? "skill/SKILL.md" : "skill.yaml" });
    if (workflow) validateGraph(workflow);
  };
}

function workflowOf(steps: number): string {
  const list = Array.from({ length: steps }, (_, i) => `    - {id: s${i}, prompt: "Do {{s${Math.max(0, i - 1)}}}."}`);
  return `name: skill\ndescription: Long.\nsteps:\n${list.join("\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printRows(await measureParsing());
