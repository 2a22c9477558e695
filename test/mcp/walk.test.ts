import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { parse } from "yaml";
import { readFileSync } from "node:fs";
import { connect, makePlace } from "./connect.ts";

const ANSWERS = parse(readFileSync(new URL("../../examples/work-cycle/answers.yaml", import.meta.url), "utf8"));

for (const mode of ["legacy", "auto"] as const) {
  test(`the whole example is walked by the real client (${mode})`, async () => {
    const place = makePlace({ ".agents/skills/work-cycle": "examples/work-cycle" });
    const server = await connect(place, mode);
    try {
      assert.is(server.client.getProtocolEra(), mode === "auto" ? "modern" : "legacy");
      assert.match(
        server.client.getInstructions() ?? "",
        /follow the step that its tools return[\s\S]*- work-cycle \(workflow\): Mène un cycle/,
      );
      let reply = await server.call("start_workflow", { skill_name: "work-cycle", workspace_dir: place.workspace });
      const path = [reply.envelope.step!.id];
      for (const answer of ANSWERS) {
        reply = await server.call("next_step", answer);
        assert.not.ok(reply.isError, reply.text);
        path.push(reply.envelope.step?.id ?? reply.envelope.status);
      }
      const cycle = ["explorer", "eclaireurs", "demander", "agir", "boucler"];
      assert.equal(path, [...cycle, ...cycle, "rapport", "completed"]);
      const end = await server.call("end_workflow", { final_summary: "fini" });
      assert.is(end.report.status, "completed");
      assert.is(end.report.summary, "fini");
      assert.is(end.report.steps, 11);
      assert.match(end.text, "## Path");
    } finally {
      await server.close();
      place.remove();
    }
  });
}

test("a wrong choice, a repeated call", async () => {
  const place = makePlace({ ".agents/skills/sort-faults": "examples/sort-faults" });
  const server = await connect(place);
  try {
    await server.call("start_workflow", { skill_name: "sort-faults", workspace_dir: place.workspace });
    const wrong = await server.call("next_step", { step_output: "x", transition_choice: "mend" });
    assert.is(wrong.error.code, "InvalidTransitionError");
    assert.equal(wrong.error.data.open, ["plan"]);
    const answer = { step_output: "judged", variables: { reproduced: true }, turn: 0 };
    const first = await server.call("next_step", answer);
    assert.is(first.envelope.step?.id, "mend");
    const again = await server.call("next_step", answer);
    assert.ok(again.envelope.replayed);
    assert.is(again.envelope.turn, first.envelope.turn);
  } finally {
    await server.close();
    place.remove();
  }
});

test("a server that is killed in the middle: the next one goes on where it stood", async () => {
  const place = makePlace({ ".agents/skills/sort-faults": "examples/sort-faults" });
  let server = await connect(place);
  try {
    const started = await server.call("start_workflow", { skill_name: "sort-faults", workspace_dir: place.workspace });
    await server.call("next_step", { step_output: "judged", variables: { reproduced: true } });
    process.kill(server.pid, "SIGKILL");
    await server.close().catch(() => {});
    server = await connect(place);
    const now = await server.call("current_step", { workspace_dir: place.workspace });
    assert.is(now.envelope.step?.id, "mend");
    assert.is(now.envelope.session_id, started.envelope.session_id);
    const resumed = await server.call("start_workflow", { skill_name: "sort-faults", workspace_dir: place.workspace });
    assert.is(resumed.envelope.session_id, started.envelope.session_id);
    assert.match(resumed.envelope.notices.join(), "still live");
    await server.call("next_step", { step_output: "mended" });
    const last = await server.call("next_step", { step_output: "reported" });
    assert.is(last.envelope.status, "completed");
  } finally {
    await server.close();
    place.remove();
  }
});

test("errors say what to do next", async () => {
  const place = makePlace({ ".agents/skills/sort-faults": "examples/sort-faults" });
  const server = await connect(place);
  const workspace_dir = place.workspace;
  try {
    const table: [string, Record<string, unknown>, RegExp][] = [
      [
        "start_workflow",
        { skill_name: "sort-fault", workspace_dir },
        /WorkflowResolutionError: No skill "sort-fault": did you mean "sort-faults"\?/,
      ],
      ["start_workflow", { skill_name: "sort-faults", workspace_dir: "here" }, /workspace_dir "here" isn't absolute/],
      ["start_workflow", { skill_name: "sort-faults", workspace_dir: `${workspace_dir}/none` }, /doesn't exist/],
      [
        "start_workflow",
        { skill: "sort-faults", workspace_dir },
        /Unknown argument "skill": did you mean "skill_name"\?/,
      ],
      ["start_workflow", { workspace_dir }, /"skill_name" is missing/],
      [
        "start_workflow",
        { skill_name: "sort-faults", workspace_dir, initial_context: { severty: "low" } },
        /did you mean "severity"/,
      ],
      ["start_workflow", { skill_name: "../../etc", workspace_dir }, /WorkflowResolutionError/],
      ["next_step", { step_output: "x", session_id: "wf_none" }, /SessionNotFoundError: There is no session "wf_none"/],
      ["current_step", { workspace_dir }, /There is no live session in .*start_workflow/],
      ["read_skill", { name: "nothing" }, /WorkflowResolutionError/],
    ];
    for (const [name, args, message] of table) {
      const reply = await server.call(name, args);
      assert.ok(reply.isError, JSON.stringify(args));
      assert.match(reply.text, message);
    }
    const read = await server.call("read_skill", { name: "sort-faults", workspace_dir });
    assert.match(read.text, "follow the step that it gives");
    assert.not.match(read.text, "try to reproduce the fault");
  } finally {
    await server.close();
    place.remove();
  }
});

test.run();
