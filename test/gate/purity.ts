// Proves that the pure layers are pure: by what they import, by what they name, and by running them without a permission.
import { transformSync } from "esbuild";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { runProcess } from "./run_process.ts";
import { findDeno, root } from "./runtimes.ts";

/** Entries of the pure layers, and what their module graphs must not hold. */
const graphs: Record<string, RegExp> = {
  "mod.ts": /^node:/,
  "lib/session/mod.ts": /^(?:node:|yaml$|markdown-it(?:\/|$))/,
  "lib/fence/mod.ts": /^(?:node:|yaml$|markdown-it(?:\/|$))/,
};
const folders = ["lib/draw", "lib/scenario", "lib/session", "lib/workflow", "lib/skill", "lib/fence"];
/** Names whose use makes code depend on the machine, the time or the order of events. */
const IMPURE =
  /\bnew Date\b|\bDate\.|\bMath\.random\b|\basync\b(?!:)|\b(?:await|Promise|setTimeout|setInterval)\b|\bDeno\.|\bprocess\.|\bperformance\.|\bcrypto\.|\bfetch\(/;

const faults: string[] = [];
const found = await findDeno();
if ("missing" in found) throw new Error(found.missing);
const deno = found.runtime.command[0]!;
const options = { cwd: root, limit: 120_000 };

for (const [entry, forbidden] of Object.entries(graphs)) {
  const { code, stdout, output } = await runProcess([deno, "info", "--json", entry], options);
  if (code !== 0) {
    faults.push(output);
    continue;
  }
  const { modules } = JSON.parse(stdout) as { modules: { dependencies?: { specifier: string }[] }[] };
  const specifiers = new Set(
    modules.flatMap(({ dependencies = [] }) => dependencies.map(({ specifier }) => specifier)),
  );
  for (const specifier of specifiers) if (forbidden.test(specifier)) faults.push(`${entry} reaches "${specifier}"`);
  if (specifiers.size === 0) faults.push(`${entry} imports nothing, so this proves nothing`);
}

for (const file of ["mod.ts", ...folders.flatMap((folder) => sources(join(root, folder)))]) {
  const { code } = transformSync(readFileSync(join(root, file), "utf8"), { loader: "ts", minifyWhitespace: true });
  const hit = IMPURE.exec(code);
  if (hit !== null) faults.push(`${file} uses ${hit[0]}`);
}

const skill = readFileSync(join(root, "test/gate/fixtures/pure/SKILL.md"), "utf8");
const run = [deno, "run", "--no-check", "--no-prompt", "--quiet"];
const parsed = await runProcess([...run, "--allow-env=LOG_STREAM,LOG_TOKENS", "test/gate/pure_parse.ts"], {
  ...options,
  input: skill,
});
if (parsed.code !== 0) faults.push(`Parsing with --allow-env=LOG_STREAM,LOG_TOKENS failed:\n${parsed.output}`);
else {
  const walked = await runProcess([...run, "test/gate/pure_walk.ts"], { ...options, input: parsed.stdout });
  if (walked.code !== 0) faults.push(`Walking without a permission failed:\n${walked.output}`);
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => relative(root, join(folder, file)));
}
