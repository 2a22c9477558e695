/**
 * What is fuzzed: every reader of text that somebody else wrote. A target throws when a promise is broken.
 * @module
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WorkflowError } from "../../lib/error.ts";
import { createFileStore } from "../../lib/host/file_store.ts";
import { nextSchema } from "../../lib/host/engine/argument_schemas.ts";
import { nextCommand } from "../../lib/host/engine/arguments.ts";
import { start } from "../../lib/session/start.ts";
import { step } from "../../lib/session/step.ts";
import { readSkill } from "../../lib/skill/read_skill.ts";
import { checkCondition, ConditionError, evaluateCondition } from "../../lib/workflow/condition/mod.ts";
import { FILE_START } from "../../lib/diagnostic.ts";
import { validateGraph } from "../../lib/workflow/validate_graph.ts";
import { isReadOnlyCommand } from "../../lib/fence/mod.ts";
import { safeParse } from "valibot";
import { workflowOf } from "../notation.ts";
import { mutate } from "./mutate.ts";

/** One round of a target. */
export type Target = (random: () => number) => void | Promise<void>;

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const SKILLS = ["work-cycle", "sort-faults", "release-notes"].map((name) => read(`examples/${name}/SKILL.md`));
const WORKFLOWS = [
  read("examples/release-notes/workflow.yaml"),
  "steps:\n  - {id: a, prompt: A.}\n  - {id: b, prompt: '{{a}}'}\n",
];
const CONDITIONS = [
  'context.s == "a" && context.n > 1',
  "context.get('n') + visits['a'] * 2 >= 3 || !(context.b)",
  "'a' in outputs ? size(output) > 0 : has(context.o.x)",
  "context.l[0] in [1, 2.5, 'x'] && cycle_number % 2 == 0",
];
const COMMANDS = [
  "git status --short | head -3",
  "cat a.txt && ls -la",
  "find . -name '*.ts' -print",
  'rg "x y" lib 2>/dev/null',
];
const VARIABLES = workflowOf("$s: string; $n: integer; $b: boolean; $l: list; $o: object; a").variables;

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)];

/** The targets by name. */
export const TARGETS: Readonly<Record<string, Target>> = {
  "front matter": (random) => {
    const { skill, diagnostics } = readSkill(mutate(pick(SKILLS, random), random), { path: "skills/x/SKILL.md" });
    if (skill?.workflow) validateGraph(skill.workflow);
    for (const need of skill?.needs ?? []) mustStayInside(need);
    for (const { message, range } of diagnostics) {
      if (message === "" || !(range.start.offset >= 0 && range.start.offset <= range.end.offset)) {
        throw new Error(`A finding without a place: ${message}`);
      }
    }
  },
  "workflow YAML": (random) => {
    const text = mutate(pick(WORKFLOWS, random), random);
    const flat = readSkill(text, { path: "workflows/x.yaml" }).skill;
    const head = "---\nname: x\ndescription: y\nmetadata: {kind: workflow, workflow: workflow.yaml}\n---\n";
    const portable = readSkill(head, { path: "skills/x/SKILL.md", files: { "workflow.yaml": text } }).skill;
    for (const skill of [flat, portable]) {
      if (skill?.workflow) validateGraph(skill.workflow);
      for (const need of skill?.needs ?? []) mustStayInside(need);
    }
  },
  conditions: (random) => {
    const text = mutate(pick(CONDITIONS, random), random);
    checkCondition({ text, range: FILE_START }, { variables: VARIABLES, steps: ["a"] });
    const context = JSON.parse('{"s": "a", "n": 2, "b": true, "l": [1], "o": {"x": 1, "__proto__": {"y": 1}}}');
    try {
      evaluateCondition(text, {
        variables: VARIABLES,
        context,
        sent: {},
        outputs: { a: "x" },
        output: "x",
        cycle: 1,
        visits: { a: 1 },
      });
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
    }
  },
  "shell commands": (random) => {
    isReadOnlyCommand(mutate(pick(COMMANDS, random), random));
  },
  "MCP arguments": (random) => {
    const text = mutate(
      '{"step_output": "x", "variables": {"n": 1}, "outputs": {"a": "b"}, "turn": 0, "transition_choice": "b"}',
      random,
    );
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return;
    }
    const parsed = safeParse(nextSchema, value);
    if (!parsed.success) return;
    const { session: _session, ...what } = nextCommand(parsed.output);
    const at = "2026-01-01T00:00:00Z";
    const state = start(workflowOf("$n: integer = 0; a -> b [context.n > 1], c default; b; c"), {
      id: "wf_a_00000000",
      at,
    });
    try {
      step(state, { type: "deliver", at, door: "mcp", ...what });
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
    }
  },
  "journal lines": async (random) => {
    const folder = mkdtempSync(join(tmpdir(), "skill-workflow-fuzz-"));
    try {
      const workspace = join(folder, "w");
      mkdirSync(workspace);
      const options = { reducer: { start, step }, indexDir: join(folder, "i") };
      const at = "2026-01-01T00:00:00Z";
      const workflow = workflowOf("a; b -> a", { maxTransitions: 50 });
      const first = { id: "wf_a_00000000", at };
      const store = createFileStore(options);
      await store.create(workspace, first, start(workflow, first));
      for (let i = 0; i < 5; i++) {
        await store.update(first.id, ({ state }) => {
          const input = { type: "deliver" as const, at, door: "library" as const, output: `x${i}` };
          return { input, state: step(state, input) };
        });
      }
      const sessions = join(workspace, ".skill-workflow", "sessions");
      const file = pick(readdirSync(sessions).filter((name) => /\.jsonl?$/.test(name)).sort(), random);
      writeFileSync(join(sessions, file), mutate(readFileSync(join(sessions, file), "utf8"), random));
      for (
        const act of [
          () => createFileStore(options).load(first.id),
          () => createFileStore(options).list(workspace),
          () => createFileStore(options).salvage(first.id),
        ]
      ) {
        try {
          await act();
        } catch (error) {
          if (!(error instanceof WorkflowError)) throw error;
        }
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** By the path alone, without a file system: `steps/../a.md` is in the folder, `steps/../../a.md` isn't. */
function mustStayInside(path: string): void {
  let depth = 0;
  for (const part of path.split(/[/\\]/)) {
    if (part === "..") depth--;
    else if (part !== "" && part !== ".") depth++;
    if (depth < 0) break;
  }
  if (depth < 0 || /^[/\\]|^[A-Za-z]:|\0/.test(path)) {
    throw new Error(`A path leads out of the skill's folder: ${JSON.stringify(path)}`);
  }
}

/** Throws where something has got onto every object's prototype. */
export function checkPrototypes(): void {
  const found = [Object.prototype, Array.prototype].flatMap((prototype) => Object.keys(prototype));
  if (found.length > 0) throw new Error(`A prototype was polluted with ${found.join(", ")}`);
}
