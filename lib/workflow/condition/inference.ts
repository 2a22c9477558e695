/**
 * Types of the parts of a condition, and what is wrong with them, all at once.
 * @module
 */

import type { ASTNode } from "@marcbachmann/cel-js";
import type { Json } from "../../json.ts";
import type { StepId, Variable } from "../workflow.ts";
import { childrenOf, stringOf } from "./access_path.ts";
import { type Fault, findRefused } from "./compile.ts";
import { ENVIRONMENT, isRoot } from "./environment.ts";
import { provesSet } from "./guards.ts";
import { clash, fixedType, type Inferred, isNumeric, nameOfType } from "./inferred.ts";
import { inferField, inferName } from "./infer_access.ts";
import { inferCall, inferMethod } from "./infer_call.ts";
import { inferArithmetic, inferEquality, inferMembership, inferOrder, otherKind } from "./infer_operator.ts";
import { type ConditionCode, type Problem, problemAt } from "./problem.ts";
import { balancedSpan, quoteSource, sourceOf, type Span } from "./source_span.ts";
import { refusalProblem, renamedTo } from "./refusals.ts";

/** What a condition can refer to. */
export interface ConditionScope {
  variables: Record<string, Variable>;
  steps: StepId[];
}

/** The steps of a workflow as a set: made once, however many conditions there are. */
const stepSets = new WeakMap<StepId[], Set<StepId>>();

/** Paths that are known to be set where a part stands. */
export type Guards = ReadonlySet<string>;

/** One run of the checker over one condition. */
export class Inference {
  readonly problems: Problem[] = [];
  /** Parts that a problem has already explained as a whole. */
  readonly #explained: { start: number; end: number }[] = [];
  readonly #warned = new Set<string>();
  readonly #refused: Map<ASTNode, Fault>;
  readonly text: string;
  readonly scope: ConditionScope;
  /** The quote that may be written into the text; undefined where the file's own quoting isn't known. */
  readonly quote: string | undefined;

  constructor(text: string, ast: ASTNode, scope: ConditionScope, quote: string | undefined) {
    this.text = text;
    this.scope = scope;
    this.quote = quote;
    this.#refused = new Map(findRefused(ast).flatMap((fault) => fault.node ? [[fault.node, fault] as const] : []));
    const whole = this.infer(ast, new Set());
    this.wantBoolean(ast, whole, new Set(), "Condition");
    this.#reportConstant(ast, whole);
  }

  /** The type of a part. `beside` is what it's compared with. */
  infer(node: ASTNode, guards: Guards, beside?: Inferred): Inferred {
    const refused = this.#refused.get(node);
    if (refused && node.op !== "id") return this.#refuse(node, refused, guards);
    switch (node.op) {
      case "value":
        return inferLiteral(node.args as Json | bigint);
      case "id":
        return inferName(this, node, beside);
      case ".":
        return inferField(this, node, node.args[0], node.args[1], guards);
      case "[]":
        return inferField(this, node, node.args[0], stringOf(node.args[1]), guards, node.args[1]);
      case "list":
        return this.#inferList(node.args, guards, beside);
      case "call":
        return inferCall(this, node, guards);
      case "rcall":
        return inferMethod(this, node, guards);
      case "?:":
        return this.#inferChoice(node.args, guards);
      case "!_": {
        const operand = this.infer(node.args, guards);
        this.wantBoolean(node.args, operand, guards, '"!"');
        const truth = operand.truth === undefined ? undefined : !operand.truth;
        return { type: "boolean", fixed: true, depends: operand.depends, truth };
      }
      case "&&":
      case "||":
        return this.#inferLogic(node.op, node.args, guards);
      case "==":
      case "!=":
        return inferEquality(this, node, guards);
      case "<":
      case "<=":
      case ">":
      case ">=":
        return inferOrder(this, node, guards);
      case "in":
        return inferMembership(this, node, guards);
      default:
        return inferArithmetic(this, node, guards);
    }
  }

