/**
 * What only a person may do, through the real doors: trust commands, and approve.
 */

import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { WorkflowError } from "../../lib/error.ts";
import type { Engine } from "../../lib/host/engine/mod.ts";
import { loadSkill } from "../../lib/host/load_skill.ts";
import { makeEngine } from "../../lib/host/make_engine.ts";
import { resolveSkill } from "../../lib/host/resolve_skill.ts";
import { skillFolderOf } from "../../lib/host/skill_folder.ts";
import { trust } from "../../lib/host/trust.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import { makePlace, type Place, program } from "../mcp/connect.ts";
import { cli } from "./cli.ts";

const SKILL = ".agents/skills/stamp";

const STAMP = `---
name: stamp
description: Stamps a letter.
metadata: { kind: workflow, workflow: workflow.yaml }
---
Call start_workflow with skill_name "stamp".
`;
const STEPS = `workflow:
  steps:
    - { id: write, prompt: Write. }
    - { id: stamp, command: 'sh "$PWD/${SKILL}/stamp.sh"', expect: success }
    - { id: tell, prompt: Tell., end: true }
`;
const SIGN_OFF = (assurance: string) =>
  `name: Sign off
steps:
  - { id: draft, prompt: Draft. }
  - id: check
    prompt: Check.
    approval: { question: Ship it?, assurance: ${assurance}, choices: { "yes": ship, "no": draft } }
  - { id: ship, prompt: Ship., end: true }
`;

