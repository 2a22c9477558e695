// Runs the official conformance suite's server scenarios against our server; see docs/conformance.md. The suite comes
// from npm at each run and runs under Deno, which is why this isn't part of the tests.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { makePlace } from "../mcp/connect.ts";
import { serveOver } from "../mcp/http_client.ts";
import { type Checks, EXPECTED, readOne, readResults, SKILLS } from "./expected.ts";

const SUITE = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";
const LIMIT_MS = 120_000;
const DENO = fileURLToPath(new URL("../../node_modules/.bin/deno", import.meta.url));

const place = makePlace({ ".agents/skills/sort-faults": "examples/sort-faults" });
const folder = mkdtempSync(join(tmpdir(), "skill-workflow-conformance-"));
mkdirSync(join(folder, "results"));
let failed = 0;
try {
  const server = await serveOver(place, ["--no-token"]);
  try {
    for (const [revision, expected] of Object.entries(EXPECTED)) {
      const output = await suite([
        "server",
        "--url",
        server.url,
        "--requirements",
        revision,
        "-o",
        join(folder, "results"),
      ]);
      const results = readResults(output);
      console.log(`\n${revision}`);
      for (const name of expected) show(name, results.get(name));
      const others = [...results].filter(([name, { failed }]) => failed === 0 && !expected.includes(name));
      if (others.length > 0) console.log(`also without a failure: ${others.map(([name]) => name).join(", ")}`);
    }
    console.log("\nSkills extension");
    for (const name of SKILLS) {
      show(
        name,
        readOne(await suite(["server", "--url", server.url, "--scenario", name, "-o", join(folder, "results")])),
      );
    }
  } finally {
    await server.stop();
  }
} finally {
  place.remove();
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed === 0 ? "\nAll expected scenarios pass" : `\n${failed} expected scenarios don't pass`);
process.exitCode = failed === 0 ? 0 : 1;

function show(name: string, result: Checks | undefined): void {
  const passed = result !== undefined && result.failed === 0;
  if (!passed) failed++;
  const count = result === undefined ? "didn't run" : `${result.passed} passed, ${result.failed} failed`;
  console.log(`${passed ? "✓" : "✗"} ${name}: ${count}`);
}

function suite(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(DENO, ["run", "-A", SUITE, ...args], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (chunk) => output += chunk);
    const late = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
    child.once("error", reject);
    child.once("close", () => {
      clearTimeout(late);
      resolve(output);
    });
  });
}
