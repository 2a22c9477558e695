import { test } from "uvu";
import * as assert from "uvu/assert";
import process from "node:process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { makePlace, type Place } from "../mcp/connect.ts";
import { type Door, DOORS, type Reply } from "./door.ts";

/** A case, walked through every door in a workspace of its own. */
function walk(name: string, run: (door: Door, place: Place) => Promise<void>): void {
  for (const open of DOORS) {
    test(`${name} (${open.name})`, async () => {
      const place = makePlace({ ".": `test/fixtures/cases/${name}/workspace` });
      const door = await open(place);
      try {
        await run(door, place);
      } finally {
        await door.close();
        place.remove();
      }
    });
  }
}

const advance = (door: Door, step_output?: unknown, rest: Record<string, unknown> = {}): Promise<Reply> =>
  door.call("next_step", step_output === undefined ? rest : { step_output, ...rest });

/** Starts, hands in outputs, and gives the steps entered and the end. */
async function trace(door: Door, skill_name: string, outputs: string[]): Promise<string> {
  let reply = await door.call("start_workflow", { skill_name, restart: true });
  const path = [reply.envelope!.step!.id];
  for (const output of outputs) {
    reply = await advance(door, output);
    path.push(reply.envelope!.step?.id ?? reply.envelope!.status);
  }
  return path.join(" ");
}

walk("12-falls-past-the-report", async (door) => {
  assert.is(await trace(door, "repair-closed", ["BIG", "the plan", "the report"]), "triage plan report completed");
  assert.is(await trace(door, "repair-closed", ["TINY", "repaired"]), "triage quick completed");
  assert.is(
    await trace(door, "repair-open", ["BIG", "the plan", "the report", "repaired"]),
    "triage plan report quick completed",
  );
  assert.is(await trace(door, "repair-open", ["TINY", "repaired"]), "triage quick completed");
});

walk("14-red-gate-says-done", async (door) => {
  const { envelope } = await door.call("start_workflow", { skill_name: "mend-the-build" });
  const session_id = envelope!.session_id;
  for (const n of [2, 3]) {
    const reply = await advance(door, "DONE");
    assert.is(reply.envelope!.step?.id, "mend");
    assert.equal(reply.envelope!.complete_by?.iteration, { n, max: 3 });
    assert.is(reply.envelope!.verdict?.verdict, "fail");
    assert.is(reply.envelope!.verdict?.exit_code, 1);
    assert.match(reply.envelope!.verdict!.output, "2 checks are red");
  }
  const third = await advance(door, "DONE");
  assert.is(third.envelope!.status, "halted");
  assert.is(third.envelope!.halt?.reason, "loop_exhausted");
  const fourth = await advance(door, "DONE");
  assert.is(fourth.code, "SessionClosedError");
  assert.match(fourth.message, "loop_exhausted");
  await door.reopen();
  const completed = await door.call("end_workflow", { session_id, status: "completed" });
  assert.is(completed.code, "SessionClosedError");
  const { report } = await door.call("end_workflow", { session_id, status: "aborted" });
  assert.is(report!.status, "aborted");
  assert.is(report!.halt?.reason, "loop_exhausted");
  assert.equal(report!.gates.map((gate) => gate.verdict), ["fail", "fail", "fail"]);
  assert.is(report!.timeline.filter((entry) => entry.event === "deliver").length, 3);
  assert.equal(report!.path.map((entry) => entry.step), ["mend"]);
});

if (process.platform !== "win32") {
  walk("15-gate-program-missing", async (door, place) => {
    chmodSync(join(place.workspace, "locked-check"), 0o644);
    for (
      const [skill_name, gate, cause] of [
        ["polish-missing", "no-such-checker-4711 --all", /not found|no such/i],
        ["polish-locked", "./locked-check", /permission denied|not executable|may not be run/i],
      ] as const
    ) {
      await door.call("start_workflow", { skill_name });
      for (const last of [false, false, true]) {
        const { envelope } = await advance(door, "DONE");
        const verdict = envelope!.verdict;
        if (!last) {
          assert.is(verdict?.verdict, "unevaluable");
          assert.match(verdict!.why!, cause);
          assert.is(envelope!.complete_by?.gate, gate);
          assert.equal(envelope!.complete_by?.iteration, { n: 1, max: 2 });
        } else {
          assert.is(envelope!.halt?.reason, "gate_unevaluable");
          assert.match(envelope!.halt!.message, cause);
          assert.match(envelope!.notices.join(), /retry[\s\S]*end_workflow/);
        }
      }
      const fourth = await advance(door, "DONE");
      assert.match(fourth.message, "gate_unevaluable");
      const { report } = await door.call("end_workflow", { status: "aborted" });
      assert.is(report!.status, "aborted");
      assert.equal(report!.path.map((entry) => entry.step), ["polish"]);
      assert.ok(report!.gates.every((one) => one.verdict === "unevaluable" && one.iteration === 1));
    }
  });
}

