// The JSON lines of `codex exec --json`, with what surprises in them. It waits for the end of stdin, as Codex does.
import process from "node:process";

const args = process.argv.slice(2);
const resumed = args[0] === "resume" ? args[1] : undefined;
const text = args.at(-1);
const word = text.slice(text.lastIndexOf("\n") + 1);
const send = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);
const item = (item) => send({ type: "item.completed", item });

process.stderr.write("Reading additional input from stdin...\n");
process.stdin.resume().on("end", () => {
  if (resumed !== undefined && !resumed.startsWith("thread-")) {
    process.stderr.write("no rollout found\n");
    process.exit(1);
  }
  send({ type: "thread.started", thread_id: resumed ?? `thread-${process.pid}` });
  send({ type: "turn.started" });
  item({ type: "error", message: "Model metadata not found: using defaults" });
  item({ type: "agent_message", text: "On my way" });
  if (word === "fail") {
    send({ type: "error", message: "stream disconnected, trying again" });
    send({ type: "turn.failed", error: { message: "the model is down" } });
    process.exit(1);
  }
  if (word === "exit") process.exit(3);
  item({ type: "agent_message", text: word === "session" ? `${resumed ?? "new"}` : text });
  item({ type: "error", message: "a bypass flag is in use" });
  send({ type: "turn.completed", usage: {} });
});
