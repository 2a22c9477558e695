import { chmodSync, mkdirSync, renameSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { LimitError, NotTrustedError } from "../../lib/error.ts";
import { trustDigest } from "../../lib/host/trust_digest.ts";
import type { Workflow } from "../../lib/workflow/workflow.ts";
import { workflowOf } from "../notation.ts";
import { posix } from "./processes.ts";
import { put, scratch } from "./scratch.ts";

const base = 'a(gate="npm test", max=3) -> b; b(command="sh run.sh", timeout=5, expect=success)';
const files = {
  "SKILL.md": "text",
  "workflow.yaml": "workflow:",
  "steps/one.md": "Do it",
  "run.sh": "echo 1",
  "lib/helper.py": "print(1)",
  "tests/walk.yaml": "- a",
  "tests/data.txt": "1",
};

test("the same commands and files have the same digest, wherever they are", () => {
  const one = trustDigest(workflowOf(base), scratch(files));
  assert.match(one, /^[0-9a-f]{64}$/);
  assert.is(trustDigest(workflowOf(base, { name: "other" }), scratch(files)), one);
});

const other: Record<string, string> = {
  "another command": 'a(gate="npm run test", max=3) -> b; b(command="sh run.sh", timeout=5, expect=success)',
  "another command step": 'a(gate="npm test", max=3) -> b; b(command="sh run.sh -x", timeout=5, expect=success)',
  "another time-out": 'a(gate="npm test", max=3) -> b; b(command="sh run.sh", timeout=6, expect=success)',
  "another expectation": 'a(gate="npm test", max=3) -> b; b(command="sh run.sh", timeout=5, expect=failure)',
  "no expectation": 'a(gate="npm test", max=3) -> b; b(command="sh run.sh", timeout=5)',
  "more repetitions": 'a(gate="npm test", max=4) -> b; b(command="sh run.sh", timeout=5, expect=success)',
  "another step": 'c(gate="npm test", max=3) -> b; b(command="sh run.sh", timeout=5, expect=success)',
  "one command more": `${base}; c(verify="true")`,
  "one command less": 'a -> b; b(command="sh run.sh", timeout=5, expect=success)',
  "verify for gate": 'a(verify="npm test", attempts=3) -> b; b(command="sh run.sh", timeout=5, expect=success)',
};
for (const [name, notation] of Object.entries(other)) {
  test(`${name}: another digest, in a folder and without one`, () => {
    const folder = scratch(files);
    assert.is.not(trustDigest(workflowOf(notation), folder), trustDigest(workflowOf(base), folder));
    assert.is.not(trustDigest(workflowOf(notation), null), trustDigest(workflowOf(base), null));
  });
}

test("titles, texts and ways out may change", () => {
  const one = 'a(gate="npm test", max=3) -> b; b(command="sh run.sh")';
  const two = 'a(title="First", prompt="Other words", gate="npm test", max=3) -> b [true], b; b(command="sh run.sh")';
  assert.is(trustDigest(workflowOf(one), null), trustDigest(workflowOf(two), null));
});

const changes: Record<string, [change: (folder: string) => void, same: boolean]> = {
  "prose": [(f) => put(f, { "SKILL.md": "other", "steps/one.md": "other", "README.MARKDOWN": "new" }), true],
  "YAML": [(f) => put(f, { "workflow.yaml": "other", "more.yml": "new", "LOUD.YAML": "new" }), true],
  "tests": [(f) => put(f, { "tests/walk.yaml": "other", "tests/data.txt": "2", "tests/deep/er.js": "new" }), true],
  "our own sessions, and the version control": [
    (f) => put(f, { ".skill-workflow/sessions/x.json": "{}", ".git/HEAD": "ref" }),
    true,
  ],
  "an empty folder": [(f) => mkdirSync(join(f, "empty")), true],
  "a script": [(f) => put(f, { "run.sh": "echo 2" }), false],
  "a script of the same size": [(f) => put(f, { "lib/helper.py": "print(2)" }), false],
  "a new script": [(f) => put(f, { "lib/new.py": "" }), false],
  "a moved script": [(f) => renameSync(join(f, "lib/helper.py"), join(f, "helper.py")), false],
  "a cut script": [(f) => truncateSync(join(f, "run.sh"), 3), false],
  "a hidden file": [(f) => put(f, { ".npmrc": "x" }), false],
  "a folder called tests further down": [(f) => put(f, { "lib/tests/x.js": "" }), false],
  "a file called tests": [(f) => put(f, { "lib/tests.js": "" }), false],
  "a script called like prose": [(f) => put(f, { "run.md.sh": "x" }), false],
};
for (const [name, [change, same]] of Object.entries(changes)) {
  test(`a change of ${name} ${same ? "leaves" : "changes"} the digest`, () => {
    const folder = scratch(files);
    const before = trustDigest(workflowOf(base), folder);
    change(folder);
    assert.is(trustDigest(workflowOf(base), folder) === before, same);
  });
}

test("prose and tests that a command names count", () => {
  const workflow = workflowOf('a(command="sh notes.md && sh tests/check.sh")');
  const folder = scratch({ "notes.md": "1", "tests/check.sh": "1", "tests/other.sh": "1" });
  const before = trustDigest(workflow, folder);
  put(folder, { "tests/other.sh": "2" });
  assert.is(trustDigest(workflow, folder), before);
  put(folder, { "notes.md": "2" });
  const after = trustDigest(workflow, folder);
  assert.is.not(after, before);
  put(folder, { "tests/check.sh": "2" });
  assert.is.not(trustDigest(workflow, folder), after);
});

test("of the flat form only the commands count", () => {
  const folder = scratch(files);
  const flat = workflowOf(base, { form: "flat" });
  const before = trustDigest(flat, folder);
  put(folder, { "run.sh": "echo 2" });
  assert.is(trustDigest(flat, folder), before);
  assert.is(trustDigest(flat, null), before);
});

test("a change isn't missed because an earlier digest is remembered, even with the old time put back", () => {
  const folder = scratch({ "run.sh": "echo 1" });
  const file = join(folder, "run.sh");
  const then = new Date(Date.now() - 60_000);
  utimesSync(file, then, then);
  const before = trustDigest(workflowOf(base), folder);
  assert.is(trustDigest(workflowOf(base), folder), before);
  writeFileSync(file, "echo 2");
  utimesSync(file, then, then);
  assert.is.not(trustDigest(workflowOf(base), folder), before);
});

if (posix) {
  test("a link counts with its target's name and, if that's a file outside, its content", () => {
    const outside = scratch({ "script.sh": "1" });
    const folder = scratch({ "run.sh": "1", "lib/x.py": "1" });
    symlinkSync("run.sh", join(folder, "start"));
    symlinkSync("lib", join(folder, "library"));
    symlinkSync("nowhere", join(folder, "dangling"));
    const inside = trustDigest(workflowOf(base), folder);
    symlinkSync(join(outside, "script.sh"), join(folder, "far"));
    const far = trustDigest(workflowOf(base), folder);
    assert.is.not(far, inside);
    put(outside, { "script.sh": "2" });
    assert.is.not(trustDigest(workflowOf(base), folder), far);
  });

  test("a link to a folder outside can't be trusted", () => {
    const folder = scratch({ "run.sh": "1" });
    symlinkSync(scratch({ "x.sh": "1" }), join(folder, "far"));
    assert.throws(() => trustDigest(workflowOf(base), folder), (error: unknown) => {
      assert.instance(error, NotTrustedError);
      assert.match((error as Error).message, /"far" is a link that leads out/);
      return true;
    });
  });

  test("a file that can't be read can't be trusted", () => {
    if (process.getuid?.() === 0) return;
    const folder = scratch({ "run.sh": "1" });
    chmodSync(join(folder, "run.sh"), 0o000);
    assert.throws(() => trustDigest(workflowOf(base), folder));
  });
}

test("a folder that holds too much is refused in plain words", () => {
  const folder = scratch();
  let deep = folder;
  for (let i = 0; i < 40; i++) mkdirSync(deep = join(deep, "d"));
  assert.throws(() => trustDigest(workflowOf(base), folder), (error: unknown) => {
    assert.instance(error, LimitError);
    assert.match((error as Error).message, "more than 32 levels");
    return true;
  });
  const large = scratch({ "large.bin": "" });
  truncateSync(join(large, "large.bin"), 300_000_000);
  assert.throws(() => trustDigest(workflowOf(base), large), /more than 268435456 bytes/);
});

test("no command, no difference", () => {
  const bare: Workflow = workflowOf("a -> b");
  assert.is(trustDigest(bare, null), trustDigest(workflowOf("c"), null));
});

test.run();
