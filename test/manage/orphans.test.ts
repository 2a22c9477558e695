import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { isAlive } from "../../lib/host/process_table.ts";
import { pidsIn, placeOfCase, run, until } from "./place.ts";

const SILENT = ["mcp", "execute", "stubborn", "knock", "--args", '{"silent":true}', "--json"];

function stubbornPlace(): { place: ReturnType<typeof placeOfCase>; started(): number[]; left(): number[] } {
  const place = placeOfCase("25-server-that-will-not-die", "stubborn.mjs");
  const pids = join(place.workspace, "pids.txt");
  return { place, started: () => pidsIn(pids), left: () => pidsIn(pids).filter(isAlive) };
}

for (const signal of ["SIGTERM", "SIGHUP"] as const) {
  if (process.platform === "win32") continue;
  test(`${signal} to us leaves neither the server nor its child`, async () => {
    const { place, started, left } = stubbornPlace();
    const ran = await run(place, SILENT, {
      meanwhile: async (child) => {
        await until(() => started().length === 2, "the server to start");
        child.kill(signal);
      },
    });
    assert.ok(ran.code !== 0);
    assert.equal([started().length, left()], [2, []]);
    place.remove();
  });
}

test("a wrapper that is killed leaves nothing of what it had started", async () => {
  if (process.platform === "win32") return;
  const { place, started, left } = stubbornPlace();
  const file = join(place.workspace, ".mcp.json");
  const config = JSON.parse(readFileSync(file, "utf8"));
  const server = join(place.workspace, "stubborn.mjs");
  config.mcpServers.stubborn.command = "sh";
  config.mcpServers.stubborn.args = ["-c", `echo "wrapper $$" >> "$PID_FILE"; node '${server}'; true`];
  writeFileSync(file, JSON.stringify(config));
  const ran = await run(place, SILENT.concat("--timeout", "3"), {
    meanwhile: async () => {
      await until(() => started().length === 3, "the server to start");
      process.kill(started()[0], "SIGKILL");
    },
  });
  assert.ok(ran.code !== 0);
  assert.equal([started().length, left()], [3, []]);
  place.remove();
});

test("what we leave behind when we're killed is ended by the next command, and nothing else is", async () => {
  if (process.platform !== "linux") return;
  const { place, started, left } = stubbornPlace();
  await run(place, SILENT, {
    meanwhile: async (child) => {
      await until(() => started().length === 2, "the server to start");
      // Its record is written right after the start.
      await new Promise((done) => setTimeout(done, 500));
      child.kill("SIGKILL");
    },
  });
  assert.is(left().length, 2);
  const before = left();
  rmSync(join(place.workspace, "pids.txt"));
  const { code } = await run(place, ["mcp", "list-tools", "stubborn", "--json"]);
  assert.is(code, 0);
  assert.equal(before.filter(isAlive), []);
  assert.equal(left(), []);
  place.remove();
});

test.run();
