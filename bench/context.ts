/**
 * What a workflow costs of a model's context, in tokens (o200k), over the examples: the tools, what an envelope adds to the
 * author's own text, and a step's text against the whole skill at once.
 *
 * Run: `npm run build && npx tsx bench/context.ts`
 * @module
 */

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { envelope, parseSkill, renderEnvelope, start } from "../mod.ts";
import { printRows, type Row } from "./measure.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const EXAMPLES = ["release-notes", "sort-faults", "work-cycle"];

/** Rows of the table. */
export async function measureContext(): Promise<Row[]> {
  const rows: Row[] = [{
    what: "tokens of the tool list",
    against: "one token",
    ratio: await toolTokens(),
    bound: 750,
  }];
  for (const name of EXAMPLES) {
    const { text, files } = readExample(name);
    const workflow = parseSkill(text, { path: `${name}/SKILL.md`, files }).workflow!;
    const state = start(workflow, { id: `wf_${name}_00000000`, at: "2026-01-01T00:00:00Z", input: "x" });
    const shown = envelope(state);
    const extra = countTokens(renderEnvelope(shown)) - countTokens(shown.step!.instructions);
    const steps = Object.values(workflow.steps).map((step) => countTokens(step.instructions));
    const mean = steps.reduce((sum, tokens) => sum + tokens, 0) / steps.length;
    const whole = countTokens([text, ...Object.values(files)].join("\n"));
    rows.push(
      { what: `tokens that an envelope adds (${name})`, against: "one token", ratio: extra, bound: 120 },
      { what: `tokens of a step's instructions (${name}, mean)`, against: "the whole skill", ratio: mean / whole },
    );
  }
  return rows;
}

function readExample(name: string): { text: string; files: Record<string, string> } {
  const folder = join(ROOT, "examples", name);
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const further = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path === "workflow.yaml" || /^steps\/.*\.md$/.test(path.replaceAll("\\", "/")));
  return { text: read("SKILL.md"), files: Object.fromEntries(further.map((path) => [path, read(path)])) };
}

async function toolTokens(): Promise<number> {
  const client = new Client({ name: "bench", version: "1" });
  const args = [join(ROOT, "dist", "cli.js"), "serve", "--workspace", ROOT];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  const { tools } = await client.listTools();
  await client.close();
  const shown = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }));
  return countTokens(shown.join("\n"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) printRows(await measureContext());
