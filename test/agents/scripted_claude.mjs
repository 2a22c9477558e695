// Claude Code's stream of JSON lines, with what surprises in it.
import { createInterface } from "node:readline";
import process from "node:process";

const args = process.argv.slice(2);
const resumed = args.includes("--resume") ? args[args.indexOf("--resume") + 1] : undefined;
if (resumed !== undefined && !resumed.startsWith("claude-")) {
  process.stderr.write(`No conversation found with session ID: ${resumed}\n`);
  process.exit(1);
}
const session_id = resumed ?? `claude-${process.pid}`;
const send = (event) => process.stdout.write(`${JSON.stringify({ session_id, ...event })}\n`);
let result_index = 0;
const result = (text, more = {}) =>
  send({ type: "result", subtype: "success", is_error: false, result: text, result_index: result_index++, ...more });
const use = (id, input) =>
  send({ type: "assistant", message: { content: [{ type: "tool_use", id, name: "Agent", input }] } });

/** As recorded from Claude Code 2.1.332. */
const task = { task_id: "a24ba38a", run_id: "0mx49j55h", task_type: "local_agent", subagent_type: "general-purpose" };
const tasks = (...tasks) => send({ type: "system", subtype: "background_tasks_changed", tasks });
const handBack = () => {
  send({ type: "system", subtype: "task_updated", task_id: task.task_id, patch: { status: "completed" } });
  send({ type: "system", subtype: "task_notification", task_id: task.task_id, status: "completed" });
  tasks();
};
const origin = { kind: "task-notification", producer: "session-task", runId: task.run_id };

createInterface({ input: process.stdin }).on("line", (line) => {
  const { message } = JSON.parse(line);
  const text = message.content[0].text;
  const word = text.slice(text.lastIndexOf("\n") + 1);
  process.stdout.write("a line that is no JSON\n");
  send({ type: "system", subtype: "init", tools: [] });
  send({ type: "system", subtype: "hook_started" });
  switch (word) {
    case "background":
      use("a1", { run_in_background: true });
      use("a2", { run_in_background: false });
      result("the helper is started");
      setTimeout(() => result("the helper says 42"), 50);
      break;
    case "told":
      // The call doesn't say that it's in the background; a shell beside it isn't waited for.
      use("a4", {});
      tasks(task, { ...task, task_id: "b1", task_type: "local_bash" });
      result("the helper works", { queued_turn_count: 0 });
      setTimeout(() => {
        tasks({ ...task, task_type: "local_bash" });
        result("the helper says 43", { queued_turn_count: 0, origin });
      }, 50);
      break;
    case "merged":
      // It hands back before the turn is over: there's one result.
      use("a5", { run_in_background: true });
      tasks(task);
      handBack();
      send({ type: "user", parent_tool_use_id: null, message: { role: "user", content: [{ type: "tool_result" }] } });
      result("the helper said 44", { queued_turn_count: 0 });
      break;
    case "between":
      // It hands back after the model was asked for the last time: it's asked once more.
      use("a6", { run_in_background: true });
      tasks(task);
      handBack();
      result("the helper works", { queued_turn_count: 0 });
      setTimeout(() => {
        send({ type: "system", subtype: "init", tools: [] });
        result("the helper says 45", { queued_turn_count: 0, origin });
      }, 50);
      break;
    case "leftover":
      result("of an earlier turn", { queued_turn_count: 1, origin });
      result("of this one", { queued_turn_count: 0 });
      break;
    case "queued":
      result("one more", { queued_turn_count: 1 });
      setTimeout(() => result("that was all", { queued_turn_count: 0 }), 50);
      break;
    case "login":
      result("Not logged in · Please run /login", { is_error: true });
      break;
    case "limit":
      send({ type: "result", subtype: "error_max_turns", is_error: true, errors: ["too many turns"] });
      break;
    case "half":
      use("a3", { run_in_background: true });
      result("as far as I got");
      process.stdout.end(() => process.exit(0));
      break;
    case "exit":
      process.stderr.write("out of paper\n");
      process.exit(3);
      break;
    case "session":
      result(`${session_id} ${resumed === undefined ? "new" : "again"}`);
      break;
    default:
      result(text);
  }
}).on("close", () => process.exit(0));
