import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import type { Command } from "../../lib/host/dispatch/command.ts";
import type { JsonObject } from "../../lib/json.ts";
import { fileDoor, libraryDoor, mcpDoor, type OpenDoor } from "./doors.ts";

const SKILLS = { ".agents/skills/work-cycle": "examples/work-cycle" };

/** A script: each command with arguments that may name the session of the start as `$session`. */
const SCRIPT: [Command["action"], JsonObject][] = [
  ["current_step", {}],
  ["start_workflow", { skill_name: "wrok-cycle", workspace_dir: "$workspace" }],
  ["start_workflow", { skill_name: "work-cycle", workspace_dir: "/nowhere/at/all" }],
  ["start_workflow", { skill_name: "work-cycle", workspace_dir: "$workspace", input: "2.1" }],
  ["next_step", { session_id: "$session", turn: 0, step_output: "first" }],
  ["next_step", { session_id: "$session", turn: 0, step_output: "first" }],
  ["next_step", { session_id: "$session", turn: 0, step_output: "another for an old turn" }],
  ["next_step", { session_id: "$session", turn: 1, step_output: "second", transition_choice: "nowhere" }],
  ["next_step", { session_id: "$session", variables: { undeclared: 1 } }],
  ["next_step", { session_id: "$session", step_output: "third" }],
  ["current_step", { session_id: "$session" }],
  ["next_step", { session_id: "wf_none_00000000", step_output: "x" }],
  ["read_skill", { name: "work-cycle" }],
  ["read_skill", { name: "missing" }],
  ["end_workflow", { session_id: "$session", status: "paused" }],
  ["start_workflow", { skill_name: "work-cycle", workspace_dir: "$workspace" }],
  ["end_workflow", { session_id: "$session", status: "aborted", final_summary: "enough" }],
  ["next_step", { session_id: "$session", step_output: "too late" }],
];

const WANTED: string[] = [
  "SessionNotFoundError",
  "WorkflowResolutionError",
  "InvalidInputError",
  "ok",
  "ok",
  "ok",
  "StaleInputError",
  "InvalidTransitionError",
  "InvalidInputError",
  "ok",
  "ok",
  "SessionNotFoundError",
  "ok",
  "WorkflowResolutionError",
  "ok",
  "ok",
  "ok",
  "SessionClosedError",
];

/** What one door answers to the script, without what differs by nature: ids, times, folders. */
async function walk(open: OpenDoor): Promise<JsonObject[]> {
  const { workspace } = open.place;
  let session = "";
  const outcomes: JsonObject[] = [];
  try {
    for (const [action, args] of SCRIPT) {
      const text = JSON.stringify(args).replaceAll("$session", session).replaceAll("$workspace", workspace);
      const outcome = await open.send(action, JSON.parse(text));
      const id = (outcome.detail as { envelope?: { session_id: string } } | null)?.envelope?.session_id;
      session ||= id ?? "";
      outcomes.push(neutral(outcome, session, open));
    }
    const journal = readdirSync(join(workspace, ".skill-workflow/sessions")).find((name) => name.endsWith(".jsonl"))!;
    const lines = readFileSync(join(workspace, ".skill-workflow/sessions", journal), "utf8").trim().split("\n");
    outcomes.push({ doors: lines.map((line) => line.includes(`"door":"${outcomes[0].door}"`)) });
  } finally {
    await open.close();
    open.place.remove();
  }
  return outcomes;
}

function neutral(outcome: JsonObject, session: string, { place }: OpenDoor): JsonObject {
  const text = JSON.stringify(outcome)
    .replaceAll(session || "\0", "$session")
    .replaceAll(session.slice(-4) || "\0", "$last")
    .replaceAll(place.workspace, "$workspace").replaceAll(place.home, "$home")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "$time")
    .replace(/"(duration_ms|ms|pid)":\d+/g, '"$1":0')
    .replace(/process:([^:"]+):\d+/g, "process:$1")
    .replace(/\d+(\.\d+)? ?m?s\b/g, "$duration");
  const { door, ...rest } = JSON.parse(text) as JsonObject;
  return { door, ...JSON.parse(JSON.stringify(rest).replaceAll(`"door":"${door}"`, '"door":"$door"')) };
}

test("a script of commands has the same outcomes through every door, field by field", async () => {
  const wanted = await walk(libraryDoor(SKILLS, "library"));
  assert.equal(wanted.slice(0, -1).map(({ ok, error }) => ok ? "ok" : (error as { code: string }).code), WANTED);
  for (const open of [libraryDoor(SKILLS, "cli"), await mcpDoor(SKILLS), fileDoor(SKILLS)]) {
    const outcomes = await walk(open);
    const door = outcomes[0].door;
    for (const [index, outcome] of outcomes.entries()) {
      if (index === SCRIPT.length) continue;
      assert.is(outcome.door, door);
      const { door: _door, ...same } = outcome;
      const { door: _library, ...expected } = wanted[index];
      assert.equal(same, expected, `${door}, command ${index}: ${JSON.stringify(SCRIPT[index])}`);
    }
    assert.ok((outcomes[SCRIPT.length].doors as boolean[]).every(Boolean), `the journal names the door ${door}`);
  }
});

test.run();