  /** Adds a finding, unless the place is explained already. */
  report(
    place: { start: number; end: number },
    code: ConditionCode,
    message: string,
    more: Pick<Problem, "help" | "repair"> = {},
  ): void {
    if (this.#explained.some((part) => part.start <= place.start && place.end <= part.end)) return;
    this.problems.push(problemAt(this.span(place), code, message, more));
  }

  /** Says that nothing inside a place is to be reported any more. */
  explained(place: { start: number; end: number }): void {
    this.#explained.push(place);
  }

  /** Whether a step of that id exists. */
  hasStep(id: StepId): boolean {
    const { steps } = this.scope;
    let known = stepSets.get(steps);
    if (!known) stepSets.set(steps, known = new Set(steps));
    return known.has(id);
  }

  /** The place of a part, its parentheses whole. */
  span(node: Span): Span {
    return balancedSpan(this.text, node);
  }

  /** A part as the author wrote it. */
  source(node: { start: number; end: number }): string {
    return sourceOf(this.text, node);
  }

  /** A part as the author wrote it, in quotes. */
  quoted(node: { start: number; end: number }): string {
    return quoteSource(this.source(node));
  }

  /** Warns where null would make the evaluation fail. */
  wantSet(node: ASTNode, inferred: Inferred, guards: Guards, use: string): void {
    const path = inferred.mayBeUnset;
    if (path === undefined || guards.has(path) || this.#warned.has(path)) return;
    this.#warned.add(path);
    const why = path.startsWith("variables.") ? "a delivery needn't send it" : "it isn't required and has no default";
    this.report(node, "possibly-unset", `${this.quoted(node)} may be null, which can't be ${use}: ${why}`, {
      help: path.startsWith("variables.")
        ? `Ask first, with ${this.quoted(node).slice(1, -1)} != null && …`
        : `Give it a default or make it required in context_schema, or ask first: ${path} != null && …`,
    });
  }

  /** Wants true or false; `what` says for what. */
  wantBoolean(node: ASTNode, inferred: Inferred, guards: Guards, what: string): void {
    this.wantSet(node, inferred, guards, "taken for true or false");
    if (inferred.type === "boolean" || inferred.type === "any") return;
    const found = what === "Condition" && inferred.literal === undefined
      ? `Condition gives ${nameOfType(inferred)}; wanted true or false`
      : `${what} wants true or false, and ${this.quoted(node)} is ${nameOfType(inferred)}`;
    this.report(node, "type-mismatch", found, this.#truthOf(node, inferred));
  }

  /** What an author means who takes a value for true or false. */
  #truthOf(node: ASTNode, inferred: Inferred): Pick<Problem, "help" | "repair"> {
    if (inferred.literal !== undefined || inferred.type === "null") return {};
    const source = this.source(node);
    const test = inferred.type === "list" || inferred.type === "object"
      ? `size(${source}) > 0`
      : inferred.type === "string"
      ? `${source} != ${this.quote ?? "'"}${this.quote ?? "'"}`
      : `${source} != 0`;
    return { help: `Write what is to hold, such as ${test}` };
  }

  /** A call of what isn't available; what was meant may have faults of its own. */
  #refuse(node: ASTNode, fault: Fault, guards: Guards): Inferred {
    const [part] = node.op === "call" && fault.refused === "has" ? node.args[1] : [];
    // The argument of has(name) says more than the call.
    const isLone = part?.op === "id" && !isRoot(part.args);
    if (!isLone) this.problems.push(refusalProblem(fault));
    if (isLone || renamedTo(fault.refused!)) {
      for (const part of childrenOf(node)) this.infer(part, guards);
    }
    return { type: "any", depends: true };
  }

  #inferLogic(op: "&&" | "||", [left, right]: [ASTNode, ASTNode], guards: Guards): Inferred {
    const outcome = op === "&&";
    const sides = [[left, right], [right, left]].map(([node, other]) => {
      const assumed = new Set([...guards, ...provesSet(other, outcome)]);
      const inferred = this.infer(node, assumed);
      this.wantBoolean(node, inferred, assumed, `"${op}"`);
      return inferred;
    });
    const truth = sides.some((side) => side.truth === !outcome)
      ? !outcome
      : sides.every((side) => side.truth === outcome)
      ? outcome
      : undefined;
    return { type: "boolean", fixed: true, depends: sides.some((side) => side.depends), truth };
  }

