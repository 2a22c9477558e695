import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { makeEngine } from "../../lib/host/make_engine.ts";
import { root } from "../gate/runtimes.ts";
import { aliveOf, idsIn, posix, runtime, stubborn, until } from "./processes.ts";
import { scratch } from "./scratch.ts";

if (posix) {
  test("an engine that starts after a crash ends the commands that the crash left behind", async () => {
    const folder = scratch();
    const dirs = { home: folder, config: join(folder, "config"), state: join(folder, "state") };
    const records = join(dirs.state, "groups");
    const ids = join(folder, "ids");
    const [command, ...args] = runtime;
    const fixture = join(root, "test/fixtures/processes/owner.ts");
    const crashed = spawn(command, [...args, fixture, stubborn, ids, "crash", records], { cwd: root, stdio: "ignore" });
    await new Promise((resolve) => crashed.once("exit", resolve));
    const left = await idsIn(ids);
    assert.is(aliveOf(left).length, 2);

    makeEngine({ dirs });
    await until("the leftovers' end", () => aliveOf(left).length === 0 && readdirSync(records).length === 0);
  });
}

test("without a crash there's nothing to end, and nothing is made", () => {
  const folder = scratch();
  makeEngine({ dirs: { home: folder, config: join(folder, "config"), state: join(folder, "state") } });
  assert.equal(readdirSync(folder), []);
});

test.run();
