import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { root, underDeno } from "./runtimes.ts";

/** The words that start a tool which npm or Deno installed, run by the runtime that runs this process. */
export function tool(packageName: string, name: string = packageName): string[] {
  const folder = join(root, "node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    bin: string | Record<string, string>;
  };
  const script = typeof bin === "string" ? bin : bin[name];
  if (script === undefined) throw new Error(`The package "${packageName}" brings no "${name}"`);
  return [process.execPath, ...(underDeno ? ["run", "-A", "--quiet"] : []), join(folder, script)];
}

/** The words that start npm, which is a script on Windows. */
export function npm(): string[] {
  return process.platform === "win32" ? ["cmd", "/c", "npm"] : ["npm"];
}
