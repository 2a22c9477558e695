import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "./runtimes.ts";

/**
 * The licence texts of the packages that the given source files (paths relative to the root) come from, one after the
 * other, sorted. Throws for a package that brings no licence text and whose licence isn't known to go without.
 */
export function collectLicenses(inputs: string[]): string {
  const folders = new Set<string>();
  for (const input of inputs) {
    const words = input.split(/[\\/]/);
    const at = words.lastIndexOf("node_modules");
    if (at < 0) continue;
    const length = words[at + 1]!.startsWith("@") ? 3 : 2;
    folders.add(words.slice(0, at + length).join(sep));
  }
  const entries = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
      name: string;
      version: string;
      license: string;
    };
    return `${name} ${version} (${license})\n\n${licenseText(join(root, folder), name)}`;
  });
  return `${entries.sort().join(`\n${"-".repeat(80)}\n\n`)}`;
}

function licenseText(folder: string, name: string): string {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file)).sort();
  if (files.length === 0 || !existsSync(join(folder, files[0]!))) {
    throw new Error(`The package "${name}" is bundled but brings no licence text`);
  }
  return files.map((file) => `${readFileSync(join(folder, file), "utf8").trim()}\n`).join("\n");
}
