/**
 * A workflow in one line, for tests: `workflowOf("$n: integer; a -> b [context.n > 1], c; b -> end; c")`.
 *
 * Statements are separated by `;` or line ends. A step exists once it stands left of an arrow, or alone, or is a child;
 * steps are declared in the order in which they are first mentioned like that. A target that never stands anywhere else
 * is an unknown target. Places in the workflow are places in the notation's text.
 *
 * | written | means |
 * |---|---|
 * | `a` | a step with no way out of its own |
 * | `a -> b` | `next: b` |
 * | `a -> b -> c` | the same as `a -> b; b -> c` |
 * | `a -> b [context.n > 1], c [true], d` | two conditions, tried in order, and `next: d` |
 * | `a -> b default` | the default of a's transitions |
 * | `a -> b ?, c ?` | two bare targets: the agent's choice |
 * | `a -> b "WORD", c "two words"` | branches |
 * | `a -> b :yes, c :"not yet"` | an approval with two labels |
 * | `a -> end` | `end: true` |
 * | `a(max=3, until=DONE) -> b exhausted, c` | a loop that goes to b when it is exhausted, else to c |
 * | `d => x & y(require.non_empty) -> e` | a dispatcher with two children, then e |
 * | `d => x & !y` | the same where y isn't declared |
 * | `$n: integer! = 0 in [0, 1]` | a variable: required, with a default and an enum |
 *
 * Attributes of a step stand in parentheses directly after its id, wherever it is mentioned; several values are separated
 * by `|`, texts with blanks or punctuation are quoted as in JSON:
 *
 * | attribute | means |
 * |---|---|
 * | `interactive`, `barrier`, `loop_decision`, `terminal` | the `step_type` |
 * | `max=3`, `until=DONE`, `gate="npm test"`, `on_exhausted=halt` (or `continue`) | `loop` (`max` is 10 if it isn't given) |
 * | `verify="npm test"`, `attempts=2` | `verify` |
 * | `command="make"`, `expect=failure`, `timeout=5` | a command step (`timeout` holds for gates too) |
 * | `require.non_empty`, `require.contains="a" \| "b"`, `require.until=DONE`, `require.last_line_regex="^OK$"` | `require` |
 * | `schema={"type": "object"}` | `schema` |
 * | `files="a.txt" \| "b.txt"` | `files` |
 * | `question="Ship it?"`, `assurance=reported` | of the approval |
 * | `mandated=Read \| Grep`, `allowed=…`, `denied=…`, `enforce=hard` | the fence |
 * | `prompt="Fix {{a}}."`, `title=…`, `model=…`, `constraints=…`, `principles=…`, `expected=…` | texts (prompt `Do a.` if it isn't given) |
 *
 * Implied ways out are added as the compiler adds them: the declared successor or the end in a sequential workflow, the
 * end of a `terminal` and of a `loop_decision`.
 * @module
 */

import type { JsonObject } from "../lib/json.ts";
import { hashText } from "../lib/hash.ts";
import type {
  Assurance,
  Enforce,
  Exit,
  Reference,
  Step,
  StepId,
  Variable,
  VariableType,
  Workflow,
} from "../lib/workflow/workflow.ts";
import { compilePattern } from "../lib/workflow/contract/mod.ts";
import { FILE_START, type Position, type Range } from "../lib/diagnostic.ts";
import { type Attribute, readNotation, type StepStatement } from "./notation_reader.ts";

/** What the notation doesn't say. */
export type NotationOptions = Partial<
  Pick<
    Workflow,
    | "name"
    | "title"
    | "description"
    | "type"
    | "form"
    | "initial"
    | "principles"
    | "enforce"
    | "maxTransitions"
    | "file"
  >
>;

/** The order in which ways out are tried. */
const TRIED: Exit["kind"][] = [
  "approval",
  "branch",
  "condition",
  "choice",
  "end",
  "default",
  "next",
  "successor",
  "exhausted",
];

