import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { scratch } from "../host/scratch.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const isDeno = "Deno" in globalThis;

/** The hook as `dist` has it, bundled into a folder; the paths of what went into it. */
async function bundleHook(folder: string): Promise<string[]> {
  const made = await build({
    absWorkingDir: root,
    stdin: {
      contents: `import { serveHook } from "./lib/host/hook/serve_hook.ts"; await serveHook("claude-code");`,
      resolveDir: root,
    },
    bundle: true,
    splitting: true,
    minify: true,
    outdir: folder,
    entryNames: "hook",
    outExtension: { ".js": ".mjs" },
    format: "esm",
    platform: "node",
    metafile: true,
  });
  return Object.keys(made.metafile.inputs);
}

const argvOf = (script: string): string[] => [...(isDeno ? ["run", "-A"] : []), script];

test("a hook loads no third-party code and starts within 1.5 times an empty script's time", async () => {
  const folder = scratch({ "empty.mjs": "" });
  const inputs = await bundleHook(folder);
  assert.equal(inputs.filter((path) => /node_modules|^mcp\/|lib\/(?:skill|session)\//.test(path)), []);
  const payload = { session_id: "a", cwd: folder, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} };
  const time = (script: string): number => {
    const began = performance.now();
    const { status } = spawnSync(process.execPath, argvOf(join(folder, script)), { input: JSON.stringify(payload) });
    assert.is(status, 0, script);
    return performance.now() - began;
  };
  const ratio = (): number => {
    const empty: number[] = [];
    const hook: number[] = [];
    for (let n = 0; n < 9; n++) {
      empty.push(time("empty.mjs"));
      hook.push(time("hook.mjs"));
    }
    return median(hook) / median(empty);
  };
  // Other work on the machine makes single measurements worthless, never better than they are.
  let best = Infinity;
  for (let tries = 0; tries < 4 && best > 1.5; tries++) best = Math.min(best, ratio());
  assert.ok(best <= 1.5, `${best.toFixed(2)} times`);
});

test("a hook whose stdin never ends gives up by itself and denies, in words", async () => {
  const folder = scratch();
  await bundleHook(folder);
  const child = spawn(process.execPath, argvOf(join(folder, "hook.mjs")), { stdio: ["pipe", "pipe", "pipe"] });
  const kill = setTimeout(() => child.kill("SIGKILL"), 20_000);
  let stderr = "";
  child.stderr.on("data", (chunk) => stderr += chunk);
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(kill);
  assert.is(code, 2);
  assert.match(stderr, /took too long/);
});

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

test.run();
