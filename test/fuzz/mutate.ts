/**
 * Seeded damage to texts: what an attacker, an editor or a bad disk might do.
 * @module
 */

/** Pieces that mean something to one of the parsers. */
const TOKENS = [
  "---\n",
  "...\n",
  ": ",
  " #",
  "- ",
  "  ",
  "\t",
  "\r\n",
  "\n\n",
  "{{",
  "}}",
  "{{input}}",
  "{{context.n}}",
  "&a ",
  "*a",
  "<<: ",
  "!!js ",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "[",
  "]",
  "{",
  "}",
  '"',
  "'",
  "|",
  ">",
  "```\n",
  "# ",
  "## ",
  "===\n",
  "<!--",
  "-->",
  "../",
  "/etc/passwd",
  "C:\\",
  "\u0000",
  "\uFEFF",
  "\uD800",
  "é",
  "🐢",
  "context.",
  "&&",
  "||",
  "==",
  "?:",
  "(",
  ")",
  "has(",
  "size(",
  "null",
  "true",
  "1e999",
  "9".repeat(30),
  "x".repeat(3000),
  "(".repeat(200),
  "[".repeat(200),
  "- ".repeat(200),
  "> ".repeat(200),
];

/** A text with a few seeded changes. */
export function mutate(text: string, random: () => number): string {
  let result = text;
  const pick = (limit: number) => Math.floor(random() * limit);
  for (let changes = 1 + pick(5); changes > 0; changes--) {
    const at = pick(result.length + 1);
    const length = pick(20);
    switch (pick(6)) {
      case 0:
        result = result.slice(0, at) + result.slice(at + length);
        break;
      case 1:
        result = result.slice(0, at) + TOKENS[pick(TOKENS.length)] + result.slice(at);
        break;
      case 2:
        result = result.slice(0, at) + String.fromCharCode(pick(random() < 0.8 ? 128 : 65_536)) + result.slice(at + 1);
        break;
      case 3:
        result = result.slice(0, at) + result.slice(at, at + length).repeat(1 + pick(4)) + result.slice(at + length);
        break;
      case 4:
        result = result.slice(0, at);
        break;
      case 5: {
        const lines = result.split("\n");
        const [a, b] = [pick(lines.length), pick(lines.length)];
        [lines[a], lines[b]] = [lines[b], lines[a]];
        result = lines.join("\n");
      }
    }
  }
  return result;
}
