import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { StorageError } from "../../lib/error.ts";
import { effectEnvironment, type EffectValues } from "../../lib/host/effect_environment.ts";
import { runCommand } from "../../lib/host/run_command.ts";
import { env as shellEnv, posix } from "./processes.ts";
import { scratch } from "./scratch.ts";

const KIB = 1024;

function make(more: Partial<EffectValues>): Record<string, string> {
  return effectEnvironment({
    env: {},
    input: null,
    outputs: {},
    form: "portable",
    folder: join(scratch(), "session"),
    ...more,
  });
}

const sizes = (env: Record<string, string>) =>
  Object.entries(env).filter(([name]) => !name.endsWith("_FILE")).map(([name, value]) => `${name}: ${value.length}`);

test("input and outputs, each also as a file that only the user can read", () => {
  const folder = join(scratch(), "session");
  const env = make({ folder, input: "go", outputs: { "run-tests.2": "ok\n", plan: { n: 1 }, empty: "", none: null } });
  assert.is(env.SKILL_INPUT, "go");
  assert.is(env.SKILL_OUT_RUN_TESTS_2, "ok\n");
  assert.is(env.SKILL_OUT_PLAN, '{"n":1}');
  assert.is(env.SKILL_OUT_EMPTY, "");
  assert.is(env.SKILL_OUT_NONE, "");
  for (const name of ["SKILL_INPUT", "SKILL_OUT_RUN_TESTS_2", "SKILL_OUT_PLAN", "SKILL_OUT_EMPTY", "SKILL_OUT_NONE"]) {
    const file = env[`${name}_FILE`];
    assert.is(readFileSync(file, "utf8"), env[name]);
    if (posix) assert.is(statSync(file).mode & 0o777, 0o600);
  }
  if (posix) assert.is(statSync(folder).mode & 0o777, 0o700);
  assert.is(Object.keys(env).length, 10);
});

test("without an input there's no variable for it", () => {
  assert.equal(make({}), {});
});

test("the flat form has devkit's names besides, the others don't", () => {
  const values = { input: "go", outputs: { plan: "p" } };
  const flat = make({ ...values, form: "flat" });
  assert.is(flat.DEVKIT_INPUT, "go");
  assert.is(flat.DEVKIT_OUT_PLAN, "p");
  assert.is(flat.SKILL_OUT_PLAN, "p");
  assert.equal(Object.keys(make(values)).filter((name) => name.startsWith("DEVKIT")), []);
});

test("a value over 16 KiB is only in its file; characters count as bytes", () => {
  const env = make({
    outputs: { fits: "x".repeat(16 * KIB), large: "x".repeat(16 * KIB + 1), wide: "é".repeat(8 * KIB + 1) },
  });
  assert.is(env.SKILL_OUT_FITS.length, 16 * KIB);
  assert.is(env.SKILL_OUT_LARGE, undefined);
  assert.is(env.SKILL_OUT_WIDE, undefined);
  assert.is(readFileSync(env.SKILL_OUT_LARGE_FILE).length, 16 * KIB + 1);
  assert.is(readFileSync(env.SKILL_OUT_WIDE_FILE, "utf8"), "é".repeat(8 * KIB + 1));
});

test("128 KiB in all: the input and the step's own output first, then the latest", () => {
  const outputs = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`s${i}`, "x".repeat(16 * KIB)]));
  const env = make({ input: "i".repeat(16 * KIB), outputs, step: "s2" });
  const kept = ["SKILL_INPUT", ...[2, 11, 10, 9, 8, 7, 6].map((i) => `SKILL_OUT_S${i}`)];
  assert.equal(sizes(env), kept.map((name) => `${name}: ${16 * KIB}`));
  assert.is(Object.keys(env).filter((name) => name.endsWith("_FILE")).length, 13);
});

test("in the flat form both names count", () => {
  const outputs = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`s${i}`, "x".repeat(16 * KIB)]));
  assert.is(sizes(make({ outputs, form: "flat" })).length, 8);
});

test("a value with a NUL, which no variable can hold, is only in its file", () => {
  const env = make({ outputs: { a: "x\0y" } });
  assert.is(env.SKILL_OUT_A, undefined);
  assert.is(readFileSync(env.SKILL_OUT_A_FILE, "utf8"), "x\0y");
});

test("the rest of the environment goes through, but for agents' marks and what an outer command of ours set", () => {
  const env = make({
    env: {
      PATH: "/bin",
      CODEX_HOME: "/c",
      CLAUDE_CODE_USE_BEDROCK: "1",
      SKILL_WORKFLOW_TRUST: "1",
      SKILL_OUTLINE: "kept",
      CLAUDECODE: "1",
      GEMINI_CLI: "1",
      OPENCODE: "1",
      CODEX_THREAD_ID: "t",
      SKILL_INPUT: "outer",
      SKILL_OUT_X: "outer",
      SKILL_OUT_X_FILE: "outer",
      DEVKIT_INPUT: "outer",
      DEVKIT_OUT_X: "outer",
      UNSET: undefined,
    },
  });
  assert.equal(env, {
    PATH: "/bin",
    CODEX_HOME: "/c",
    CLAUDE_CODE_USE_BEDROCK: "1",
    SKILL_WORKFLOW_TRUST: "1",
    SKILL_OUTLINE: "kept",
  });
});

test("a file that's right already isn't written again, one that isn't is", () => {
  const folder = join(scratch(), "session");
  const file = make({ folder, outputs: { a: "one" } }).SKILL_OUT_A_FILE;
  const first = statSync(file).ino;
  make({ folder, outputs: { a: "one" } });
  assert.is(statSync(file).ino, first);
  writeFileSync(file, "two");
  make({ folder, outputs: { a: "one" } });
  assert.is(readFileSync(file, "utf8"), "one");
  assert.equal(readdirSync(folder), ["out_a.txt"], "and no temporary file is left");
});

test("where the files can't be written it's a typed error", () => {
  const folder = join(scratch({ taken: "" }), "taken");
  assert.throws(() => make({ folder, outputs: { a: "x" } }), (error: unknown) => error instanceof StorageError);
});

if (posix) {
  test("a command gets all of it, and nothing in a value is run", async () => {
    const hostile = '\'; touch hacked; echo "$(touch hacked)`touch hacked`" #';
    const cwd = scratch();
    const env = make({ env: shellEnv, input: hostile, outputs: { big: "y".repeat(100_000) } });
    const command =
      'printf "%s" "$SKILL_INPUT"; wc -c < "$SKILL_OUT_BIG_FILE" | tr -d " "; echo "${SKILL_OUT_BIG-unset}"';
    const outcome = await runCommand({ command, cwd, env, timeout: 20 });
    assert.is(outcome.output, `${hostile}100000\nunset\n`);
    assert.equal(readdirSync(cwd), []);
  });
}

test.run();
