import { test } from "uvu";
import * as assert from "uvu/assert";
import { judgeExit, type OutcomeKind, verdictOf } from "../../lib/host/command_outcome.ts";
import type { Verdict } from "../../lib/session/input.ts";

const rest = { signal: null, output: "", outputBytes: 0, durationMs: 0 };

for (
  const [kind, exitCode, verdict] of [
    ["exited", 0, "pass"],
    ["exited", 1, "fail"],
    ["exited", 127, "fail"],
    ["exited", null, "fail"],
    ["timeout", null, "unevaluable"],
    ["killed", null, "unevaluable"],
    ["killed", 137, "unevaluable"],
    ["not_found", 127, "unevaluable"],
    ["not_permitted", 126, "unevaluable"],
    ["not_started", null, "unevaluable"],
    ["cancelled", null, "unevaluable"],
    ["cancelled", 0, "unevaluable"],
  ] as [OutcomeKind, number | null, Verdict][]
) {
  test(`${kind} with exit code ${exitCode} is ${verdict}`, () => {
    assert.is(verdictOf({ ...rest, kind, exitCode }), verdict);
  });
}

interface Row {
  code: number | null;
  signal?: string;
  stderr?: string;
  command?: string;
  platform?: string;
  kind: OutcomeKind;
  program?: string;
}

const rows: Record<string, Row> = {
  "a pass": { code: 0, kind: "exited" },
  "a fail": { code: 1, stderr: "sh: 1: x: not found", kind: "exited" },
  "dash": { code: 127, stderr: "/bin/sh: 1: no-such: not found\n", kind: "not_found", program: "no-such" },
  "dash, exec": { code: 127, stderr: "sh: 1: exec: no-such: not found\n", kind: "not_found", program: "no-such" },
  "bash": { code: 127, stderr: "/bin/sh: line 1: no-such: command not found\n", kind: "not_found", program: "no-such" },
  "bash on a Mac": {
    code: 127,
    stderr: "/bin/sh: no-such: command not found\n",
    kind: "not_found",
    program: "no-such",
  },
  "bash in French": {
    code: 127,
    stderr: "/bin/sh: ligne 1: no-such : commande introuvable\n",
    kind: "not_found",
    program: "no-such",
  },
  "busybox": { code: 127, stderr: "sh: no-such: not found\n", kind: "not_found", program: "no-such" },
  "zsh": { code: 127, stderr: "zsh:1: command not found: no-such\n", kind: "not_found", program: "no-such" },
  "env": {
    code: 127,
    stderr: "/usr/bin/env: 'no-such': No such file or directory\n",
    kind: "not_found",
    program: "no-such",
  },
  "npm": {
    code: 127,
    stderr: "> test\n> jest\n\nsh: 1: jest: not found\nnpm error code 127\n",
    kind: "not_found",
    program: "jest",
  },
  "a name with a blank": { code: 127, stderr: "sh: 1: no such: not found\n", kind: "not_found", program: "no such" },
  "a program that chose 127": { code: 127, stderr: "127 checks failed\n", kind: "exited" },
  "a program that chose 127 in silence": { code: 127, kind: "exited" },
  "127 with stderr sent away": { code: 127, command: "no-such 2>/dev/null", kind: "not_found" },
  "dash, not executable": {
    code: 126,
    stderr: "sh: 1: ./check: Permission denied\n",
    kind: "not_permitted",
    program: "./check",
  },
  "bash, not executable": {
    code: 126,
    stderr: "/bin/sh: line 1: ./check: Permission denied\n",
    kind: "not_permitted",
    program: "./check",
  },
  "a program that chose 126": { code: 126, stderr: "no\n", kind: "exited" },
  "killed": { code: null, signal: "SIGKILL", kind: "killed" },
  "terminated": { code: null, signal: "SIGTERM", kind: "killed" },
  "killed below the shell": { code: 137, kind: "killed" },
  "interrupted below the shell": { code: 130, kind: "killed" },
  "crashed: the work's own fault": { code: null, signal: "SIGSEGV", kind: "exited" },
  "aborted below the shell": { code: 134, kind: "exited" },
  "255": { code: 255, kind: "exited" },
  "cmd": {
    code: 1,
    stderr: "'no-such' is not recognized as an internal or external command,\r\noperable program or batch file.\r\n",
    platform: "win32",
    kind: "not_found",
    program: "no-such",
  },
  "cmd in a batch file": { code: 9009, stderr: "irgendwas", platform: "win32", kind: "not_found" },
  "cmd, a fail": { code: 1, stderr: "no", platform: "win32", kind: "exited" },
  "cmd, 127 means nothing": { code: 127, platform: "win32", kind: "exited" },
};

for (const [name, row] of Object.entries(rows)) {
  test(`${name}: ${row.kind}`, () => {
    const { code, signal = null, stderr = "", command = "check", platform = "linux" } = row;
    const judged = judgeExit({ command, code, signal, stderr, platform });
    assert.is(judged.kind, row.kind);
    assert.is(judged.program, row.program);
    if (row.kind === "exited") return;
    assert.match(judged.why!, /^[A-Z"]/);
    if (row.program !== undefined) assert.ok(judged.why!.includes(JSON.stringify(row.program)));
  });
}

test("a crash says what it was", () => {
  const judged = judgeExit({ command: "check", code: null, signal: "SIGSEGV", stderr: "", platform: "linux" });
  assert.is(judged.why, "Crashed with SIGSEGV");
});

test("hostile output takes no time", () => {
  const started = performance.now();
  for (
    const stderr of ["sh:".repeat(3_000), "sh: 1: " + ": ".repeat(4_000), " ".repeat(8_000) + ":", "\n".repeat(8_000)]
  ) {
    judgeExit({ command: "2".repeat(100_000), code: 127, signal: null, stderr, platform: "linux" });
    judgeExit({ command: "x", code: 1, signal: null, stderr: "'" + "a".repeat(8_000), platform: "win32" });
  }
  assert.ok(performance.now() - started < 2_000);
});

test.run();
