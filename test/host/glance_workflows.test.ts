import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { findSkills } from "../../lib/host/find_skills.ts";
import { glanceWorkflows } from "../../lib/host/glance_workflows.ts";
import { scratch } from "./scratch.ts";

const inline = "workflow:\n  steps:\n    - {id: a, prompt: Go.}\n";
const named = "metadata: {kind: workflow, workflow: workflow.yaml}\n";
const skill = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: About ${name}.\n${more}---\nCall start_workflow.\n`;

const place = {
  workspace: scratch({
    "skills/inline/SKILL.md": skill("inline", inline),
    "skills/named/SKILL.md": skill("named", named),
    "skills/named/workflow.yaml": inline,
    "skills/prose/SKILL.md": skill("prose"),
    "skills/talks/SKILL.md": skill("talks", "license: a workflow of its own\n"),
    "skills/folder/workflow.yaml": "description: In a folder.\nsteps:\n  - {id: a, prompt: Go.}\n",
    "workflows/flat.yml": "description: Builds.\nsteps:\n  - {id: a, prompt: Go.}\n",
    "workflows/bare.yaml": "steps:\n  - {id: a, prompt: Go.}\n",
    "skills/colon/SKILL.md": `---\nname: colon\ndescription: Colons: repaired.\n${inline}---\nCall start_workflow.\n`,
    "skills/torn/SKILL.md": `---\nname: torn\n${inline}`,
    "skills/broken/SKILL.md": `---\nname: broken\n${inline}  - [\n---\n`,
    "skills/binary/SKILL.md": "---\nworkflow: \0\n---\n",
    "skills/empty/SKILL.md": "",
  }),
  home: scratch({
    ".agents/skills/inline/SKILL.md": skill("inline", inline).replace("About", "Another"),
    ".claude/skills/mine/SKILL.md": skill("mine", inline),
  }),
};

test("the workflow skills with their descriptions, and no other", async () => {
  assert.equal(await glanceWorkflows(place), [
    { name: "colon", description: "Colons: repaired." },
    { name: "folder", description: "In a folder." },
    { name: "inline", description: "About inline." },
    { name: "named", description: "About named." },
    { name: "bare", description: "" },
    { name: "flat", description: "Builds." },
    { name: "mine", description: "About mine." },
  ]);
});

test("a closer look finds the same ones", async () => {
  const ok = findSkills(place).skills.filter(({ status, kind }) => status === "ok" && kind === "workflow");
  assert.equal(ok.map(({ name, description }) => ({ name, description })), await glanceWorkflows(place));
});

// What it saves is measured by bench/cold_start.ts.
test("a glance at many skills finds the workflows among them", async () => {
  const body = "## Heading\n\nSome words.\n\n".repeat(200);
  const many = {
    workspace: scratch(Object.fromEntries(
      Array.from(
        { length: 120 },
        (_, i) => [`skills/s${i}/SKILL.md`, skill(`s${i}`, i % 4 === 0 ? inline : "") + body],
      ),
    )),
    home: scratch(),
  };
  const found = await glanceWorkflows(many);
  assert.is(found.length, 30);
  const looked = findSkills(many).skills.filter(({ kind }) => kind === "workflow").map(({ name }) => name);
  assert.equal(found.map(({ name }) => name).sort(), looked.sort());
});

test("what a file said is remembered until the file changes, and a damaged memory is forgotten", async () => {
  const memory = join(scratch(), "skills.json");
  const file = join(place.workspace, "skills/inline/SKILL.md");
  const before = await glanceWorkflows({ ...place, memory });
  assert.equal(await glanceWorkflows({ ...place, memory }), before);
  // The memory is believed: this is what makes the second start fast.
  writeFileSync(memory, readFileSync(memory, "utf8").replace("About inline.", "As remembered."));
  const described = async () => (await glanceWorkflows({ ...place, memory })).find(({ name }) => name === "inline");
  assert.is((await described())?.description, "As remembered.");
  writeFileSync(file, skill("inline", inline).replace("About", "Now about"));
  assert.is((await described())?.description, "Now about inline.");
  writeFileSync(memory, '{"x": [');
  assert.is((await glanceWorkflows({ ...place, memory })).length, before.length);
});

test.run();
