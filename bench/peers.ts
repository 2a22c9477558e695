/**
 * What the benches compare with: packages that are no dependency of ours, fetched once into `bench/peers/`, which isn't
 * committed.
 * @module
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const FOLDER = fileURLToPath(new URL("peers/", import.meta.url));
const LIBRARIES = ["gray-matter@4.0.3", "marked@16.4.1", "robot3@1.4.0", "xstate@5.33.3"];
/** Packages with many skills, whose files alone are wanted. */
const CORPUS = ["bmad-method", "ecc-universal@2.0.0"];

/** Published MCP servers that hand out steps or tasks, with the file that starts each; small ones, which start without a build. */
export const SERVERS: readonly { name: string; version: string; file: string }[] = [
  { name: "@modelcontextprotocol/server-sequential-thinking", version: "2026.8.31", file: "dist/index.js" },
  { name: "@kazuph/mcp-taskmanager", version: "1.1.1", file: "dist/index.js" },
  { name: "mcp-shrimp-task-manager", version: "1.0.21", file: "dist/index.js" },
];

/** The path of the file that starts a peer's server. */
export function peerServer({ name, file }: (typeof SERVERS)[number]): string {
  const folder = join(FOLDER, "servers");
  const wanted = SERVERS.map(({ name, version }) => `${name}@${version}`);
  const complete = join(folder, "complete");
  if (!existsSync(complete) || readFileSync(complete, "utf8") !== wanted.join("\n")) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), `{"private": true}\n`);
    npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", ...wanted], folder);
    writeFileSync(complete, wanted.join("\n"));
  }
  return join(folder, "node_modules", name, file);
}

/** A library of a peer. */
// deno-lint-ignore no-explicit-any
export async function peer(name: string): Promise<any> {
  fetchPeers();
  return await import(pathToFileURL(createRequire(join(FOLDER, "package.json")).resolve(name)).href);
}

/** The texts of the SKILL.md files of the corpus. */
export function readCorpus(): string[] {
  fetchPeers();
  return readdirSync(join(FOLDER, "corpus"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("SKILL.md")).sort()
    .map((path) => readFileSync(join(FOLDER, "corpus", path), "utf8"));
}

function fetchPeers(): void {
  if (existsSync(join(FOLDER, "complete"))) return;
  const corpus = join(FOLDER, "corpus");
  mkdirSync(corpus, { recursive: true });
  writeFileSync(join(FOLDER, "package.json"), `{"private": true}\n`);
  npm(["install", "--ignore-scripts", "--no-audit", "--no-fund", ...LIBRARIES], FOLDER);
  for (const name of CORPUS) {
    const tarball = npm(["pack", "--silent", name], corpus).trim().split("\n").at(-1)!;
    const folder = tarball.replace(/\.tgz$/, "");
    mkdirSync(join(corpus, folder), { recursive: true });
    execFileSync("tar", ["-xzf", tarball, "-C", folder], { cwd: corpus });
  }
  writeFileSync(join(FOLDER, "complete"), "");
}

function npm(words: string[], cwd: string): string {
  return execFileSync("npm", words, { cwd, stdio: ["ignore", "pipe", "inherit"], encoding: "utf8" });
}
