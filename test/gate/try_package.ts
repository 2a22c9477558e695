import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type Finished, runProcess } from "./run_process.ts";
import { underDeno } from "./runtimes.ts";
import { npm, tool } from "./tool.ts";
import { usePackage } from "../pack/use_package.ts";

/**
 * Installs a tarball without the network into an empty folder and uses it as a stranger would: every library
 * is imported, the executable started, and a program compiled against the types alone. Returns what went wrong.
 */
export async function tryPackage(tarball: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "skill-workflow-try-"));
  const faults: string[] = [];
  const attempt = async (what: string, words: string[]): Promise<Finished> => {
    const finished = await runProcess(words, { cwd: folder, limit: 120_000 });
    if (finished.code !== 0) faults.push(`${what} failed:\n${finished.output}`);
    return finished;
  };
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
    await attempt("Installing it offline", [...npm(), "install", "--offline", "--no-audit", "--no-fund", tarball]);
    if (faults.length > 0) return faults;

    const installed = readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."));
    if (installed.length !== 1) faults.push(`It brings other packages: ${installed.join(", ")}`);
    const [name] = installed as [string];
    const manifest = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")) as {
      bin: Record<string, string>;
      exports: Record<string, string | { default: string }>;
    };

    // The executable's own export runs it, and is tried below.
    const programs = Object.values(manifest.bin).map((path) => `./${path}`);
    const modules = Object.entries(manifest.exports)
      .filter(([, entry]) => typeof entry !== "string" && !programs.includes(entry.default))
      .map(([key]) => join(name, key));
    const program = modules.map((path, index) => `import * as m${index} from ${JSON.stringify(posix(path))};\n`).join(
      "",
    );
    writeFileSync(join(folder, "program.js"), program);
    writeFileSync(join(folder, "program.ts"), program + modules.map((_, index) => `void m${index};\n`).join(""));
    await attempt("Importing every library", [process.execPath, join(folder, "program.js")]);
    const flags = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--skipLibCheck", "false"];
    await attempt("Compiling against its types", [...tool("typescript", "tsc"), ...flags, "--types", "", "program.ts"]);
    for (const [command, path] of Object.entries(manifest.bin)) {
      const file = join(folder, "node_modules", name, path);
      const { stdout } = await attempt(`Starting ${command}`, [process.execPath, file, "--help"]);
      if (!stdout.includes(command)) faults.push(`\`${command} --help\` doesn't name itself:\n${stdout}`);
    }
    const bin = Object.values(manifest.bin)[0];
    if (bin !== undefined) faults.push(...await usePackage({ folder, name, bin, runtime: thisRuntime() }));
    return faults;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function thisRuntime(): string[] {
  return [process.execPath, ...(underDeno ? ["run", "-A", "--no-check", "--quiet"] : [])];
}

function posix(path: string): string {
  return path.replaceAll("\\", "/");
}
