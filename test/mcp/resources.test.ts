import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { connect, makePlace } from "./connect.ts";
import { connectOver, serveOver } from "./http_client.ts";

const SKILL = { ".agents/skills/sort-faults": "examples/sort-faults" };

/** Notifications as they come in. */
function hear(client: Client): string[] {
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/list_changed", () => void heard.push("list"));
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  return heard;
}

async function until(heard: string[], wanted: string): Promise<void> {
  for (let i = 0; i < 200 && !heard.includes(wanted); i++) await new Promise((done) => setTimeout(done, 25));
  assert.ok(heard.includes(wanted), `${wanted} in ${heard.join(", ")}`);
}

test("a session's report and graph are listed, read and completed, and a move is told", async () => {
  const place = makePlace(SKILL);
  const { client, call, close } = await connect(place, "legacy");
  try {
    const heard = hear(client);
    assert.equal((await client.listResources()).resources.filter((one) => one.uri.startsWith("skill-workflow:")), []);
    const start = { skill_name: "sort-faults", workspace_dir: place.workspace };
    const { session_id } = (await call("start_workflow", start)).envelope;
    await until(heard, "list");
    const base = `skill-workflow://sessions/${session_id}`;
    const { resources } = await client.listResources();
    assert.equal(resources.map((one) => one.uri).filter((uri) => uri.startsWith(base)), [
      `${base}/report`,
      `${base}/graph`,
    ]);
    await client.subscribeResource({ uri: `${base}/report` });
    await call("next_step", { step_output: "judged", variables: { reproduced: true } });
    await until(heard, `${base}/report`);
    assert.not.ok(heard.includes(`${base}/graph`));
    await client.unsubscribeResource({ uri: `${base}/report` });
    const told = heard.length;
    const [report] = (await client.readResource({ uri: `${base}/report` })).contents;
    assert.match((report as { text: string }).text, /judge[\s\S]*mend/);
    const [graph] = (await client.readResource({ uri: `${base}/graph` })).contents;
    assert.match((graph as { text: string }).text, /^(---|flowchart)/);
    assert.not.match((graph as { text: string }).text, "try to reproduce the fault");
    await call("next_step", { step_output: "mended" });
    await call("current_step");
    assert.is(heard.length, told);
    const ref = { type: "ref/resource" as const, uri: "skill-workflow://sessions/{id}/report" };
    const { completion } = await client.complete({ ref, argument: { name: "id", value: "wf_s" } });
    assert.equal(completion.values, [session_id]);
    const missing = client.readResource({ uri: "skill-workflow://sessions/wf_none/report" });
    assert.is(await missing.then(() => 0, (error) => error.code), -32602);
  } finally {
    await close();
    place.remove();
  }
});

for (const door of ["stdio", "http"] as const) {
  test(`a modern client that listens hears of a move (${door})`, async () => {
    const place = makePlace(SKILL);
    const server = door === "http" ? await serveOver(place) : undefined;
    const { client, call } = server ? await connectOver(server, "auto") : await connect(place, "auto");
    try {
      const heard = hear(client);
      const start = { skill_name: "sort-faults", workspace_dir: place.workspace };
      const { session_id } = (await call("start_workflow", start)).envelope;
      const uri = `skill-workflow://sessions/${session_id}/report`;
      const listening = await client.listen({ resourceSubscriptions: [uri] });
      await call("next_step", { session_id, step_output: "judged", variables: { reproduced: true } });
      await until(heard, uri);
      assert.equal([...new Set(heard)], [uri]);
      await listening.close();
    } finally {
      await client.close();
      await server?.stop();
      place.remove();
    }
  });
}

test("the Skills extension gives a skill's text without its workflow", async () => {
  const place = makePlace({ ".agents/skills/sort-faults": "examples/sort-faults" });
  const folder = join(place.workspace, ".agents/skills/kind-words");
  mkdirSync(folder);
  writeFileSync(join(folder, "SKILL.md"), "---\nname: kind-words\ndescription: Says kind words\n---\nBe kind.\n");
  const { client, close } = await connect(place, "auto");
  try {
    const uri = "skill://sort-faults/SKILL.md";
    const [file] = (await client.readResource({ uri })).contents as { text: string }[];
    assert.match(file.text, /name: sort-faults/);
    assert.not.match(file.text, /\nworkflow:/);
    assert.not.match(file.text, "try to reproduce the fault");
    const [kind] = (await client.readResource({ uri: "skill://kind-words/SKILL.md" })).contents as { text: string }[];
    assert.is(kind.text, "---\nname: kind-words\ndescription: Says kind words\n---\nBe kind.\n");
    for (const wrong of ["skill://none/SKILL.md", "skill://sort-faults/workflow.yaml", "skill://../x/SKILL.md"]) {
      const code = await client.readResource({ uri: wrong }).then(() => 0, (error) => error.code);
      assert.is(code, -32602, wrong);
    }
  } finally {
    await close();
    place.remove();
  }
});

test.run();
