import { test } from "uvu";
import * as assert from "uvu/assert";
import { ERAS, makeBench } from "./in_process.ts";

const FILES = {
  "skills/sort/SKILL.md": `---
name: sort
description: Sorts.
workflow:
  context_schema:
    severity: {type: string, enum: [low, lower, high], required: true, description: How bad}
    count: {type: integer, default: 3}
    loud: {type: boolean}
    tags: {type: list}
  steps:
    - {id: look, prompt: "Look at {{context.severity}}, {{input}}", end: true}
---
Call start_workflow.
`,
  "skills/kind/SKILL.md": "---\nname: kind\ndescription: Says kind words.\n---\nBe kind.\n",
  "skills/inner/SKILL.md": "---\nname: inner\ndescription: For agents.\nuser-invocable: false\n---\nHidden.\n",
  "skills/broken/SKILL.md": "---\nname: broken\ndescription: a\nworkflow: {}\n---\nNo.\n",
  "workflows/flat.yaml": "name: Flat one\ndescription: Flat.\nsteps:\n  - {id: a, prompt: Go.}\n",
};

for (const era of ERAS) {
  test(`${era}: skills that a person may start are prompts, with variables as arguments`, async () => {
    const bench = makeBench(FILES, { prompts: true });
    const { client, close } = await bench.open(era);
    try {
      const { prompts } = await client.listPrompts();
      assert.equal(prompts.map((one) => one.name), ["kind", "sort", "flat"]);
      assert.ok(prompts.every((one) => one.title && one.description && one.icons?.length === 1));
      assert.equal(prompts[1].arguments, [
        { name: "severity", description: "How bad; one of low, lower, high", required: true },
        { name: "count", description: "integer; 3 if left out", required: false },
        { name: "loud", description: "boolean", required: false },
        { name: "tags", description: "list", required: false },
        { name: "input", description: "The task in your own words", required: false },
      ]);

      const get = async (name: string, args: Record<string, string>) => {
        const { messages } = await client.getPrompt({ name, arguments: args });
        return (messages[0].content as { text: string }).text;
      };
      const told = await get("sort", {
        severity: "high",
        count: "5",
        loud: "true",
        tags: '["a"]',
        input: 'the "door"',
      });
      const call = JSON.parse(/start_workflow with (\{.*\}) and/.exec(told)![1]);
      assert.equal(call, {
        skill_name: "sort",
        workspace_dir: bench.place.workspace,
        initial_context: { severity: "high", count: 5, loud: true, tags: ["a"] },
        input: 'the "door"',
      });
      const started = await client.callTool({ name: "start_workflow", arguments: call });
      assert.not.ok(started.isError, JSON.stringify(started.content));
      assert.is(await get("kind", { input: "say hello" }), "Be kind.\n\nTask: say hello");

      const wrong: [name: string, args: Record<string, string>, message: RegExp][] = [
        ["sort", {}, /wants "severity"/],
        ["sort", { severity: " " }, /wants "severity"/],
        ["sort", { severity: "low", cuont: "1" }, /no argument "cuont": did you mean "count"/],
        ["sort", { severity: "low", count: "1.5" }, /"count" wants integer, got "1.5"/],
        ["sort", { severity: "low", tags: "a, b" }, /"tags" wants list/],
        ["inner", {}, /There is no prompt "inner"/],
        ["srot", {}, /did you mean "sort"/],
        ["__proto__", {}, /There is no prompt/],
      ];
      for (const [name, args, message] of wrong) {
        const error = await client.getPrompt({ name, arguments: args }).then(() => undefined, (error) => error);
        assert.is(error?.code, -32602, name);
        assert.match(error.message, message);
      }

      const complete = async (name: string, argument: string, value: string) => {
        const ref = { type: "ref/prompt" as const, name };
        return (await client.complete({ ref, argument: { name: argument, value } })).completion.values;
      };
      assert.equal(await complete("sort", "severity", "Lo"), ["low", "lower"]);
      assert.equal(await complete("sort", "loud", ""), ["true", "false"]);
      assert.equal(await complete("sort", "count", ""), []);
      assert.equal(await complete("sort", "none", ""), []);
      assert.equal(await complete("none", "severity", ""), []);
    } finally {
      await close();
      bench.remove();
    }
  });

  test(`${era}: an agent has prompts of its own skills alone, and nobody has any unless asked for`, async () => {
    const requireSkill = (name: string) => {
      if (name !== "kind") throw new Error("not yours");
    };
    for (const [more, names] of [[{ prompts: true, requireSkill }, ["kind"]], [{}, undefined]] as const) {
      const bench = makeBench(FILES, more);
      const { client, close } = await bench.open(era);
      try {
        assert.is(client.getServerCapabilities()?.prompts !== undefined, names !== undefined);
        if (names) assert.equal((await client.listPrompts()).prompts.map((one) => one.name), names);
      } finally {
        await close();
        bench.remove();
      }
    }
  });
}

test.run();