/** Builds the workflow that the notation describes; throws a `SyntaxError` where the notation doesn't parse. */
export function workflowOf(notation: string, options: NotationOptions = {}): Workflow {
  const { steps: statements, variables } = readNotation(notation);
  const steps = new Map<StepId, Step>();
  const declare = (id: StepId, range: Range): Step => {
    const step = steps.get(id) ?? newStep(id, range);
    steps.set(id, step);
    return step;
  };
  for (const statement of statements) {
    declare(statement.id, statement.range);
    for (const child of statement.children) if (!child.unknown) declare(child.id, child.range);
  }
  for (const statement of statements) fill(steps.get(statement.id)!, statement);
  for (const step of steps.values()) {
    for (const child of step.children ?? []) {
      const known = steps.get(child.id);
      if (known === undefined || known === step) continue;
      if (known.kind === "agent") known.kind = "child";
      known.dispatcher ??= step.id;
    }
  }
  const type = options.type ?? "sequential";
  const order = [...steps.keys()];
  const walked = order.filter((id) => steps.get(id)!.dispatcher === undefined);
  const after = new Map(walked.map((id, i) => [id, walked[i + 1]]));
  for (const step of steps.values()) {
    if (step.kind !== "child") imply(step, type === "sequential", after.get(step.id));
    step.exits.sort((a, b) => rank(a) - rank(b));
  }
  return {
    name: options.name ?? "test",
    title: options.title ?? options.name ?? "test",
    description: options.description ?? "A workflow in notation",
    version: "1.0",
    type,
    form: options.form ?? "inline",
    initial: options.initial ?? walked[0] ?? order[0],
    steps: Object.assign(Object.create(null), Object.fromEntries(steps)),
    order,
    variables: Object.assign(
      Object.create(null),
      Object.fromEntries(variables.map((v) => [v.name, { ...v, type: v.type as VariableType } satisfies Variable])),
    ),
    principles: options.principles ?? [],
    enforce: options.enforce ?? "soft",
    maxTransitions: options.maxTransitions ?? 1000,
    file: options.file ?? "notation",
    range: FILE_START,
    ranges: {},
    diagnostics: [],
    digest: hashText(notation + JSON.stringify(options)),
  };
}

/** A way out in the order in which they are tried; an end that is only implied comes after what leads on. */
function rank({ kind, implied }: Exit): number {
  return TRIED.indexOf(kind === "end" && implied ? "successor" : kind) + (implied ? 0.5 : 0);
}

function newStep(id: StepId, range: Range): Step {
  return {
    id,
    title: id,
    kind: "agent",
    type: "standard",
    instructions: `Do ${id}.`,
    source: { kind: "prompt", range },
    interpolate: true,
    references: [],
    exits: [],
    mandatedTools: [],
    allowedTools: [],
    deniedTools: [],
    constraints: [],
    expectedOutputs: [],
    principles: [],
    range,
    ranges: { id: range },
  };
}

function fill(step: Step, statement: StepStatement): void {
  const said = new Map(statement.attributes.map((a) => [a.name, a]));
  for (const attribute of statement.attributes) read(step, attribute, said);
  if (statement.children.length > 0) {
    step.kind = "dispatcher";
    step.source = { kind: "parallel", range: statement.range };
    step.children = statement.children.map(({ id, range }) => ({ id, range }));
  }
  for (const { target, range, mark } of statement.arrows) {
    const exit: Exit = target === "end" ? { kind: "end", target: null, range } : { kind: mark.kind, target, range };
    if (mark.kind === "branch") exit.when = mark.text;
    if (mark.kind === "condition") exit.condition = { text: mark.text!, range: mark.range, at: mark.range.start };
    if (mark.kind === "approval") {
      exit.label = mark.text;
      step.approval ??= { question: "Go on?", labels: [], assurance: "elicited", range: mark.range };
      step.approval.labels.push(mark.text!);
    }
    if (mark.kind === "exhausted" && step.loop !== undefined) step.loop.onExhausted = { step: target };
    step.exits.push(exit);
  }
}

