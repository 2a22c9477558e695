import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { agentJournal } from "../../lib/host/agent/agent_journal.ts";
import type { Command } from "../../lib/host/dispatch/command.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import type { JsonObject } from "../../lib/json.ts";
import { cliDoor, fileDoor, libraryDoor, mcpDoor, type OpenDoor } from "./doors.ts";

const SKILLS = { ".agents/skills/work-cycle": "examples/work-cycle" };

/** Commands, with arguments that may name the session of the start as `$session`, and the code of what each comes to. */
const SCRIPT: [action: Command["action"], args: JsonObject, wanted: string][] = [
  ["current_step", {}, "SessionNotFoundError"],
  ["start_workflow", { skill_name: "wrok-cycle", workspace_dir: "$workspace" }, "WorkflowResolutionError"],
  ["start_workflow", { skill_name: "work-cycle", workspace_dir: "/nowhere/at/all" }, "InvalidInputError"],
  ["start_workflow", { skill_name: "work-cycle", workspace_dir: "$workspace", input: "2.1" }, "ok"],
  ["next_step", { session_id: "$session", turn: 0, step_output: "first" }, "ok"],
  ["next_step", { session_id: "$session", turn: 0, step_output: "first" }, "ok"],
  ["next_step", { session_id: "$session", turn: 0, step_output: "another for an old turn" }, "StaleInputError"],
  [
    "next_step",
    { session_id: "$session", turn: 1, step_output: "second", transition_choice: "nowhere" },
    "InvalidTransitionError",
  ],
  ["next_step", { session_id: "$session", variables: { undeclared: 1 } }, "InvalidInputError"],
  ["next_step", { session_id: "$session", step_output: "third" }, "ok"],
  ["current_step", { session_id: "$session" }, "ok"],
  ["next_step", { session_id: "wf_none_00000000", step_output: "x" }, "SessionNotFoundError"],
  ["read_skill", { name: "work-cycle" }, "ok"],
  ["read_skill", { name: "missing" }, "WorkflowResolutionError"],
  ["end_workflow", { session_id: "$session", status: "paused" }, "ok"],
  ["start_workflow", { skill_name: "work-cycle", workspace_dir: "$workspace" }, "ok"],
  ["end_workflow", { session_id: "$session", status: "aborted", final_summary: "enough" }, "ok"],
  ["next_step", { session_id: "$session", step_output: "too late" }, "SessionClosedError"],
  ["list_agents", {}, "ok"],
  ["update_context", { target: "writer", content: "Short sentences.\n" }, "ok"],
  ["create_skill", { name: "words", description: "Ours", body: "# Words" }, "ok"],
  ["create_skill", { name: "words", description: "Ours", body: "# Words" }, "InvalidInputError"],
  ["read_skill", { name: "words" }, "ok"],
  ["ask_agent", { target: "wirter", task: "say no" }, "InvalidInputError"],
  ["ask_agent", { target: "main", task: "say no" }, "InvalidInputError"],
  ["ask_agent", { target: "editor", task: "say no" }, "AgentUnavailableError"],
  ["launch_agent", { target: "writer" }, "ok"],
  ["ask_agent", { target: "writer", task: "whole" }, "ok"],
  ["ask_agent", { target: "writer", task: "break" }, "AgentFailedError"],
  ["launch_agent", { target: "writer", task: "say done" }, "ok"],
  ["ask_agent", { target: "writer", task: "say done" }, "ok"],
  ["list_agents", {}, "ok"],
  ["stop_agent", { target: "writer" }, "ok"],
  ["stop_agent", { target: "writer" }, "ok"],
  ["list_agents", {}, "ok"],
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
    outcomes.push({ doors: journalsOf(open).map((line) => JSON.parse(line).door ?? JSON.parse(line).input.door) });
  } finally {
    await open.close();
    open.place.remove();
  }
  return outcomes;
}

/** The lines of the sessions' journals and of the agents'. */
function journalsOf({ place: { workspace, home } }: OpenDoor): string[] {
  const sessions = join(workspace, ".skill-workflow/sessions");
  const names = readdirSync(sessions).filter((name) => name.endsWith(".jsonl")).map((name) => join(sessions, name));
  const { state } = userDirs({ env: { HOME: home, USERPROFILE: home }, home });
  return [...names, agentJournal(state, workspace)].flatMap((file) => readFileSync(file, "utf8").trim().split("\n"));
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
  if (process.platform === "win32") return;
  const wanted = await walk(libraryDoor(SKILLS));
  assert.equal(
    wanted.slice(0, -1).map(({ ok, error }) => ok ? "ok" : (error as { code: string }).code),
    SCRIPT.map(([, , code]) => code),
  );
  checkAgents(wanted);
  for (const [door, open] of [["mcp", mcpDoor], ["file", fileDoor], ["cli", cliDoor]] as const) {
    const outcomes = await walk(await open(SKILLS));
    for (const [index, { door: itsDoor, ...outcome }] of outcomes.slice(0, -1).entries()) {
      const { door: _, ...expected } = wanted[index];
      assert.is(itsDoor, door);
      assert.equal(outcome, expected, `${door}, command ${index}: ${JSON.stringify(SCRIPT[index])}`);
    }
    assert.equal([...new Set(outcomes.at(-1)!.doors as string[])], [door], `the journals name the door ${door}`);
  }
});

/** What the script's agents have to have come to, so that not all doors are wrong alike. */
function checkAgents(outcomes: JsonObject[]): void {
  const of = (action: string) => outcomes.filter((one) => one.action === action);
  const whole = String(of("ask_agent")[3].reply);
  for (const part of ['You are the agent "writer": Writes', "Be plain.", "Short sentences.", "- tone (reference)"]) {
    assert.ok(whole.includes(part), part);
  }
  assert.equal(of("ask_agent")[5].detail, { agent: { agent: "writer", state: "live", answer: "done" } });
  assert.equal(of("stop_agent").map(({ reply }) => reply), [
    'Agent "writer" is stopped',
    'Agent "writer" wasn\'t running',
  ]);
  const states = of("list_agents").map(({ detail }) =>
    (detail as { agents: JsonObject[] }).agents.map(({ name, state }) => `${name} ${state}`).join(", ")
  );
  const others = "main live, coder idle, editor idle, reader idle, writer";
  assert.equal(states, [`${others} idle`, `${others} live`, `${others} resumable`]);
}

test.run();
