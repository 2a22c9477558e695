/** One change to one place of a file. */
export interface Mutant {
  line: number;
  before: string;
  after: string;
  /** The whole text of the file with it. */
  text: string;
}

/** What is changed, and into what; only in code, one line at a time. */
const CHANGES: [pattern: RegExp, after: string][] = [
  [/ === /g, " !== "],
  [/ !== /g, " === "],
  [/ && /g, " || "],
  [/ \|\| /g, " && "],
  [/ \?\? /g, " && "],
  [/ < /g, " <= "],
  [/ > /g, " >= "],
  [/ <= /g, " < "],
  [/ >= /g, " > "],
  [/ \+ 1\b/g, " - 1"],
  [/ - 1\b/g, " + 1"],
  [/\+\+/g, "--"],
  [/\btrue\b/g, "false"],
  [/\bfalse\b/g, "true"],
  [/\.some\(/g, ".every("],
  [/\.every\(/g, ".some("],
  [/\bif \(/g, "if (!"],
  [/\breturn undefined;/g, "return null as never;"],
];

/** Lines that hold no code that runs. */
const APART =
  /^\s*(?:\/\/|\/?\*|import\b|export (?:type|interface)\b|type\b|interface\b|\w+\??: (?:true|false|\w+(?: \| \w+)*);)/;

/** Every mutant of a TypeScript text, in order. Texts in quotes are left alone. */
export function findMutants(text: string): Mutant[] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    if (APART.test(line)) return [];
    const code = line.replace(
      /"(?:[^"\\]|\\.)*"|`[^`]*`?|\/\/.*|: (?:true|false)\b(?= \||;|\))/g,
      (quoted) => "\0".repeat(quoted.length),
    );
    return CHANGES.flatMap(([pattern, after]) =>
      [...code.matchAll(pattern)].flatMap((found) => {
        const at = found.index + found[0].length;
        // A whole condition is turned around, with its parentheses.
        if (after === "if (!" && !/^[\w.!]/.test(code.slice(at))) return [];
        const inverted = after === "if (!" ? invert(line, at) : line.slice(0, found.index) + after + line.slice(at);
        if (inverted === undefined) return [];
        const mutated = [...lines.slice(0, index), inverted, ...lines.slice(index + 1)].join("\n");
        return [{ line: index + 1, before: line.trim(), after: inverted.trim(), text: mutated }];
      })
    );
  });
}

function invert(line: string, start: number): string | undefined {
  let depth = 1;
  for (let at = start; at < line.length; at++) {
    if (line[at] === "(") depth++;
    if (line[at] === ")" && --depth === 0) return `${line.slice(0, start)}!(${line.slice(start, at)})${line.slice(at)}`;
  }
  return undefined;
}
