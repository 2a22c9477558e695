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
