/** Which of two skills with one name is taken doesn't depend on the process that looks. */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { connect, makePlace, type Place, program } from "../mcp/connect.ts";

const CASE = "test/fixtures/cases/09-same-name-in-two-roots";
const FILE = ".agents/skills/label-parcels/SKILL.md";
/** Deno takes four times as long to start, and reads folders by the same system call. */
const TIMES = "Deno" in globalThis ? 4 : 20;
const AT_ONCE = 4;

/** What `list --json` prints, in a process of its own. */
function list(place: Place): Promise<{ code: number | null; stdout: string }> {
  const { command, args, env } = program(place, ["list", "--json"]);
  const child = spawn(command, args, { cwd: place.workspace, env, stdio: ["ignore", "pipe", "ignore"] });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text) => stdout += text);
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, stdout })));
}

/** What `read_skill` answers, in a server of its own. */
async function read(place: Place, skill: string): Promise<string> {
  const server = await connect(place);
  try {
    const { text, isError } = await server.call("read_skill", { name: skill });
    assert.is(isError, false, text);
    return text;
  } finally {
    await server.close();
  }
}

/** The answers of many processes, a few at a time. */
async function often<T>(ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  while (answers.length < TIMES) answers.push(...await Promise.all(Array.from({ length: AT_ONCE }, ask)));
  return answers;
}

test("09-same-name-in-two-roots: new processes give the same answers, time and again", async () => {
  const place = makePlace({ ".": `${CASE}/workspace` });
  const users = makePlace({ ".": `${CASE}/home` });
  const home = { ...place, home: users.workspace };
  const [own, shadowed] = [join(place.workspace, FILE), join(home.home, FILE)];
  const before = [own, shadowed].map((path) => readFileSync(path, "utf8"));
  try {
    const lists = new Set((await often(() => list(home))).map((answer) => JSON.stringify(answer)));
    assert.is(lists.size, 1);
    const { code, stdout } = JSON.parse([...lists][0]);
    assert.is(code, 0);
    const { skills, warnings } = JSON.parse(stdout);
    assert.equal(
      skills.map(({ path, status, shadowedBy }: Record<string, string>) => [path, status, shadowedBy]),
      [[own, "ok", undefined], [shadowed, "shadowed", own]],
    );
    assert.is(warnings.length, 1);
    for (const path of [own, shadowed]) assert.ok(warnings[0].message.includes(JSON.stringify(path)));

    const texts = new Set(await often(() => read(home, "label-parcels")));
    assert.is(texts.size, 1);
    assert.match([...texts][0], "This is the project copy.");
    for (const name of ["user:label-parcels", shadowed]) {
      assert.match(await read(home, name), "This is the user copy.");
    }
    assert.equal([own, shadowed].map((path) => readFileSync(path, "utf8")), before);
  } finally {
    place.remove();
    users.remove();
  }
});

test.run();
