import { existsSync, readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

/**
 * Test files below `root`, relative to it and sorted. A filter is a part of a path, or the path of a file, which is
 * taken whatever its name. Throws when a filter finds nothing, since a misspelt one would pass for a green run.
 */
export function findTests(root: string, filters: string[]): string[] {
  const all = walk(join(root, "test")).map((path) => relative(root, path).split(sep).join("/"));
  const found = new Set<string>(filters.length === 0 ? all : []);
  for (const filter of filters) {
    const wanted = filter.replaceAll("\\", "/").replace(/^\.\//, "");
    const isFile = existsSync(join(root, wanted)) && statSync(join(root, wanted)).isFile();
    const hits = isFile ? [wanted] : all.filter((file) => file.includes(wanted));
    if (hits.length === 0) throw new Error(`No test file matches "${filter}", among ${all.length} files below test/`);
    for (const hit of hits) found.add(hit);
  }
  if (found.size === 0) throw new Error("No test file below test/");
  return [...found].sort();
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "fixtures" || entry.name === "node_modules" ? [] : walk(path);
    return entry.name.endsWith(".test.ts") ? [path] : [];
  });
}
