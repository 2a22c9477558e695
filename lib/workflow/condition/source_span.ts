/**
 * The source of a node. The reader drops parentheses, so a node may begin or end inside a pair of them.
 * @module
 */

/** A place in a text, from offset `start` to just before `end`. */
export interface Span {
  start: number;
  end: number;
}

/** The smallest span around a node in which every parenthesis has its other one. */
export function balancedSpan(text: string, { start, end }: Span): Span {
  let open = 0;
  let closedBefore = 0;
  let quote = "";
  for (let i = start; i < end; i++) {
    const unit = text[i];
    if (quote !== "") {
      if (unit === "\\") i++;
      else if (unit === quote) quote = "";
    } else if (unit === '"' || unit === "'") quote = unit;
    else if (unit === "(") open++;
    else if (unit === ")" && open > 0) open--;
    else if (unit === ")") closedBefore++;
  }
  while (open > 0) {
    while (text[end] === " ") end++;
    if (text[end] !== ")") break;
    end++;
    open--;
  }
  while (closedBefore > 0) {
    while (text[start - 1] === " ") start--;
    if (text[start - 1] !== "(") break;
    start--;
    closedBefore--;
  }
  return { start, end };
}

/** The source of a node, its parentheses whole. */
export function sourceOf(text: string, node: Span): string {
  const { start, end } = balancedSpan(text, node);
  return text.slice(start, end);
}

/** The source in quotes for a message, cut where it's long. */
export function quoteSource(source: string): string {
  return `"${source.length > 80 ? `${source.slice(0, 79)}…` : source}"`;
}