walk("16-children-around-the-dispatcher", async (door) => {
  const start = await door.call("start_workflow", { skill_name: "two-looks" });
  assert.is(start.envelope!.step?.id, "look-both");
  assert.equal(start.envelope!.children?.map((child) => child.prompt.trim()), ["Name one risk.", "Name one chance."]);
  assert.match(start.envelope!.children![1].contract.join(), /non_empty|not be empty|empty/);
  const refused: [Record<string, unknown>, RegExp][] = [
    [{ step_output: "both are fine" }, /"look-left", "look-right"/],
    [{ outputs: { "look-left": "rain" } }, /missing: "look-right"/],
    [{ outputs: { "look-left": "rain", "look-right": "sun", "look-up": "x" } }, /"look-up" is no child/],
  ];
  for (const [args, message] of refused) {
    const reply = await door.call("next_step", args);
    assert.is(reply.code, "InvalidInputError");
    assert.match(reply.message, message);
  }
  const d = await door.call("next_step", { outputs: { "look-left": "rain", "look-right": "" } });
  assert.is(d.envelope!.rejected?.child, "look-right");
  assert.match(d.envelope!.rejected!.problems.join(), "non_empty");
  const e = await door.call("next_step", { outputs: { "look-left": "rain", "look-right": "sun" } });
  assert.is(e.envelope!.step?.id, "sum-up");
  const done = await advance(door, "go out");
  assert.is(done.envelope!.status, "completed");
  const { report } = await door.call("end_workflow");
  assert.equal(report!.path.map((entry) => entry.step), ["look-both", "sum-up"]);
  assert.equal(report!.deliverables, { "look-left": "rain", "look-right": "sun", "sum-up": "go out" });
});

walk("17-condition-cannot-be-evaluated", async (door) => {
  await door.call("start_workflow", { skill_name: "count-faults" });
  const a = await advance(door, "counted");
  assert.is(a.code, "TransitionEvaluationError");
  assert.match(a.message, /"count"/);
  assert.match(a.message, "context.report.faults > 0");
  assert.match(a.message, /faults/);
  const b = await advance(door, "counted", { variables: { report: { faults: "two" } } });
  assert.is(b.code, "TransitionEvaluationError");
  assert.match(b.message, /text|string/);
  assert.match(b.message, /number/);
  const now = await door.call("current_step");
  assert.is(now.envelope!.step?.id, "count");
  assert.is(now.envelope!.turn, 0);
  assert.not.ok(JSON.stringify(now.envelope!.context).includes("two"));
  const c = await advance(door, "counted", { variables: { report: { faults: 2 } } });
  assert.is(c.envelope!.step?.id, "mend");
  await door.call("start_workflow", {
    skill_name: "count-faults",
    restart: true,
    initial_context: { report: { faults: 0 } },
  });
  const second = await advance(door, "counted", { variables: { report: { faults: 3 } } });
  assert.is(second.envelope!.step?.id, "mend");
});

walk("18-redraft-needs-a-new-sign-off", async (door) => {
  const start = await door.call("start_workflow", { skill_name: "print-poster" });
  const session_id = start.envelope!.session_id;
  for (const output of ["draft one", "VERDICT: APPROVE", "REDO", "draft two"]) await advance(door, output);
  await door.reopen();
  const now = await door.call("current_step", { session_id });
  assert.is(now.envelope!.step?.id, "sign-off");
  for (const output of [undefined, "no, stop", "APPROVE, I think"]) {
    const { envelope } = await advance(door, output);
    assert.is(envelope!.step?.id, "sign-off");
    assert.match(envelope!.rejected!.problems.join(), "last_line_regex");
    if (output) assert.match(envelope!.rejected!.problems.join() + envelope!.rejected!.actual, output);
  }
  assert.is((await advance(door, "VERDICT: APPROVE")).envelope!.step?.id, "proof");
  assert.is((await advance(door, "clean")).envelope!.step?.id, "print");
  assert.is((await advance(door, "printed")).envelope!.status, "completed");
  const { report } = await door.call("end_workflow", { session_id });
  assert.equal(report!.path.filter((entry) => entry.step === "sign-off").map((entry) => entry.visit), [1, 2]);
});

walk("24-old-envelope-after-compaction", async (door) => {
  const e1 = await door.call("start_workflow", { skill_name: "three-colours" });
  assert.not.match(JSON.stringify(e1), "cobalt-two");
  const e2 = await advance(door, "amber done");
  assert.not.match(JSON.stringify(e2), "jade-three");
  const session_id = e1.envelope!.session_id;
  const again = await door.call("current_step");
  await door.reopen();
  const afterwards = await door.call("current_step", { session_id });
  assert.equal(again.envelope, e2.envelope);
  assert.equal(afterwards.envelope, e2.envelope);
  const stale = await advance(door, "again", { turn: e1.envelope!.turn });
  assert.is(stale.code, "StaleInputError");
  if (door.name === "mcp") assert.is(stale.envelope?.step?.id, "second");
  const answer = { step_output: "cobalt done", turn: e2.envelope!.turn };
  const third = await door.call("next_step", answer);
  assert.is(third.envelope!.step?.id, "third");
  const repeated = await door.call("next_step", answer);
  assert.ok(repeated.envelope!.replayed);
  assert.is(repeated.envelope!.step?.id, "third");
  assert.is(repeated.envelope!.status, "running");
  const { report } = await door.call("end_workflow", { status: "aborted" });
  assert.not.match(JSON.stringify(report), "again");
  assert.is(report!.deliverables.second, "cobalt done");
});

test.run();
