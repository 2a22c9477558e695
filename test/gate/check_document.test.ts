import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { checkDocument } from "./check_document.ts";
import { findBlocks } from "./find_blocks.ts";

const fence = (info: string, text: string) => `\`\`\`${info}\n${text}\n\`\`\`\n`;

const documents: { name: string; text: string; ran: number; fault?: RegExp }[] = [
  { name: "prose", text: "Nothing to run, `exit 1` is inline\n", ran: 0 },
  { name: "a block that succeeds", text: fence("sh", "true"), ran: 1 },
  {
    name: "a block that fails",
    text: `# A\n\n${fence("sh", "echo seen; exit 3")}`,
    ran: 1,
    fault: /:3: Ended with 3:[^]*seen/,
  },
  { name: "a line that fails before the last", text: fence("sh", "false\ntrue"), ran: 1, fault: /Ended with 1/ },
  { name: "a block that isn't for running", text: fence("sh no-run", "exit 1"), ran: 0 },
  { name: "a block under another name", text: fence("bash", "true"), ran: 0, fault: /call it "sh"/ },
  { name: "blocks that build on each other", text: fence("sh", "echo x > a") + fence("sh", "grep x a"), ran: 2 },
  {
    name: "a file to save",
    text: `Save it as \`a/b.md\`:\n\n${fence("md", "x")}${fence("sh", "grep x a/b.md")}`,
    ran: 1,
  },
  { name: "an install command", text: fence("sh", "npm install && npm test"), ran: 1 },
  { name: "an install command of Deno", text: fence("sh", "deno install && deno task demo"), ran: 1 },
  {
    name: "a lost script",
    text: fence("sh", "npm install && npm run lost"),
    ran: 1,
    fault: /no such script: npm install/,
  },
  { name: "a lost task", text: fence("sh", "deno install && deno task lost"), ran: 1, fault: /no such script: deno/ },
  { name: "a foreign npx", text: fence("sh", "npx -y cowsay"), ran: 1, fault: /npx cowsay: not here/ },
];

for (const { name, text, ran, fault } of process.platform === "win32" ? [] : documents) {
  test(`checks ${name}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "skill-workflow-test-"));
    const path = join(folder, "page.md");
    writeFileSync(path, text);
    const result = await checkDocument(path);
    rmSync(folder, { recursive: true });
    assert.is(result.ran, ran);
    assert.is(result.faults.length, fault === undefined ? 0 : 1);
    if (fault !== undefined) assert.match(result.faults[0]!, fault);
  });
}

test("finds fenced blocks with their line, in lists and quotes too, and no others", () => {
  const text = `a\n\n${fence("ts ignore", "let a;")}\n- b\n\n  ${
    fence("sh", "  c").replaceAll("\n`", "\n  `")
  }\n    indented\n`;
  assert.equal(findBlocks(text), [
    { info: "ts ignore", text: "let a;\n", line: 3 },
    { info: "sh", text: "c\n", line: 9 },
  ]);
});

test.run();
