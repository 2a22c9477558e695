/**
 * What to write in the place of what conditions don't have, and of what the reader of the text can't take.
 * @module
 */

import { LIMITS } from "../../limits.ts";
import { nearest } from "../../did_you_mean.ts";
import type { Fault } from "./compile.ts";
import { type Problem, problemAt, writeInstead } from "./problem.ts";

const FUNCTIONS = ["has", "size", "startsWith", "endsWith", "contains", "get"];

const LIST = 'ask with "in" or size(), or let the step hand in the answer as a variable of its own';
const CONVERSION = "values keep their types; numbers of both kinds compare with each other as they are";
const FORM = "let the step hand in the value in the form that the condition needs";

const ADVICE: ReadonlyMap<string, string> = new Map([
  ["matches", "write contains(), startsWith() or endsWith(), or give the variable an enum"],
  ...["all", "any", "exists", "exists_one", "filter", "sum", "sorted", "join", "split"].map((name) =>
    [name, LIST] as const
  ),
  ...["int", "uint", "float", "double", "str", "string", "bool", "bytes", "dyn", "type", "isinstance"]
    .map((name) => [name, CONVERSION] as const),
  ...["lower", "upper", "lowerAscii", "upperAscii", "strip", "trim", "replace", "substring", "indexOf", "lastIndexOf"]
    .map((name) => [name, FORM] as const),
  ["timestamp", "let the step hand in a number or a boolean"],
  ["duration", "let the step hand in a number or a boolean"],
  ["bind", "write the value out where it's used"],
  ["map", LIST],
  ["get", "write context.get('name') or variables.get('name'), with one argument; elsewhere write x.field"],
  ["has", "write has(x.field), with one field of one value"],
  ["size", "write size(x), with one argument"],
  ["math", "write it with + - * / %"],
]);

const RENAMED: ReadonlyMap<string, string> = new Map([
  ["len", "size"],
  ["length", "size"],
  ["count", "size"],
  ["startswith", "startsWith"],
  ["starts_with", "startsWith"],
  ["hasPrefix", "startsWith"],
  ["endswith", "endsWith"],
  ["ends_with", "endsWith"],
  ["hasSuffix", "endsWith"],
  ["includes", "contains"],
  ["__contains__", "contains"],
]);

/** The problem of a part of CEL, or of another language, that conditions don't have. */
export function refusalProblem(fault: Fault): Problem {
  const { node, refused = "" } = fault;
  const called = node?.op === "call" || node?.op === "rcall";
  if (node?.op === "map") {
    return refuse(fault, "An object can't be written in a condition", "compare its fields one by one");
  }
  if (!called) {
    if (refused === "bytes") {
      return refuse(fault, "Bytes aren't available in conditions", "write a text without a prefix");
    }
    return refuse(fault, "Unsigned numbers aren't available in conditions", 'write the number without "u"');
  }
  const renamed = renamedTo(refused);
  if (renamed) {
    const start = node.input.indexOf(refused, node.op === "call" ? node.start : node.args[1].end);
    const place = { start, end: start + refused.length };
    return problemAt(place, "expr-syntax", `"${refused}()" is written "${renamed}()" in conditions`, {
      repair: writeInstead(place, renamed),
    });
  }
  if (refused === "get" && node.op === "rcall" && node.args[2].length === 2) {
    const [name, otherwise] = node.args[2].map((part) => node.input.slice(part.start, part.end));
    const read = `${node.input.slice(node.args[1].start, node.args[1].end)}.get(${name})`;
    return refuse(fault, '"get()" takes no second argument', `write ${read} == null ? ${otherwise} : ${read}`);
  }
  if (refused === "has" || refused === "size" || refused === "get") {
    return refuse(fault, `"${refused}()" has other arguments than it takes`, ADVICE.get(refused));
  }
  return refuse(
    fault,
    `"${refused}()" isn't available in conditions`,
    ADVICE.get(refused) ?? `there are ${FUNCTIONS.map((name) => `${name}()`).join(", ")}`,
  );
}

/** The function that was meant by a name that conditions don't have. */
export function renamedTo(name: string): string | undefined {
  if (FUNCTIONS.includes(name)) return undefined;
  return RENAMED.get(name) ?? (ADVICE.has(name) ? undefined : nearest(name, FUNCTIONS)[0]);
}

function refuse(fault: { start: number; end: number }, message: string, advice?: string): Problem {
  return problemAt(fault, "expr-syntax", advice ? `${message}; ${advice}` : message);
}

const WANTED: ReadonlyMap<string, string> = new Map([
  ["RPAREN", '")"'],
  ["RBRACKET", '"]"'],
  ["RBRACE", '"}"'],
  ["COLON", '":"'],
  ["IDENTIFIER", "a field's name"],
]);

/** The problem of a text that the reader can't take. */
export function syntaxProblem(text: string, fault: Fault): Problem {
  const found = text.slice(fault.start, fault.end).trim();
  const start = Math.max(0, Math.min(fault.start, text.length - 1));
  const place = { start, end: Math.max(fault.end, Math.min(start + 1, text.length)) };
  const got = fault.start >= text.length ? "found its end" : `found ${JSON.stringify(found.slice(0, 40))}`;
  switch (fault.code) {
    case "unexpected_token":
      return text.trim() === ""
        ? problemAt(place, "expr-syntax", "Condition is empty", {
          help: "Write what is to hold, such as context.open > 0, or a default in the transition's place",
        })
        : problemAt(place, "expr-syntax", `Condition wants a value here, ${got}`);
    case "expected_token": {
      const wanted = WANTED.get(fault.message.split(/[ ,]/)[1]) ?? "something else";
      const help = wanted === "a field's name" && /^\w+$/.test(found) ? `Write ["${found}"] in its place` : undefined;
      return problemAt(place, "expr-syntax", `Condition wants ${wanted} here, ${got}`, help ? { help } : {});
    }
    case "unexpected_character":
      return problemAt(place, "expr-syntax", `Condition wants an operator or its end here, ${got}`);
    case "invalid_macro_argument": {
      // The reader says which macro it is, but for "bind".
      const [macro] = fault.message.split("(");
      const name = /^\w+$/.test(macro) ? macro : "bind";
      return refuse(place, `"${name}()" isn't available in conditions`, ADVICE.get(name));
    }
    case "reserved_identifier":
      return problemAt(place, "expr-syntax", `"${found}" is a reserved word of CEL`);
    case "limit_exceeded":
      return problemAt(
        place,
        "expr-syntax",
        fault.message.includes("Depth")
          ? `Condition is nested too deep; wanted at most ${LIMITS.conditionDepth} levels`
          : `Condition is too long; wanted at most ${LIMITS.conditionNodes} parts, 8 arguments a call`,
      );
    default:
      return problemAt(place, "expr-syntax", fault.message);
  }
}
