import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { callerIn, engineIn } from "../engine/make_test_engine.ts";
import { makePlace, type Place, program } from "../mcp/connect.ts";

const CASES = fileURLToPath(new URL("../fixtures/cases/", import.meta.url));

/** Gives a payload to the hook, in a process of its own. */
function hook(place: Place, purpose: string, payload: string): { code: number | null; stdout: string; stderr: string } {
  const { command, args, env } = program(place, ["hook", "claude-code", purpose]);
  const input = payload.replaceAll("@WORKSPACE@", JSON.stringify(place.workspace).slice(1, -1));
  const { status, stdout, stderr } = spawnSync(command, args, { env, input, encoding: "utf8", timeout: 30_000 });
  return { code: status, stdout, stderr };
}

/** Whether the answer denies, and with what reason. */
function denial({ code, stdout, stderr }: ReturnType<typeof hook>): string | undefined {
  if (code === 2) return stderr;
  const said = stdout.trim() === "" ? {} : JSON.parse(stdout);
  const output = said.hookSpecificOutput ?? said;
  if (output.permissionDecision === "deny") return output.permissionDecisionReason;
  return said.decision === "block" ? said.reason : undefined;
}

test("22-hard-step-tool-table", async () => {
  const place = makePlace({ ".": "test/fixtures/cases/22-hard-step-tool-table/workspace" });
  const engine = engineIn(place);
  try {
    const caller = callerIn(place.workspace, { session: "host-A" });
    await engine.start({ skill: "only-look" }, caller);
    const rows = readFileSync(join(CASES, "22-hard-step-tool-table/calls.jsonl"), "utf8").trim().split("\n").map((
      line,
    ) => JSON.parse(line));
    for (const { n, want, payload } of rows) {
      const answer = hook(place, "tool", JSON.stringify(payload));
      const reason = denial(answer);
      assert.ok(answer.code === 0 || answer.code === 2, `row ${n}: exit code ${answer.code} ${answer.stderr}`);
      assert.not.match(answer.stdout, /"ask"/);
      assert.is(reason !== undefined, want === "deny", `row ${n}: ${JSON.stringify(answer)}`);
      if (want === "deny") assert.match(reason!, /look/, `row ${n}`);
    }
    await engine.next({ output: "seen" }, caller);
    const write = rows[0].payload;
    assert.is(denial(hook(place, "tool", JSON.stringify(write))), undefined);
    const inside = {
      ...write,
      tool_input: { ...write.tool_input, file_path: "@WORKSPACE@/.skill-workflow/sessions/x.json" },
    };
    assert.ok(denial(hook(place, "tool", JSON.stringify(inside))));
  } finally {
    engine.close();
    place.remove();
  }
});

test("21-stop-hook-of-a-stranger", async () => {
  const place = makePlace({ ".": "test/fixtures/cases/21-stop-hook-of-a-stranger/workspace" });
  const engine = engineIn(place);
  try {
    const caller = callerIn(place.workspace, { session: "host-A" });
    const { state } = await engine.start({ skill: "long-walk" }, caller);
    const payload = (name: string) => readFileSync(join(CASES, "21-stop-hook-of-a-stranger", `${name}.json`), "utf8");
    // 40 processes in the case; the hook keeps nothing for a stranger, so a few show it.
    for (let i = 0; i < 5; i++) {
      const other = hook(place, "stop", payload("stop-other"));
      assert.equal([other.code, other.stdout], [0, ""]);
    }
    for (const name of ["stop-empty", "stop-no-id"]) assert.is(denial(hook(place, "stop", payload(name))), undefined);
    const reason = denial(hook(place, "stop", payload("stop-owner")));
    assert.match(reason ?? "", state.id);
    assert.match(reason!, "out");
    assert.match(reason!, "next_step");
    const now = await engine.current({}, caller);
    assert.equal([now.state.step, now.state.turn, now.state.owner?.session], ["out", state.turn, "host-A"]);
  } finally {
    engine.close();
    place.remove();
  }
});

test("the hook puts the current step back after a compaction", async () => {
  const place = makePlace();
  cpSync(join(CASES, "24-old-envelope-after-compaction/workspace"), place.workspace, { recursive: true });
  const engine = engineIn(place);
  try {
    const caller = callerIn(place.workspace, { session: "host-A" });
    await engine.start({ skill: "three-colours" }, caller);
    await engine.next({ output: "amber done" }, caller);
    const payload = { session_id: "host-A", cwd: "@WORKSPACE@", hook_event_name: "SessionStart", source: "compact" };
    const { code, stdout } = hook(place, "start", JSON.stringify(payload));
    assert.is(code, 0);
    assert.match(stdout, "Paint it cobalt-two.");
    assert.not.match(stdout, "jade-three");
  } finally {
    engine.close();
    place.remove();
  }
});

test.run();
