/**
 * The clients' packages in their pinned versions, installed from npm into a cache outside of the tree.
 * @module
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import type { LiveProgram } from "../../lib/host/live/live_sandbox.ts";
import { runProcess } from "../gate/run_process.ts";

/** Exact versions: without one, npm on an older Node.js installs an old version in silence. */
const PINS: Readonly<Record<string, string>> = {
  "claude-code": "@anthropic-ai/claude-code@2.1.332",
  codex: "@openai/codex@0.171.0",
  gemini: "@google/gemini-cli@0.61.0",
  copilot: "@github/copilot@1.0.102",
  opencode: "opencode-ai@1.18.33",
  "claude-agent-acp": "@agentclientprotocol/claude-agent-acp@0.101.0",
  "codex-acp": "@agentclientprotocol/codex-acp@2.6.0",
};

/** Some of them want a newer Node.js than this package does. */
const NODE_VERSION = "24.22.3";
const NEWEST_NEEDED = 22;

const LIMIT = 10 * 60_000;

/** `SKILL_WORKFLOW_CLIENTS`, else a folder of the user's cache. */
export const CACHE: string = process.env.SKILL_WORKFLOW_CLIENTS ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "skill-workflow", "clients");

/** A client that is there, or in a few words why it isn't. */
export type Pinned = LiveProgram & { version: string } | { missing: string };

/** Installs a client where it isn't installed yet. */
export async function pinClient(id: string, program: string): Promise<Pinned> {
  const spec = PINS[id];
  const folder = join(CACHE, id);
  const reason = await installPackage(folder, spec);
  if (reason !== undefined) return { missing: reason };
  const node = await pinNode();
  if (node === undefined) return { missing: `it wants Node ${NEWEST_NEEDED}, and there is none for this machine` };
  const own = join(folder, "node_modules", ".bin", program);
  if (!existsSync(own)) return { missing: `${spec} has no program "${program}"` };
  return { program: own, path: [node, process.env.PATH ?? ""].join(delimiter), version: splitSpec(spec).version };
}

/** The folder of a Node.js that is new enough. */
async function pinNode(): Promise<string | undefined> {
  if (Number(process.versions.node.split(".")[0]) >= NEWEST_NEEDED) return dirname(process.execPath);
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = join(CACHE, "node");
  if (await installPackage(folder, `${name}@${NODE_VERSION}`) !== undefined) return undefined;
  return join(folder, "node_modules", name, "bin");
}

/** Undefined where it's installed in that version. */
async function installPackage(folder: string, spec: string): Promise<string | undefined> {
  const { name, version } = splitSpec(spec);
  if (installedVersion(folder, name) === version) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  console.log(`Installing ${spec} …`);
  const words = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", "--save-exact", spec];
  const { code, output } = await runProcess(words, { cwd: folder, limit: LIMIT });
  if (code !== 0) return `npm can't install ${spec}: ${output.trim().split("\n")[0]}`;
  const installed = installedVersion(folder, name);
  return installed === version ? undefined : `npm installed ${name} ${installed} for ${spec}`;
}

function installedVersion(folder: string, name: string): string | undefined {
  const manifest = join(folder, "node_modules", name, "package.json");
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version : undefined;
}

function splitSpec(spec: string): { name: string; version: string } {
  const at = spec.lastIndexOf("@");
  return { name: spec.slice(0, at), version: spec.slice(at + 1) };
}
