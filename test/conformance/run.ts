// Runs the official conformance suite's server scenarios against our server, as it is and with the suite's fixtures, prints
// the table and writes it into docs/conformance.md. The suite comes from npm at each run and runs under Deno, which is why
// this isn't part of the tests.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { makePlace, type Place, program } from "../mcp/connect.ts";
import { serveOver, type Serving, startServing } from "../mcp/http_client.ts";
import { type Checks, readOne, readResults, REQUIRED, SKILLS } from "./expected.ts";
import { findFailures, renderResults, type Results, withResults } from "./table.ts";

const SUITE = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";
const LIMIT_MS = 180_000;
const DENO = fileURLToPath(new URL("../../node_modules/.bin/deno", import.meta.url));
const PAGE = new URL("../../docs/conformance.md", import.meta.url);
const FIXTURE = fileURLToPath(new URL("fixture/serve.ts", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "skill-workflow-conformance-"));
mkdirSync(join(folder, "results"));
try {
  const results: Results = { plain: {}, fixture: {}, skills: new Map() };
  await during(await open((place) => serveOver(place, ["--no-token", "--prompts"])), async ({ url }) => {
    for (const revision of Object.keys(REQUIRED)) results.plain[revision] = await runAll(url, revision);
    for (const name of SKILLS) {
      const checks: Checks | undefined = readOne(await suite(url, "--scenario", name));
      if (checks) results.skills.set(name, checks);
    }
  });
  await during(await open(serveFixture), async ({ url }) => {
    for (const revision of Object.keys(REQUIRED)) results.fixture[revision] = await runAll(url, revision);
  });
  const rendered = renderResults(results);
  console.log(rendered);
  writeFileSync(PAGE, withResults(readFileSync(PAGE, "utf8"), rendered));
  const failures = findFailures(results);
  console.log(failures.length === 0 ? "\nEvery scenario passes that is expected to" : `\n${failures.join("\n")}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

interface Opened {
  place: Place;
  serving: Serving;
}

async function open(serve: (place: Place) => Promise<Serving>): Promise<Opened> {
  const place = makePlace({ ".agents/skills/sort-faults": "examples/sort-faults" });
  // A reference with a folder of its own, for what the Skills extension says of folders.
  const folder = join(place.workspace, ".agents/skills/kind-words");
  mkdirSync(join(folder, "references"), { recursive: true });
  writeFileSync(join(folder, "SKILL.md"), "---\nname: kind-words\ndescription: Says kind words\n---\nBe kind.\n");
  writeFileSync(join(folder, "references/more.md"), "Very kind.\n");
  try {
    return { place, serving: await serve(place) };
  } catch (error) {
    place.remove();
    throw error;
  }
}

async function during({ place, serving }: Opened, run: (serving: Serving) => Promise<void>): Promise<void> {
  try {
    await run(serving);
  } finally {
    await serving.stop();
    place.remove();
  }
}

function serveFixture(place: Place): Promise<Serving> {
  const { env } = program(place, []);
  const args = "Deno" in globalThis
    ? ["run", "-A", "--no-check", FIXTURE]
    : ["--import", import.meta.resolve("tsx"), FIXTURE];
  return startServing(place, { command: process.execPath, args, env }, false);
}

async function runAll(url: string, revision: string): Promise<Map<string, Checks>> {
  return readResults(await suite(url, "--requirements", revision));
}

function suite(url: string, ...more: string[]): Promise<string> {
  const args = ["run", "-A", "--quiet", SUITE, "server", "--url", url, "-o", join(folder, "results"), ...more];
  return new Promise((resolve, reject) => {
    const child = spawn(DENO, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => output += chunk);
    const late = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
    child.once("error", reject);
    child.once("close", () => {
      clearTimeout(late);
      resolve(output);
    });
  });
}
