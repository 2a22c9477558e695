/**
 * `negatable-sentinel`: a sentinel that ordinary prose contains, also where it says the opposite.
 * @module
 */

import type { Range } from "../../diagnostic.ts";
import type { Finding, GraphRule } from "../rule.ts";
import type { Workflow } from "../workflow.ts";
import { quoted } from "./say.ts";

/** The rule. */
export const negatableSentinel: GraphRule = Object.freeze({
  code: "negatable-sentinel",
  severity: "warning",
  stage: "graph",
  summary: "A sentinel is an ordinary word or phrase, which a sentence that denies it contains as well",
  check: (workflow: Workflow): Finding[] =>
    workflow.order.flatMap((id) => {
      const step = workflow.steps[id];
      const sentinels: [string, string | undefined, Range | undefined][] = [
        ["loop.until", step.loop?.until, step.loop?.untilRange ?? step.loop?.range],
        ["require.until", step.require?.until, step.require?.ranges.until ?? step.require?.range],
        ...step.exits.map((exit, i): [string, string | undefined, Range | undefined] => [
          "when",
          exit.when,
          step.ranges[`branch.${i}.when`] ?? exit.range,
        ]),
      ];
      return sentinels.filter(([, word, range]) => word !== undefined && range !== undefined && isProse(word)).map((
        [key, word, range],
      ): Finding => ({
        message: `Step ${quoted(id)}: ${key} ${
          quoted(word!)
        } is ordinary prose, also found in a sentence that denies it`,
        range: range!,
        help: `Use a token that prose doesn't contain, such as ${
          quoted(tokenOf(word!))
        }, and ask for it in the instructions`,
      }));
    }),
});

/** A lower-case word or phrase: letters with at least one in lower case, no capital, no `_` or other punctuation. */
function isProse(sentinel: string): boolean {
  return /^[\p{L}\p{M}\p{N}\s'’-]+$/u.test(sentinel) && /\p{Ll}/u.test(sentinel) && !/\p{Lu}/u.test(sentinel);
}

function tokenOf(sentinel: string): string {
  const token = sentinel.trim().toUpperCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "_").slice(0, 40);
  return token.includes("_") ? token : `${token}_NOW`;
}
