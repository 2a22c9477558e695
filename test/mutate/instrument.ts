import type { Mutant } from "./find_mutants.ts";

/** A mutant with the number that switches it on. */
export type Numbered = Mutant & { id: number };

/**
 * The text with all the mutants in it, each behind a question: `$mutated(id)` says whether that one is on. So a program is
 * built once for all of them. The mutants have to be in the order of `findMutants`.
 */
export function instrument(text: string, mutants: readonly Numbered[]): string {
  return render(text, 0, text.length, mutants);
}

function render(text: string, start: number, end: number, mutants: readonly Numbered[]): string {
  let result = "";
  let at = start;
  for (let i = 0; i < mutants.length;) {
    const first = mutants[i]!;
    const inside = mutants.slice(i).filter((mutant) => mutant.end <= first.end && mutant.start < first.end);
    const here = inside.filter((mutant) => mutant.start === first.start && mutant.end === first.end);
    const nested = inside.filter((mutant) => !here.includes(mutant));
    const plain = render(text, first.start, first.end, nested);
    result += text.slice(at, first.start) + here.reduceRight(switchBetween, plain);
    at = first.end;
    i += inside.length;
  }
  return result + text.slice(at, end);
}

function switchBetween(plain: string, { id, after, kind, before }: Numbered): string {
  const on = `$mutated(${id})`;
  if (kind === "value") return `(${on} ? (${after}) : (${plain}))`;
  // In braces of its own, lest it takes the `else` of an `if` around it.
  if (kind === "statement") return `{if (!${on}) {${plain}}}`;
  const [dot, name] = /^(\s*\??\.)\s*(\w+)$/.exec(plain)?.slice(1) ?? [".", before];
  return `${dot!.includes("?") ? "?." : ""}[${on} ? "${after.slice(1)}" : "${name}"]`;
}
