// What bundles leave out of the libraries: modules that a library imports, and nothing here calls.
import type { Plugin } from "esbuild";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** Each library's modules by the end of their path, and why nothing calls them. */
const UNCALLED = [
  // Writing YAML; types that only YAML 1.1 has; nodes as JavaScript values: here YAML is read, with its places.
  /yaml\/browser\/dist\/(?:stringify\/\w+|schema\/yaml-1\.1\/\w+|nodes\/addPairToJSMap|visit|doc\/createNode|parse\/cst-(?:visit|scalar|stringify))\.js$/,
  // The keyword `format`, which contracts don't have.
  /@cfworker\/json-schema\/dist\/esm\/format\.js$/,
];

/**
 * Of CEL's functions conditions have `size`, `startsWith`, `endsWith` and `contains`; any other is refused before it's called.
 * What goes is what lies between two places of a file.
 */
const CEL_UNCALLED: Record<string, [from: string, to: string][]> = {
  "functions.js": [
    ["  functionOverload('string.lowerAscii(): string'", "  const TS = 'google.protobuf.Timestamp'"],
    ["  function tzDate(", "  registerOptional(registry)"],
  ],
  "optional.js": [["  functionOverload('optional.hasValue(): bool'", "\n}\n"]],
};
const CEL_FILES = /@marcbachmann\/cel-js\/lib\/(functions|optional)\.js$/;

/** Packages that only the inline parser of `markdown-it` and the meaning of its links need. */
const TEXT_ONLY = /^(?:entities|mdurl|uc\.micro)$/;

/** Keeps the names that such a module exports; whoever calls one after all is told which. */
export const leaveOut: Plugin = {
  name: "leave-out",
  setup(context) {
    for (const filter of UNCALLED) {
      context.onLoad({ filter }, ({ path }) => ({ contents: emptied(readFileSync(path, "utf8"), path) }));
    }
    context.onLoad({ filter: CEL_FILES }, ({ path }) => ({ contents: cut(readFileSync(path, "utf8"), path) }));
    context.onResolve({ filter: TEXT_ONLY }, ({ path }) => ({ path, namespace: "left-out" }));
    // A fence's name and a link's target may hold `&amp;`: nobody reads either, so it may stay as it is.
    context.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({
      contents: "export const decodeHTML = (text) => text;",
    }));
  },
};

function emptied(text: string, path: string): string {
  const listed = /^export \{([^}]*)\};?\s*$/m.exec(text)?.[1] ?? "";
  const names = [
    ...listed.split(",").map((name) => name.trim()),
    ...Array.from(text.matchAll(/^export (?:const|function|class) (\w+)/gm), (found) => found[1]),
  ].filter((name) => name !== "");
  if (names.length === 0) throw new Error(`"${path}" exports nothing that could be kept as a name`);
  const say = (name: string) => `throw new Error("${name} was left out of the bundle")`;
  return names.map((name) => `export const ${name} = /* @__PURE__ */ (() => () => { ${say(name)}; })();`).join("\n");
}

function cut(text: string, path: string): string {
  return CEL_UNCALLED[basename(path)].reduce((left, [from, to]) => {
    const start = left.indexOf(from);
    const end = left.indexOf(to, start);
    if (start < 0 || end < 0) throw new Error(`"${path}" has changed: what is to be left out isn't found any more`);
    return left.slice(0, start) + left.slice(end);
  }, text);
}
