import * as fc from "fast-check";

/** An expression: its text, and its value by rules written down here a second time. */
export interface Generated {
  text: string;
  value: (data: Data) => Value;
}

/** Values as CEL has them: integers are bigints, other numbers are numbers. */
export type Value = null | boolean | bigint | number | string | Value[];

/** Variables by name; a name that is missing is a field that is missing. */
export type Data = Record<string, Value>;

/** What can't be evaluated. */
export class Failure extends Error {}

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

function fail(why: string): never {
  throw new Failure(why);
}

function isNumber(value: Value): value is bigint | number {
  return typeof value === "bigint" || typeof value === "number";
}

function equal(a: Value, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => equal(item, b[i]));
  // deno-lint-ignore eqeqeq
  return isNumber(a) && isNumber(b) ? a == b : a === b;
}

function order(op: string, a: Value, b: Value): boolean {
  const ordered = (isNumber(a) && isNumber(b)) || (typeof a === typeof b && ["string", "boolean"].includes(typeof a));
  if (!ordered || a === null || b === null) fail("no order");
  return op === "<" ? a! < b! : op === "<=" ? a! <= b! : op === ">" ? a! > b! : a! >= b!;
}

function calculate(op: string, a: Value, b: Value): Value {
  if (op === "+" && typeof a === "string" && typeof b === "string") return a + b;
  if (op === "+" && Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  if (typeof a === "bigint" && typeof b === "bigint") {
    if ((op === "/" || op === "%") && b === 0n) fail("zero");
    const result = op === "+" ? a + b : op === "-" ? a - b : op === "*" ? a * b : op === "/" ? a / b : a % b;
    return result < MIN || result > MAX ? fail("overflow") : result;
  }
  if (op === "%" || !isNumber(a) || !isNumber(b)) return fail("no numbers");
  const [x, y] = [Number(a), Number(b)];
  return op === "+" ? x + y : op === "-" ? x - y : op === "*" ? x * y : x / y;
}

/** Either side decides, also where the other can't be evaluated. */
function logic(decides: boolean, left: () => Value, right: () => Value): boolean {
  const outcome = (side: () => Value): boolean | undefined => {
    try {
      const value = side();
      return typeof value === "boolean" ? value : undefined;
    } catch (error) {
      if (error instanceof Failure) return undefined;
      throw error;
    }
  };
  const sides = [outcome(left), outcome(right)];
  if (sides.includes(decides)) return decides;
  return sides.includes(undefined) ? fail("undecided") : !decides;
}

const literal = (text: string, value: Value): Generated => ({ text, value: () => value });

const read = (text: string, name: string): Generated => ({
  text,
  value: (data) => Object.hasOwn(data, name) ? data[name] : fail(`no ${name}`),
});

const LITERALS = [
  ...[0, 1, 2, 7].map((n) => literal(String(n), BigInt(n))),
  literal("1.5", 1.5),
  literal("2.0", 2),
  literal("'a'", "a"),
  literal("'2'", "2"),
  literal("true", true),
  literal("false", false),
  literal("null", null),
  literal("[]", []),
  literal("[1, 2]", [1n, 2n]),
  literal("['a', 'b']", ["a", "b"]),
];

/** Typed variables that are set, one that may not be, counts, and fields of which only the run knows the type. */
const READS = [
  ...["i", "j", "d", "e", "s", "t", "b", "c", "l", "m", "u"].map((name) => read(`context.${name}`, name)),
  read("context['i']", "i"),
  read("context.get('s')", "s"),
  read("cycle_number", "cycle_number"),
  read("visits['one']", "one"),
  read("output", "output"),
  ...["x", "y", "gone"].map((name) => read(`context.o.${name}`, `o.${name}`)),
  read("context.o['x']", "o.x"),
];

const GUARDS: Generated[] = [
  { text: "has(context.u)", value: ({ u }) => u !== null },
  { text: "'u' in context", value: ({ u }) => u !== null },
  { text: "context.u != null", value: ({ u }) => u !== null },
  { text: "context.u == null", value: ({ u }) => u === null },
  { text: "has(context.o.x)", value: (data) => Object.hasOwn(data, "o.x") },
  { text: "'y' in context.o", value: (data) => Object.hasOwn(data, "o.y") },
];

const binary = (op: string, of: (a: Value, b: Value) => Value) => (a: Generated, b: Generated): Generated => ({
  text: `(${a.text}) ${op} (${b.text})`,
  value: (data) => of(a.value(data), b.value(data)),
});

const COMBINE: ((a: Generated, b: Generated, c: Generated) => Generated)[] = [
  binary("==", equal),
  binary("!=", (a, b) => !equal(a, b)),
  ...["<", "<=", ">", ">="].map((op) => binary(op, (a, b) => order(op, a, b))),
  ...["+", "-", "*", "/", "%"].map((op) => binary(op, (a, b) => calculate(op, a, b))),
  binary("in", (a, b) => Array.isArray(b) ? b.some((item) => equal(a, item)) : fail("no list")),
  (a, b) => ({
    text: `(${a.text}) && (${b.text})`,
    value: (data) => logic(false, () => a.value(data), () => b.value(data)),
  }),
  (a, b) => ({
    text: `(${a.text}) || (${b.text})`,
    value: (data) => logic(true, () => a.value(data), () => b.value(data)),
  }),
  (a, b, c) => ({
    text: `(${a.text}) ? (${b.text}) : (${c.text})`,
    value: (data) => {
      const test = a.value(data);
      return typeof test === "boolean" ? (test ? b : c).value(data) : fail("no test");
    },
  }),
  (a) => ({
    text: `!(${a.text})`,
    value: (data) => {
      const value = a.value(data);
      return typeof value === "boolean" ? !value : fail("no boolean");
    },
  }),
  (a) => ({
    text: `-(${a.text})`,
    value: (data) => {
      const value = a.value(data);
      return isNumber(value) ? -value : fail("no number");
    },
  }),
  (a) => ({
    text: `size(${a.text})`,
    value: (data) => {
      const value = a.value(data);
      return typeof value === "string" || Array.isArray(value) ? BigInt([...value].length) : fail("no size");
    },
  }),
  ...(["startsWith", "endsWith", "contains"] as const).map((name) => (a: Generated, b: Generated): Generated => ({
    text: `(${a.text}).${name}(${b.text})`,
    value: (data) => {
      const [text, part] = [a.value(data), b.value(data)];
      if (typeof text !== "string" || typeof part !== "string") return fail("no text");
      return name === "contains" ? text.includes(part) : text[name](part);
    },
  })),
];

/** Expressions of every shape, well typed or not. */
export const expressions: fc.Arbitrary<Generated> = fc.letrec<{ part: Generated; node: Generated }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 3, arbitrary: fc.constantFrom(...READS) },
    { weight: 3, arbitrary: fc.constantFrom(...LITERALS) },
    { weight: 1, arbitrary: fc.constantFrom(...GUARDS) },
    { weight: 4, arbitrary: tie("node") },
  ),
  node: fc.tuple(fc.constantFrom(...COMBINE), tie("part"), tie("part"), tie("part")).map(([combine, a, b, c]) =>
    combine(a, b, c)
  ),
})).node;
