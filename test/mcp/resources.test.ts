import { cpSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { connect, makePlace } from "./connect.ts";
import { connectOver, serveOver } from "./http_client.ts";
import { makeBench } from "./in_process.ts";

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

test("the Skills extension gives a skill's text without its workflow, and a reference's files", async () => {
  const bench = makeBench({
    "skills/kind-words/SKILL.md": "---\nname: kind-words\ndescription: Says kind words\n---\nBe kind.\n",
    "skills/kind-words/references/more words.md": "Very kind.\n",
    "skills/kind-words/references/deep/a.bin": "",
    "skills/kind-words/.env": "SECRET=1\n",
    "skills/loose.md": "---\nname: loose\ndescription: A file alone\n---\nText.\n",
    "outside.md": "Not a skill's.\n",
  });
  const { workspace } = bench.place;
  cpSync(new URL("../../examples/sort-faults", import.meta.url), join(workspace, "skills/sort-faults"), {
    recursive: true,
  });
  const own = join(workspace, "skills/kind-words");
  writeFileSync(join(own, "references/deep/a.bin"), new Uint8Array([0xff, 0x00]));
  symlinkSync(join(workspace, "outside.md"), join(own, "linked.md"));
  const { client, close } = await bench.open("modern");
  try {
    const read = async (uri: string) =>
      await client.readResource({ uri }).then(
        ({ contents }) => contents[0] as { text?: string; blob?: string },
        (error) => {
          assert.is(error.code, -32602, uri);
          return undefined;
        },
      );
    const text = (await read("skill://sort-faults/SKILL.md"))!.text!;
    assert.match(text, /name: sort-faults/);
    assert.not.match(text, /\nworkflow:/);
    assert.not.match(text, "try to reproduce the fault");
    const kind = "---\nname: kind-words\ndescription: Says kind words\n---\nBe kind.\n";
    assert.is((await read("skill://kind-words/SKILL.md"))?.text, kind);
    assert.is((await read("skill://kind-words/references/more%20words.md"))?.text, "Very kind.\n");
    assert.is((await read("skill://kind-words/references/deep/a.bin"))?.blob, "/wA=");
    for (
      const wrong of [
        "skill://none/SKILL.md",
        "skill://sort-faults/answers.yaml",
        "skill://../x/SKILL.md",
        "skill://kind-words/.env",
        "skill://kind-words/linked.md",
        "skill://kind-words/..%2F..%2Foutside.md",
        "skill://kind-words/references/../../../outside.md",
        "skill://loose/kind-words/SKILL.md",
        "skill://kind-words/%FF",
      ]
    ) assert.is(await read(wrong), undefined, wrong);

    const skills = new SkillsClient(client);
    const { skill } = await skills.get("skill://kind-words/SKILL.md");
    // The client checks size and digest.
    assert.ok((await skills.read(skill, "references/more words.md")).verified);
    assert.equal((skill.resources as { uri: string }[]).map((one) => one.uri.slice("skill://kind-words/".length)), [
      "SKILL.md",
      "references/deep/a.bin",
      "references/more%20words.md",
    ]);
    const folder = async (uri: string) =>
      (await skills.readDirectory(uri)).resources.map((one) => `${one.name} ${one.mimeType ?? ""}`.trim());
    assert.equal(await folder("skill://kind-words"), ["SKILL.md", "references inode/directory"]);
    assert.equal(await folder("skill://kind-words/references"), ["deep inode/directory", "more words.md"]);
    // What changes is told anew.
    writeFileSync(join(own, "new.md"), "New.\n");
    assert.equal(await folder("skill://kind-words"), ["SKILL.md", "new.md", "references inode/directory"]);
  } finally {
    await close();
    bench.remove();
  }
});

test.run();
