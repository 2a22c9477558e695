/**
 * Quotes a plain YAML value.
 * @module
 */

/**
 * A plain value as written, in the quotes that need the fewest changes: YAML reads the same text from it. Line ends and
 * indentation inside are kept, since quoted and plain values fold them alike.
 *
 * @example
 * ```ts
 * import { quoteScalar } from "./quote_scalar.ts";
 * console.assert(quoteScalar("a: b") === '"a: b"' && quoteScalar('say "a: b"') === `'say "a: b"'`);
 * ```
 */
export function quoteScalar(source: string): string {
  if (!source.includes('"') && !source.includes("\\")) return `"${source}"`;
  return `'${source.replaceAll("'", "''")}'`;
}