  #inferChoice([test, yes, no]: [ASTNode, ASTNode, ASTNode], guards: Guards): Inferred {
    const tested = this.infer(test, guards);
    this.wantBoolean(test, tested, guards, '"?"');
    const first = this.infer(yes, new Set([...guards, ...provesSet(test, true)]));
    const second = this.infer(no, new Set([...guards, ...provesSet(test, false)]));
    const unset = [first, second].find((value, i) =>
      value.mayBeUnset !== undefined && !guards.has(value.mayBeUnset) &&
      !provesSet(test, i === 0).has(value.mayBeUnset)
    );
    const open = first.type === "any" || second.type === "any";
    if (clash(first, second) || (first.type !== second.type && !open)) {
      this.report(
        { start: yes.start, end: no.end },
        "type-mismatch",
        `Both values of "?:" want one type, and ${this.quoted(yes)} is ${nameOfType(first)}, ${this.quoted(no)} ` +
          nameOfType(second),
        isNumeric(first.type) && isNumeric(second.type)
          ? otherKind(yes, first, second) ?? otherKind(no, second, first)
          : undefined,
      );
    }
    return {
      type: first.type === second.type ? first.type : "any",
      fixed: first.fixed && second.fixed,
      item: first.item === second.item ? first.item : undefined,
      mayBeUnset: unset?.mayBeUnset,
      depends: tested.depends || first.depends || second.depends,
      truth: tested.truth === undefined ? undefined : (tested.truth ? first : second).truth,
    };
  }

  #inferList(nodes: ASTNode[], guards: Guards, beside?: Inferred): Inferred {
    const items = nodes.map((item) => this.infer(item, guards, beside));
    const types = new Set(items.map(fixedType));
    const item = types.size === 1 ? [...types][0] : undefined;
    return { type: "list", fixed: true, item, items, depends: items.some((inferred) => inferred.depends) };
  }

  /** Constant where no variable has a say; the value of what has no variables is the evaluator's. */
  #reportConstant(ast: ASTNode, whole: Inferred): void {
    if (this.problems.some((problem) => problem.code !== "possibly-unset")) return;
    const truth = whole.truth ?? (whole.depends ? undefined : this.#valueOf(ast));
    if (typeof truth !== "boolean") return;
    const why = whole.depends ? "whatever the variables are" : "it doesn't depend on any variable";
    this.report(ast, "constant-condition", `Condition is always ${truth}: ${why}`, {
      help: truth
        ? "Write the target without a condition, or as a default, where it's meant to hold always"
        : "Leave the transition out, or write what it should depend on",
    });
  }

  #valueOf(ast: ASTNode): unknown {
    try {
      return ENVIRONMENT.parse(this.source(ast))(new Map());
    } catch (error) {
      const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
      this.report(ast, "type-mismatch", `${this.quoted(ast)} can't be evaluated: ${reason}`);
      return undefined;
    }
  }
}

function inferLiteral(value: Json | bigint): Inferred {
  const known = { fixed: true, depends: false };
  if (value === null) return { type: "null", literal: null, ...known };
  if (typeof value === "bigint") return { type: "integer", literal: Number(value), ...known };
  if (typeof value === "number") return { type: "number", literal: value, ...known };
  if (typeof value === "boolean") return { type: "boolean", literal: value, truth: value, ...known };
  return { type: "string", literal: value, ...known };
}
