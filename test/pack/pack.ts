/**
 * The tarball that npm would publish, and its installation into an empty folder.
 * @module
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProcess } from "../gate/run_process.ts";
import { root } from "../gate/runtimes.ts";
import { npm } from "../gate/tool.ts";

/** Packs what `npm run build` has made; gives the tarball's path. */
export async function pack(folder: string): Promise<string> {
  if (!existsSync(join(root, "dist", "mod.js"))) throw new Error("There is no dist/: run `npm run build` first");
  mkdirSync(folder, { recursive: true });
  const words = [...npm(), "pack", "--ignore-scripts", "--pack-destination", folder];
  const { code, output } = await runProcess(words, { cwd: root, limit: 120_000 });
  const name = readdirSync(folder).find((file) => file.endsWith(".tgz"));
  if (code !== 0 || name === undefined) throw new Error(`npm pack failed:\n${output}`);
  return join(folder, name);
}

/** Installs a tarball into a folder of its own, without the network. */
export async function installAlone(tarball: string, folder: string): Promise<{ name: string; bin: string }> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  const words = [...npm(), "install", "--offline", "--no-audit", "--no-fund", tarball];
  const { code, output } = await runProcess(words, { cwd: folder, limit: 120_000 });
  if (code !== 0) throw new Error(`Installing ${tarball} offline failed:\n${output}`);
  const [name] = readdirSync(join(folder, "node_modules")).filter((entry) => !entry.startsWith("."));
  const { bin } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")) as {
    bin: Record<string, string>;
  };
  return { name, bin: Object.values(bin)[0] };
}
