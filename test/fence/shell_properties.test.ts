import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import fc from "fast-check";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { isReadOnlyCommand } from "../../lib/fence/classify_shell.ts";
import { parseShell } from "../../lib/fence/parse_shell.ts";

const RUNS = Number(process.env.FENCE_RUNS ?? 100);

const reading = fc.constantFrom(
  "ls",
  "cat a.txt",
  "git status --short",
  "grep -rn 'a;b' src | head -n 3",
  "find . -name '*.ts' | xargs wc -l",
  'echo "$(pwd)"',
  "sed -n '1,5p' a.txt",
  "cat <<EOF\ntext\nEOF\n",
  "(cd src && ls)",
);
const joint = fc.constantFrom("; ", " && ", " || ", " | ", " & ", "\n", " |& ");
const writing = fc.constantFrom(
  "rm x",
  "touch x",
  "tee x",
  "sh",
  "node x.js",
  "git add .",
  "> x",
  "x=1 rm x",
  "$(rm x)",
);

test("whatever is appended to a reading command counts", () => {
  fc.assert(fc.property(reading, joint, writing, (first, between, second) => {
    assert.ok(isReadOnlyCommand(first), first);
    assert.not(isReadOnlyCommand(first + between + second));
    assert.not(isReadOnlyCommand(second + between + first));
  }));
});

test("two reading commands read", () => {
  fc.assert(fc.property(reading, joint, reading, (first, between, second) => {
    fc.pre(!first.endsWith("\n") && !second.endsWith("\n"));
    assert.ok(isReadOnlyCommand(first + between + second));
  }));
});

test("a substitution with a writing command counts wherever the shell runs it", () => {
  const around = fc.constantFrom(
    "echo %",
    'echo "%"',
    'echo "a % b"',
    "cat <<E\n%\nE\n",
    "ls a%b",
    "LC_ALL=% ls",
    "cat < %",
  );
  const inner = fc.constantFrom("$(rm x)", "`rm x`", '$(echo "$(rm x)")', "$( (rm x) )", "$(ls; rm x)");
  fc.assert(fc.property(around, inner, (frame, piece) => {
    assert.not(isReadOnlyCommand(frame.replace("%", () => piece)));
  }));
});

test("any text in single quotes is one word", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }).filter((text) => !/['\\]/.test(text)), (text) => {
    assert.equal(parseShell(`echo '${text}'`)?.map(({ words }) => words.map((word) => word.text)), [["echo", text]]);
  }));
});

test("no text at all breaks the reader", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert.type(isReadOnlyCommand(text), "boolean");
  }));
});

/**
 * Random command lines out of the pieces that shells are made of. Those that are taken for reading are given to real
 * shells, in a folder of their own and with a program `pwn` on the path, and must leave that folder as it was.
 */
test("what is taken for reading leaves a real shell's folder as it was", () => {
  const shells = ["bash", "dash", "zsh"].filter((shell) => spawnSync(shell, ["-c", ":"]).status === 0);
  if (shells.length === 0) return;
  const root = mkdtempSync(join(tmpdir(), "fence-"));
  try {
    const programs = join(root, "bin");
    const folder = join(root, "folder");
    mkdirSync(programs);
    mkdirSync(folder);
    for (const name of ["ls", "cat", "head", "sort", "find", "xargs", "sed", "awk", "touch"]) {
      const found = (process.env.PATH ?? "").split(delimiter).find((path) => listed(path).includes(name));
      if (found !== undefined) symlinkSync(join(found, name), join(programs, name));
    }
    writeFileSync(join(programs, "pwn"), "#!/bin/sh\ntouch pwned\n", { mode: 0o755 });
    writeFileSync(join(folder, "a"), "b\n");
    const pieces =
      ("echo|ls|cat|pwn|pwn|sort|find|-exec|-delete|xargs|sed|awk|{}|+|;|;|\\;|&|&&|\\||\\|\\||>|>>|<|<<E|<<'E'|E|" +
        "'|\"|\\|`|$(|)|(|$((|))|{|}|#|\n|\n| | | | |$x|${x}|$'|!|*|[|]|,|-o|-n|p|e|w|1|2>|a|b|/|=|\t|time|[ |-I|./")
        .split(/(?<!\\)\|/);
    const line = fc.array(fc.constantFrom(...pieces.map((piece) => piece.replaceAll("\\|", "|"))), { maxLength: 14 });
    const command = fc.tuple(fc.constantFrom("echo ", "cat a ", "ls; ", "find . ", "(", "echo 'a'", "cat <<E\n"), line)
      .map(([first, rest]) => first + rest.join(""));
    let ran = 0;
    fc.assert(
      fc.property(command, (text) => {
        if (!isReadOnlyCommand(text)) return;
        ran++;
        for (const shell of shells) {
          spawnSync(shell, ["-c", text], { cwd: folder, env: { PATH: programs }, input: "pwn\n", timeout: 5_000 });
          assert.equal(readdirSync(folder), ["a"], `${shell}: ${JSON.stringify(text)}`);
        }
      }),
      { numRuns: RUNS * 20 },
    );
    assert.ok(ran > RUNS / 10, `${ran} ran`);
  } finally {
    rmSync(root, { recursive: true });
  }
});

function listed(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

test.run();
