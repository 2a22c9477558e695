import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { scratch } from "../host/scratch.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const isDeno = "Deno" in globalThis;

test("a hook loads no third-party code and starts within 1.5 times an empty script's time", async () => {
  const folder = scratch({ "empty.mjs": "" });
  const made = await build({
    absWorkingDir: root,
    stdin: {
      contents: `import { serveHook } from "./lib/host/hook/serve_hook.ts"; await serveHook(process.argv[2]);`,
      resolveDir: root,
    },
    bundle: true,
    format: "esm",
    platform: "node",
    metafile: true,
    write: false,
  });
  const inputs = Object.keys(made.metafile.inputs);
  assert.equal(inputs.filter((path) => /node_modules|^mcp\/|lib\/(?:skill|session)\//.test(path)), []);
  writeFileSync(join(folder, "hook.mjs"), made.outputFiles[0].contents);
  const payload = { session_id: "a", cwd: folder, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} };
  const time = (script: string): number => {
    const began = performance.now();
    const argv = [...(isDeno ? ["run", "-A"] : []), join(folder, script), "claude-code"];
    const { status } = spawnSync(process.execPath, argv, { input: JSON.stringify(payload) });
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

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

test.run();
