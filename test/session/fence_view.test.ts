import { test } from "uvu";
import * as assert from "uvu/assert";
import { decide, fenceView, parseSkill, start } from "../../mod.ts";

const SKILL = `---
name: survey
description: Two looks at once.
workflow:
  enforce: hard
  steps:
    - { id: look, parallel: [first, second], next: sum }
    - { id: first, prompt: Build it., allowed_tools: [edit], mandated_tools: [write] }
    - { id: second, prompt: Read it., denied_tools: [subagent] }
    - { id: sum, prompt: Sum up., end: true }
---
Call start_workflow.
`;

test("a dispatcher's view tells what each child allows to its subagents", () => {
  const view = fenceView(start(parseSkill(SKILL).workflow!, { id: "wf_survey_00000001", at: "2026-01-01T00:00:00Z" }));
  assert.is(view.kind, "dispatcher");
  assert.equal(view.children, [
    { id: "first", mandated: ["write"], allowed: ["edit"], denied: [] },
    { id: "second", mandated: [], allowed: [], denied: ["subagent"] },
  ]);
  const edit = {
    client: "claude-code",
    tool: "Edit",
    input: { file_path: "/w/a" },
    cwd: "/w",
    workspace: "/w",
  };
  assert.not(decide(view, edit).allow, "the agent that dispatches");
  assert.ok(decide(view, { ...edit, subagent: true }).allow, "a subagent");
});

test("another step's view has no children", () => {
  const text =
    "---\nname: a\ndescription: b\nworkflow:\n  steps:\n    - {id: one, prompt: Go., end: true}\n---\nCall start_workflow.\n";
  const view = fenceView(start(parseSkill(text).workflow!, { id: "wf_a_00000001", at: "2026-01-01T00:00:00Z" }));
  assert.not("children" in view);
});

test.run();
