/**
 * A lenient tokenizer, for messages only: it reads every text, also one that isn't CEL.
 * @module
 */

/** One token, from offset `start` to just before `end`. */
export interface Token {
  kind: "name" | "number" | "string" | "comment" | "operator" | "other";
  text: string;
  start: number;
  end: number;
}

// Read at one place only (sticky). No alternative matches the empty text, and none repeats over another's repetition.
const TOKEN = new RegExp(
  [
    /(?<blank>[ \t\r\n]+)/,
    /(?<comment>\/\/[^\n]*)/,
    /(?<string>[rRbBfFuU]?(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\[^]?|[^"\\])*(?:"|$)|'(?:\\[^]?|[^'\\])*(?:'|$)))/,
    /(?<name>[\p{L}_][\p{L}\p{N}\p{M}_]*)/u,
    /(?<number>[0-9][0-9A-Za-z_]*(?:\.[0-9][0-9A-Za-z]*)?)/,
    /(?<operator>===|!==|==|!=|<=|>=|<>|<<|>>|&&|\|\||\*\*|\?\?|\?\.|\.\?|\{\{|\}\}|=>|:=|[-+*\/%<>=!&|?:.,()[\]{}~^])/,
    /(?<other>[^])/,
  ].map((part) => part.source).join("|"),
  "uy",
);

/** The tokens of a text, blanks left out. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const groups = match.groups!;
    if (groups.blank !== undefined) continue;
    const kind = (["comment", "string", "name", "number", "operator"] as const).find((name) =>
      groups[name] !== undefined
    );
    tokens.push({ kind: kind ?? "other", text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}