function put(place: Place, files: { [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(place.workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

function stampPlace(): Place {
  const place = makePlace();
  put(place, {
    [`${SKILL}/SKILL.md`]: STAMP,
    [`${SKILL}/workflow.yaml`]: STEPS,
    [`${SKILL}/stamp.sh`]: "echo stamped >> stamped.txt\n",
  });
  return place;
}

/** What a person's `trust` does, without the terminal. */
function trustHere({ workspace, home }: Place): void {
  const workflow = loadSkill(resolveSkill("stamp", { workspace, home })).skill!.workflow!;
  const { config } = userDirs({ env: {}, home });
  trust({ workflow, folder: skillFolderOf(workflow, workspace), workspace, config, at: "2026-01-01T00:00:00Z" });
}

async function withEngine(place: Place, use: (engine: Engine, caller: Parameters<Engine["next"]>[1]) => Promise<void>) {
  const engine = makeEngine({ dirs: userDirs({ env: {}, home: place.home }), env: { PATH: process.env.PATH } });
  try {
    await use(engine, { door: "library", workspace: place.workspace, connection: { shown: new Map() } });
  } finally {
    engine.close();
  }
}

const ran = ({ workspace }: Place): boolean => readdirSync(workspace).includes("stamped.txt");

async function codeOf(what: Promise<unknown>): Promise<string> {
  return await what.then(() => "", (error: WorkflowError) => error.code);
}

if (process.platform !== "win32") {
  test("nothing runs before a person has trusted it; trusted, it does", async () => {
    const place = stampPlace();
    try {
      await withEngine(place, async (engine, caller) => {
        assert.is(await codeOf(engine.start({ skill: "stamp" }, caller)), "NotTrustedError");
        trustHere(place);
        await engine.start({ skill: "stamp" }, caller);
        assert.is((await engine.next({ output: "written" }, caller)).state.step, "tell");
        assert.ok(ran(place));
      });
    } finally {
      place.remove();
    }
  });

  test("a hostile clone: the same files elsewhere are another workspace, whatever records they bring along", async () => {
    const place = stampPlace();
    const clone = makePlace();
    try {
      trustHere(place);
      cpSync(place.workspace, clone.workspace, { recursive: true });
      for (const to of [".config", ".skill-workflow"]) {
        cpSync(join(place.home, ".config"), join(clone.workspace, to), { recursive: true });
      }
      const moved = { ...clone, home: place.home };
      await withEngine(moved, async (engine, caller) => {
        assert.is(await codeOf(engine.start({ skill: "stamp" }, caller)), "NotTrustedError");
      });
      assert.not.ok(ran(moved));
    } finally {
      place.remove();
      clone.remove();
    }
  });

  const CHANGES: { [what: string]: [change: (place: Place) => void, wanted: string] } = {
    "a changed script beside the skill": [
      (place) => put(place, { [`${SKILL}/stamp.sh`]: "echo evil > stamped.txt\n" }),
      "expectation_failed",
    ],
    "an edited pinned definition": [({ workspace }) => {
      const folder = join(workspace, ".skill-workflow/sessions");
      const file = join(folder, readdirSync(folder).find((name) => name.endsWith(".workflow.json"))!);
      const text = readFileSync(file, "utf8");
      assert.match(text, "stamp.sh");
      writeFileSync(file, text.replaceAll("stamp.sh", "other.sh"));
    }, "SessionCorruptedError"],
  };
  for (const [what, [change, wanted]] of Object.entries(CHANGES)) {
    test(`between start and command: ${what}`, async () => {
      const place = stampPlace();
      put(place, { [`other.sh`]: "echo evil > stamped.txt\n", [`${SKILL}/other.txt`]: "" });
      try {
        trustHere(place);
        let id = "";
        await withEngine(place, async (engine, caller) => {
          id = (await engine.start({ skill: "stamp" }, caller)).state.id;
        });
        change(place);
        await withEngine(place, async (engine, caller) => {
          const done = await engine.next({ session: id, output: "written" }, caller).catch((error) => error);
          const status = "state" in done ? done.state.halt?.reason : done.code;
          assert.is(status, wanted);
        });
        assert.not.ok(ran(place), "the command has run");
      } finally {
        place.remove();
      }
    });
  }

  test("prose may change without asking again", async () => {
    const place = stampPlace();
    try {
      trustHere(place);
      put(place, { [`${SKILL}/SKILL.md`]: `${STAMP}\nMore words.\n` });
      await withEngine(place, async (engine, caller) => {
        assert.is((await engine.start({ skill: "stamp" }, caller)).state.step, "write");
      });
    } finally {
      place.remove();
    }
  });
}

test("an agent that types trust is refused, with a pipe and with a client's mark", async () => {
  const place = stampPlace();
  try {
    for (const env of [{}, { CLAUDECODE: "1" }] as Record<string, string>[]) {
      const { exit, out } = await cli(place, ["trust", "stamp", "--json"], { env });
      assert.is(exit, 1);
      assert.is(JSON.parse(out).error.code, "NotAPersonError");
    }
    await withEngine(place, async (engine, caller) => {
      assert.is(await codeOf(engine.start({ skill: "stamp" }, caller)), "NotTrustedError");
    });
  } finally {
    place.remove();
  }
});

/** A session that waits for the person. */
async function awaiting(assurance: string): Promise<{ place: Place; id: string }> {
  const place = makePlace();
  put(place, { "workflows/sign.yaml": SIGN_OFF(assurance) });
  let id = "";
  await withEngine(place, async (engine, caller) => {
    id = (await engine.start({ skill: "sign" }, caller)).state.id;
    await engine.next({ output: "drafted" }, caller);
    const { state } = await engine.next({ output: "checked" }, caller);
    assert.is(state.waiting?.for, "approval");
  });
  return { place, id };
}

test("approve in an agent's shell is a report: enough where that is asked for, else refused", async () => {
  const env = { CLAUDECODE: "1" };
  for (const [assurance, code, step] of [["reported", "", "ship"], ["elicited", "InvalidInputError", "check"]]) {
    const { place, id } = await awaiting(assurance);
    try {
      const { out } = await cli(place, ["approve", id, "check", "yes", "--json"], { env });
      assert.is(JSON.parse(out).error?.code ?? "", code);
      const { out: shown } = await cli(place, ["sessions", "show", id, "--json"]);
      const { path, approvals } = JSON.parse(shown);
      assert.is(path.at(-1).step, step);
      assert.equal(approvals.map((one: { assurance: string }) => one.assurance), code === "" ? ["reported"] : []);
    } finally {
      place.remove();
    }
  }
});

test("approve without a terminal is refused", async () => {
  const { place, id } = await awaiting("reported");
  try {
    const { exit, out } = await cli(place, ["approve", id, "check", "yes", "--json"]);
    assert.is(exit, 1);
    assert.is(JSON.parse(out).error.code, "NotAPersonError");
  } finally {
    place.remove();
  }
});

/** The program of util-linux that gives another one a terminal of its own. */
const hasTerminals = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

if (hasTerminals) {
  test("a person who types the code on a terminal approves out of band, and a no routes back", async () => {
    for (const [label, step] of [["yes", "ship"], ["no", "draft"]]) {
      const { place, id } = await awaiting("out_of_band");
      try {
        await approveOnTerminal(place, ["approve", id, "check", label, "--note", "by hand"]);
        const { out } = await cli(place, ["sessions", "show", id, "--json"]);
        const { path, approvals } = JSON.parse(out);
        assert.is(path.at(-1).step, step);
        assert.equal(
          approvals.map((one: Record<string, unknown>) => [one.choice, one.assurance, one.note]),
          [[label, "out_of_band", "by hand"]],
        );
      } finally {
        place.remove();
      }
    }
  });
}

/** Runs our program on a terminal of its own and types the code that it shows. */
function approveOnTerminal(place: Place, argv: string[]): Promise<void> {
  const { command, args, env } = program(place, argv);
  const line = [command, ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qec", line, "/dev/null"], {
    cwd: place.workspace,
    env: { ...env, SHELL: "/bin/sh", TERM: "dumb" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let [shown, typed] = ["", false];
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
    child.stdout.on("data", (chunk) => {
      shown += chunk;
      const code = /type (\S+) and press Enter: /.exec(shown)?.[1];
      if (code === undefined || typed) return;
      typed = true;
      child.stdin.write(`${code}\n`);
    });
    child.once("close", (exit) => {
      clearTimeout(timer);
      if (exit === 0) resolve();
      else reject(new Error(`Ended with ${exit}: ${shown}`));
    });
  });
}

test.run();
