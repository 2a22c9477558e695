import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "./runtimes.ts";

type Manifest = { name: string; version: string; license: string; author?: string | { name: string } };

/**
 * The licence texts of the packages that the given source files (paths relative to the root) come from, one after the
 * other, sorted. Throws for a package that brings no licence text, unless the text follows from its manifest.
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
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
    return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${licenseText(join(root, folder), manifest)}`;
  });
  return entries.sort().join(`\n${"-".repeat(80)}\n\n`);
}

function licenseText(folder: string, { name, license, author }: Manifest): string {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file)).sort();
  if (files.length > 0) return files.map((file) => `${readFileSync(join(folder, file), "utf8").trim()}\n`).join("\n");
  if (license !== "MIT") throw new Error(`The package "${name}" is bundled but brings no licence text`);
  const holder = (typeof author === "string" ? author : author?.name) ?? `the authors of ${name}`;
  const ours = readFileSync(join(root, "LICENSE"), "utf8");
  return ours.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}
