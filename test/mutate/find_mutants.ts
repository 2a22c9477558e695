import { parseSync, visitorKeys } from "oxc-parser";

/** One change to one place of a text. */
export interface Mutant {
  start: number;
  end: number;
  /** 1-based. */
  line: number;
  /** What stands there, and what comes instead. */
  before: string;
  after: string;
  /** How the place can be switched: as a value, as a statement, or as the name of a property with its dot. */
  kind: "value" | "statement" | "property";
}

/** A node of the syntax tree, as loosely as a walk over all kinds needs it. */
type Node = { type: string; start: number; end: number; [key: string]: unknown };

const OPERATORS: Record<string, string[]> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "+=": ["-="],
  "-=": ["+="],
  "++": ["--"],
  "--": ["++"],
};

/** Methods that do the opposite, or nothing, in the place of another one. */
const METHODS: Record<string, string> = {
  some: "every",
  every: "some",
  startsWith: "endsWith",
  endsWith: "startsWith",
  indexOf: "lastIndexOf",
  lastIndexOf: "indexOf",
  min: "max",
  max: "min",
  filter: "slice",
  sort: "slice",
  toSorted: "slice",
  reverse: "slice",
  trim: "toString",
  trimEnd: "toString",
  trimStart: "toString",
};

/**
 * Every mutant of a TypeScript text, in order: operators, conditions held at true or false, literals, the edges of regular
 * expressions, methods, and statements left out. Texts and types are left alone.
 */
export function findMutants(text: string): Mutant[] {
  const { program, errors } = parseSync("mutated.ts", text);
  if (errors.length > 0) throw new Error(`Can't be parsed: ${errors[0]!.message}`);
  const found: Mutant[] = [];
  let line = 1;
  let counted = 0;
  const add = (kind: Mutant["kind"], { start, end }: { start: number; end: number }, after: string) =>
    found.push({ start, end, line: 0, before: text.slice(start, end), after, kind });
  const visit = (node: Node) => {
    if (node.type.startsWith("TS") && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return;
    if (node.type === "ImportDeclaration") return;
    mutate(node, text, add);
    for (const key of visitorKeys[node.type] ?? []) {
      if (key === "key" && !node.computed) continue;
      const child = node[key] as Node | (Node | null)[] | null | undefined;
      for (const each of Array.isArray(child) ? child : [child]) if (each) visit(each);
    }
  };
  visit(program as unknown as Node);
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  for (const mutant of found) {
    while (counted < mutant.start) if (text[counted++] === "\n") line++;
    mutant.line = line;
  }
  return found;
}

type Add = (kind: Mutant["kind"], place: { start: number; end: number }, after: string) => void;

function mutate(node: Node, text: string, add: Add): void {
  const source = (part: unknown) => text.slice((part as Node).start, (part as Node).end);
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression": {
      const operator = node.operator as string;
      const isText = operator.startsWith("+") && [node.left, node.right].some((side) => /^["'`]/.test(source(side)));
      if (isText) return;
      for (const after of OPERATORS[operator] ?? []) {
        // Without parentheses, some neighbours may not stand beside each other.
        const side = (part: unknown) =>
          operator.endsWith("=") && node.type[0] === "A" ? source(part) : `(${source(part)})`;
        add("value", node, `${side(node.left)} ${after} ${side(node.right)}`);
      }
      return;
    }
    case "UpdateExpression": {
      const after = OPERATORS[node.operator as string]![0]!;
      return add("value", node, node.prefix ? after + source(node.argument) : source(node.argument) + after);
    }
    case "UnaryExpression":
      if (node.operator === "!") add("value", node, source(node.argument));
      return;
    case "IfStatement":
    case "ConditionalExpression":
      add("value", node.test as Node, "true");
      return add("value", node.test as Node, "false");
    case "WhileStatement":
    case "ForStatement":
      if (node.test) add("value", node.test as Node, "false");
      return;
    case "Literal":
      return mutateLiteral(node, add);
    case "CallExpression":
      return mutateMethod(node.callee as Node, text, add);
    case "ExpressionStatement":
      if (!node.directive) add("statement", node, "");
      return;
    case "BreakStatement":
    case "ContinueStatement":
    case "ThrowStatement":
      return add("statement", node, "");
    case "ReturnStatement":
      if (node.argument && !/^(?:undefined|true|false)$/.test(source(node.argument))) {
        add("value", node.argument as Node, "undefined");
      }
  }
}

function mutateLiteral(node: Node, add: Add): void {
  const { value } = node;
  if (typeof value === "boolean") return add("value", node, String(!value));
  if (typeof value === "number") return add("value", node, String(value + 1));
  const regex = node.regex as { pattern: string; flags: string } | undefined;
  if (!regex) return;
  const { pattern, flags } = regex;
  if (pattern.startsWith("^") && pattern.length > 1) add("value", node, `/${pattern.slice(1)}/${flags}`);
  if (/[^\\]\$$/.test(pattern)) add("value", node, `/${pattern.slice(0, -1)}/${flags}`);
}

function mutateMethod(callee: Node, text: string, add: Add): void {
  if (callee.type !== "MemberExpression" || callee.computed) return;
  const { start, end } = callee.property as Node;
  const name = text.slice(start, end);
  if (Object.hasOwn(METHODS, name)) add("property", { start: (callee.object as Node).end, end }, `.${METHODS[name]}`);
}
