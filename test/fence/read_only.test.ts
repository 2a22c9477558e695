import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { isReadOnlyCommand } from "../../lib/fence/classify_shell.ts";

/** `+` before what surely only reads, `-` before what isn't sure to: each pair differs in little. */
const ROWS = readFileSync(new URL("fixtures/read_only.txt", import.meta.url), "utf8").trimEnd().split("\n");

test("the edges of what only reads", () => {
  const judged = ROWS.map((row) =>
    `${isReadOnlyCommand(row.slice(2).replaceAll("⏎", "\n")) ? "+" : "-"}${row.slice(1)}`
  );
  assert.equal(judged.filter((row, at) => row !== ROWS[at]), []);
  assert.ok(ROWS.length > 500);
});

test.run();
