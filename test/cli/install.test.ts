import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { makePlace, type Place, program } from "../mcp/connect.ts";

function cli(place: Place, ...words: string[]): { code: number | null; out: string; err: string } {
  const { command, args, env } = program(place, words);
  const { status, stdout, stderr } = spawnSync(command, args, {
    env,
    cwd: place.workspace,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { code: status, out: stdout, err: stderr };
}

test("install keeps what is there, shows a diff first, is idempotent; uninstall is a person's", () => {
  const place = makePlace();
  try {
    const file = join(place.home, ".gemini", "settings.json");
    mkdirSync(join(place.home, ".gemini"));
    const before = '{\n  // mine\n  "theme": "dark",\n  "mcpServers": { "other": { "command": "x" } }\n}\n';
    writeFileSync(file, before);
    const dry = cli(place, "install", "gemini", "--dry-run");
    assert.is(dry.code, 0, dry.err);
    assert.match(dry.out, /^\+.*"skill-workflow": \{/m);
    assert.is(readFileSync(file, "utf8"), before);

    assert.is(cli(place, "install", "gemini").code, 0);
    const after = readFileSync(file, "utf8");
    assert.match(after, "// mine");
    assert.match(after, '"other"');
    assert.match(after, / hook gemini tool /);
    assert.not.match(after, "hook hook");
    assert.match(cli(place, "install", "gemini").out, "Unchanged: the server");
    assert.is(readFileSync(file, "utf8"), after);
    assert.match(
      cli(place, "doctor").out,
      /gemini +user +server registered, not trusted +hooks installed, trusted +enforced/,
    );

    const refused = cli(place, "uninstall", "gemini");
    assert.is(refused.code, 1);
    assert.match(refused.err, /NotAPersonError: Only a person may uninstall/);
    const plan = JSON.parse(cli(place, "uninstall", "gemini", "--dry-run", "--json").out);
    assert.is(plan.changes[0].after, before);
  } finally {
    place.remove();
  }
});

test("a file that can't be parsed is left alone, an unknown client gets a near name", () => {
  const place = makePlace();
  try {
    mkdirSync(join(place.home, ".gemini"));
    const file = join(place.home, ".gemini", "settings.json");
    writeFileSync(file, '{"a": ');
    const broken = cli(place, "install", "gemini");
    assert.is(broken.code, 1);
    assert.match(broken.err, /can't be edited[\s\S]*nothing was changed/);
    assert.is(readFileSync(file, "utf8"), '{"a": ');
    const unknown = cli(place, "install", "gemni");
    assert.match(unknown.err, 'did you mean "gemini"');
    assert.is(cli(place, "install").code, 2);
    assert.match(cli(place, "off").out, "The fence is on");
    assert.match(cli(place, "off", "--for", "10m").err, "Only a person may");
    assert.match(cli(place, "off", "--for", "10 days").err, "such as 10m or 2h");
  } finally {
    place.remove();
  }
});

test.run();
