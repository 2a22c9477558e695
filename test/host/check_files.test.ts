import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { checkFiles } from "../../lib/host/check_files.ts";
import { posix } from "./processes.ts";
import { scratch } from "./scratch.ts";

const workspace = scratch({ "a.txt": "", "docs/b.md": "b", "..odd/c": "c", "with blank/ü.txt": "" });

for (const path of ["a.txt", "docs/b.md", "./a.txt", "docs/../a.txt", "docs", "docs/", "..odd/c", "with blank/ü.txt"]) {
  test(`${path} is there`, () => {
    assert.equal(checkFiles([path], workspace), { verdict: "pass", files: [{ path, ok: true }] });
  });
}

const failing: Record<string, string> = {
  "missing.txt": "doesn't exist",
  "docs/missing/deeper.txt": "doesn't exist",
  "a.txt/inside": "doesn't exist",
  "../a.txt": "climbs out of the workspace with ..",
  "..": "climbs out of the workspace with ..",
  "docs/../../x": "climbs out of the workspace with ..",
  "docs\\..\\..\\x": "climbs out of the workspace with ..",
  "/etc/hosts": "is an absolute path",
  "C:\\Windows": "is an absolute path",
  "C:x": "is an absolute path",
  "a.txt\0.md": "holds a NUL character",
};
for (const [path, reason] of Object.entries(failing)) {
  test(`${JSON.stringify(path)} ${reason}`, () => {
    const why = `${JSON.stringify(path)} ${reason}`;
    assert.equal(checkFiles([path], workspace), { verdict: "fail", files: [{ path, ok: false, reason }], why });
  });
}

test("each file has its own verdict, and all that is wrong is said at once", () => {
  const check = checkFiles(["a.txt", "x", "../y"], workspace);
  assert.is(check.verdict, "fail");
  assert.equal(check.files.map((file) => file.ok), [true, false, false]);
  assert.is(check.why, '"x" doesn\'t exist; "../y" climbs out of the workspace with ..');
  assert.equal(checkFiles([], workspace), { verdict: "pass", files: [] });
});

test("without the workspace nothing can be said", () => {
  const check = checkFiles(["a.txt"], join(workspace, "nowhere"));
  assert.is(check.verdict, "unevaluable");
  assert.match(check.why!, /nowhere" can't be read/);
  assert.is(check.files[0].ok, false);
});

if (posix) {
  test("links count by where they lead", () => {
    const folder = scratch({ "real.txt": "" });
    const outside = scratch({ "secret.txt": "" });
    symlinkSync("real.txt", join(folder, "inside"));
    symlinkSync(join(outside, "secret.txt"), join(folder, "far"));
    symlinkSync(outside, join(folder, "far-folder"));
    symlinkSync("nowhere", join(folder, "dangling"));
    symlinkSync("circle", join(folder, "circle"));
    assert.is(checkFiles(["inside"], folder).verdict, "pass");
    assert.is(checkFiles(["far"], folder).why, '"far" is a link that leads out of the workspace');
    assert.is(checkFiles(["far-folder/secret.txt"], folder).verdict, "fail");
    assert.is(checkFiles(["dangling"], folder).why, '"dangling" doesn\'t exist');
    const circle = checkFiles(["circle"], folder);
    assert.is(circle.verdict, "unevaluable");
    assert.is(circle.why, '"circle" links lead in a circle');
    assert.is(checkFiles(["circle", "missing"], folder).verdict, "fail", "a fail is a fail whatever else is unclear");
    const link = join(scratch(), "link");
    symlinkSync(folder, link);
    assert.is(checkFiles(["real.txt"], link).verdict, "pass", "the workspace itself may be reached by a link");
  });

  test("what may not be looked at is unevaluable", () => {
    if (process.getuid?.() === 0) return;
    const folder = scratch({ "closed/a": "" });
    chmodSync(join(folder, "closed"), 0o000);
    assert.is(checkFiles(["closed/a"], folder).verdict, "unevaluable");
    chmodSync(join(folder, "closed"), 0o700);
  });
}

test.run();
