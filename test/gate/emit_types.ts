import { existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { runProcess } from "./run_process.ts";
import { root } from "./runtimes.ts";
import { tool } from "./tool.ts";

const SPECIFIER = /\b(?:from|import)\s*\(?\s*(["'])([^"'\n]+)\1/g;

/**
 * Writes dist/types/ with the declarations that the entries (paths without extension) reach, and nothing else. Throws
 * when one of them names a type of a package, or of Node, since the npm package brings neither.
 */
export async function emitTypes(entries: string[]): Promise<void> {
  const folder = join(root, "dist", "types");
  const config = join(mkdtempSync(join(root, "dist", "tsconfig-")), "tsconfig.json");
  writeFileSync(
    config,
    JSON.stringify({
      extends: "../../tsconfig.npm.json",
      files: entries.map((entry) => `../../${entry}.ts`),
      include: [],
      compilerOptions: { noEmit: false, emitDeclarationOnly: true, rootDir: root, outDir: folder },
    }),
  );
  const { code, output } = await runProcess([...tool("typescript", "tsc"), "-p", config], {
    cwd: root,
    limit: 300_000,
  });
  rmSync(dirname(config), { recursive: true });
  if (code !== 0) throw new Error(`Declarations could not be made:\n${output}`);

  const reached = new Set<string>();
  const foreign: string[] = [];
  const queue = entries.map((entry) => join(folder, `${entry}.d.ts`));
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const text = readFileSync(file, "utf8");
    for (const specifier of specifiersOf(text)) {
      if (!specifier.startsWith(".")) foreign.push(`${relative(folder, file)} names a type of "${specifier}"`);
      else queue.push(join(dirname(file), specifier.replace(/\.ts$/, ".d.ts")));
    }
    writeFileSync(file, forPackage(text));
  }
  if (foreign.length > 0) throw new Error(`The declarations aren't self-contained:\n${foreign.join("\n")}`);
  prune(folder, reached);
}

/** The modules that a declaration file names; its comments, with their examples, don't count. */
export function specifiersOf(declaration: string): string[] {
  const code = declaration.replace(/\/\*[^]*?\*\//g, "");
  return [...code.matchAll(SPECIFIER)].map((match) => match[2]!);
}

/** A declaration file as the package ships it: beside `.js` files, and nothing that a shell would run. */
export function forPackage(declaration: string): string {
  return declaration.replace(/^#!.*\n/, "").replaceAll(
    SPECIFIER,
    (words) => words.replace(/(\.[^"']*)\.ts(["'])$/, "$1.js$2"),
  );
}

function prune(folder: string, keep: Set<string>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) prune(path, keep);
    else if (!keep.has(path)) rmSync(path);
  }
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
