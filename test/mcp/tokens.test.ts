import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { connect, makePlace } from "./connect.ts";

test("the five tools and an ordinary step's envelope stay within their bounds (o200k)", async () => {
  const place = makePlace({
    ".agents/skills/work-cycle": "examples/work-cycle",
    ".agents/skills/release-notes": "examples/release-notes",
  });
  const server = await connect(place);
  try {
    const { tools } = await server.client.listTools();
    const listed = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }))
      .join("\n");
    const tokens = countTokens(listed);
    assert.ok(tokens <= 750, `tools/list takes ${tokens} tokens`);
    for (const skill_name of ["work-cycle", "release-notes"]) {
      const reply = await server.call("start_workflow", { skill_name, workspace_dir: place.workspace, input: "2.1" });
      const overhead = countTokens(reply.text) - countTokens(reply.envelope.step!.instructions);
      assert.ok(overhead <= 120, `the envelope of ${skill_name} adds ${overhead} tokens:\n${reply.text}`);
    }
  } finally {
    await server.close();
    place.remove();
  }
});

test("structured mode gives programs an output schema and structured content", async () => {
  const place = makePlace({ ".agents/skills/work-cycle": "examples/work-cycle" });
  const server = await connect(place, "legacy", ["--structured"]);
  try {
    const { tools } = await server.client.listTools();
    assert.ok(tools.find((tool) => tool.name === "next_step")?.outputSchema);
    const result = await server.client.callTool({
      name: "start_workflow",
      arguments: { skill_name: "work-cycle", workspace_dir: place.workspace },
    });
    assert.is((result.structuredContent as { turn: number }).turn, 0);
  } finally {
    await server.close();
    place.remove();
  }
});

test.run();