function read(step: Step, { name, range, values }: Attribute, said: Map<string, Attribute>): void {
  const first = values[0]?.value;
  const text = () => String(first);
  const texts = () => values.map((v) => String(v.value));
  const timeout = Number(said.get("timeout")?.values[0].value ?? 300);
  const place = values[0]?.range ?? range;
  const loop = () => (step.loop ??= { from: "loop", max: 10, range });
  const requirement = (key: string) => {
    step.require ??= { ranges: {}, range };
    step.require.ranges[key] = place;
    values.forEach((v, i) => step.require!.ranges[`${key}.${i}`] = v.range);
    return step.require;
  };
  const tools = (key: string) => {
    values.forEach((v, i) => step.ranges[`${key}.${i}`] = v.range);
    return texts();
  };
  const act: Record<string, () => unknown> = {
    interactive: () => step.type = "interactive",
    barrier: () => step.type = "subagent_barrier",
    loop_decision: () => step.type = "loop_decision",
    terminal: () => step.type = "terminal",
    max: () => loop().max = Number(first),
    until: () => Object.assign(loop(), { until: text(), untilRange: place }),
    gate: () => loop().gate = { run: text(), timeout, range: place },
    on_exhausted: () => loop().onExhausted = text() as "halt" | "continue",
    verify: () =>
      step.loop = {
        from: "verify",
        max: Number(said.get("attempts")?.values[0].value ?? 3),
        gate: { run: text(), timeout, range: place },
        onExhausted: "halt",
        range,
      },
    attempts: () => {},
    timeout: () => {},
    command: () => {
      step.kind = "command";
      step.command = { run: text(), timeout, range: place };
      step.instructions = text();
      step.interpolate = false;
      step.source = { kind: "command", range: place };
    },
    expect: () => step.expect = text() as "success" | "failure",
    "require.non_empty": () => requirement("non_empty").nonEmpty = true,
    "require.contains": () => requirement("contains").contains = texts(),
    "require.until": () => requirement("until").until = text(),
    "require.last_line_regex": () => {
      const program = compilePattern(text());
      Object.assign(requirement("last_line_regex"), {
        lastLineRegex: text(),
        ...(typeof program === "string" ? {} : { lastLineProgram: program }),
      });
    },
    schema: () => step.schema = { value: first as JsonObject, range: place },
    files: () => step.files = values.map((v) => ({ path: String(v.value), range: v.range })),
    question: () => step.approval = { question: text(), labels: [], assurance: "elicited", range },
    assurance: () =>
      Object.assign(step.approval ??= { question: "Go on?", labels: [], assurance: "elicited", range }, {
        assurance: text() as Assurance,
      }),
    mandated: () => step.mandatedTools = tools("mandated_tools"),
    allowed: () => step.allowedTools = tools("allowed_tools"),
    denied: () => step.deniedTools = tools("denied_tools"),
    enforce: () => step.enforce = text() as Enforce,
    prompt: () => {
      step.instructions = text();
      step.source = { kind: "prompt", range: place };
      step.references = referencesIn(text(), place.start);
    },
    title: () => step.title = text(),
    model: () => step.model = text(),
    constraints: () => step.constraints = texts(),
    principles: () => step.principles = texts(),
    expected: () => step.expectedOutputs = texts(),
  };
  if (!Object.hasOwn(act, name)) throw new SyntaxError(`Notation: unknown attribute "${name}" of step "${step.id}"`);
  act[name]();
}

/** Places are exact for a quoted text without escapes. */
function referencesIn(text: string, quote: Position): Reference[] {
  const shifted = (by: number): Position => ({
    line: quote.line,
    column: quote.column + 1 + by,
    offset: quote.offset + 1 + by,
  });
  return [...text.matchAll(/\{\{[ ]*(context\.)?([A-Za-z0-9_.-]+)[ ]*\}\}/g)].map((match) => ({
    kind: match[1] ? "context" : match[2] === "input" ? "input" : "step",
    name: match[1] === undefined && match[2] === "input" ? "" : match[2],
    range: { start: shifted(match.index), end: shifted(match.index + match[0].length) },
  }));
}

function imply(step: Step, sequential: boolean, successor: StepId | undefined): void {
  const has = (...kinds: Exit["kind"][]) => step.exits.some((exit) => kinds.includes(exit.kind));
  if (step.type === "terminal") {
    step.exits.push({ kind: "end", target: null, implied: true, range: step.range });
    return;
  }
  const last = sequential && successor === undefined;
  if (sequential && !last && !has("approval", "choice", "end", "default", "next")) {
    step.exits.push({ kind: "successor", target: successor!, implied: true, range: step.range });
  }
  const falls = last && !has("approval", "choice", "end", "default", "next");
  if (!has("end") && (falls || step.type === "loop_decision")) {
    step.exits.push({ kind: "end", target: null, implied: true, range: step.range });
  }
}

/** The workflow's ways out in one line, for comparing in tests: `a>b(condition) a>.(end)`; `.` is the end of the run. */
export function exitsOf(workflow: Workflow): string {
  return workflow.order.flatMap((id) =>
    workflow.steps[id].exits.map((exit) => `${id}>${exit.target ?? "."}(${exit.kind})`)
  ).join(" ");
}
