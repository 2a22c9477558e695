import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { identityOf, issueToken, revokeToken, TOKEN_VARIABLE } from "../../lib/host/agent/identity.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import { connect, makePlace, program } from "../mcp/connect.ts";
import { put, scratch } from "../host/scratch.ts";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

test("a token stands for an agent until it's revoked; its file is private and doesn't hold it", () => {
  const state = scratch();
  const token = issueToken(state, { agent: "reviewer", workspace: "/w" });
  const [file] = readdirSync(join(state, "agents")).map((name) => join(state, "agents", name));
  if (process.platform !== "win32") assert.is(statSync(file).mode & 0o777, 0o600);
  assert.not.match(file + readFileSync(file, "utf8"), token);
  assert.equal(identityOf(state, { [TOKEN_VARIABLE]: token }), { agent: "reviewer", workspace: "/w" });
  revokeToken(state, token);
  assert.throws(() => identityOf(state, { [TOKEN_VARIABLE]: token }), /its token isn't known here/);
});

test("without a token the caller is the main agent; a wrong one makes nobody the main agent", () => {
  const state = scratch();
  assert.is(identityOf(state, {}), undefined);
  assert.is(identityOf(state, { [TOKEN_VARIABLE]: "" }), undefined);
  for (const token of ["x", "../../x", "a".repeat(5_000)]) {
    assert.throws(() => identityOf(state, { [TOKEN_VARIABLE]: token }), /isn't known here/);
  }
});

const reference = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\nThe text of ${name}.\n`;

test("read_skill gives a launched agent its own skills only, and names what it has; the main agent reads all", async () => {
  const place = makePlace();
  put(place.workspace, {
    ".agents/skills/tone/SKILL.md": reference("tone"),
    ".agents/skills/secrets/SKILL.md": reference("secrets"),
    ".claude/agents/writer.md": "---\ndescription: Writes\nskills: [tone]\n---\n",
  });
  const { command, args, env } = program(place, ["serve"]);
  const token = issueToken(userDirs({ env }).state, { agent: "writer", workspace: place.workspace });
  const client = new Client({ name: "test", version: "1" });
  const main = await connect(place);
  try {
    await client.connect(
      new StdioClientTransport({
        command,
        args,
        env: { ...env, [TOKEN_VARIABLE]: token },
        cwd: place.workspace,
        stderr: "ignore",
      }),
    );
    assert.match(client.getInstructions() ?? "", "- tone (reference): About tone.");
    assert.not.match(client.getInstructions() ?? "", "secrets");
    const read = async (name: string) => {
      const result = await client.callTool({ name: "read_skill", arguments: { name } });
      return (result.content as { text: string }[])[0].text;
    };
    assert.match(await read("tone"), "The text of tone.");
    for (const name of ["secrets", "workspace:secrets", ".agents/skills/secrets", ".agents/skills/secrets/SKILL.md"]) {
      const text = await read(name);
      assert.match(text, `CapabilityError: The skill ${JSON.stringify(name)} isn't one of agent "writer"`);
      assert.match(text, "it has tone");
      assert.not.match(text, "The text of");
    }
    assert.match((await main.call("read_skill", { name: "secrets" })).text, "The text of secrets.");
  } finally {
    await client.close();
    await main.close();
    place.remove();
  }
});

test.run();
