// Walks the compiled workflow on standard input to its end; `purity.ts` starts it without any permission. What the
// reducer must not use throws here when it is used.
import process from "node:process";
import type { Input } from "../../lib/session/input.ts";

const chunks: string[] = [];
for await (const chunk of process.stdin.setEncoding("utf8")) chunks.push(String(chunk));
const workflow = JSON.parse(chunks.join(""));

for (const name of ["Deno", "process", "setTimeout", "setInterval", "fetch", "crypto", "performance"]) {
  Object.defineProperty(globalThis, name, {
    get() {
      throw new Error(`The reducer used ${name}`);
    },
  });
}
Math.random = () => {
  throw new Error("The reducer used Math.random");
};
// The library for conditions knows the class, for its timestamps; asking it for the time is what mustn't be.
globalThis.Date = new Proxy(Date, {
  construct() {
    throw new Error("The reducer made a Date");
  },
  get(target, key) {
    if (key === "now") throw new Error("The reducer used Date.now");
    return Reflect.get(target, key);
  },
});

const { envelope, options, renderEnvelope, replay, start, step } = await import("../../lib/session/mod.ts");
const { fenceView } = await import("../../lib/session/fence_view.ts");
const { decide } = await import("../../lib/fence/mod.ts");

const at = "2026-01-01T00:00:00.000Z";
const read = { client: "claude-code", tool: "Read", input: { file_path: "/work/a" }, cwd: "/work", workspace: "/work" };
const first = { id: "wf_pure_00000000", at };
const inputs: Input[] = [1, 2, 3].map((n) => ({
  type: "deliver",
  at,
  door: "library",
  output: `${n}`,
  variables: { n },
}));
let state = start(workflow, first);
for (const input of inputs) {
  if (!options(state).some(({ type }) => type === "deliver")) throw new Error("The walk got stuck");
  if (renderEnvelope(envelope(state)) === "") throw new Error("The envelope is empty");
  if (!decide(fenceView(state), read).allow) throw new Error("The fence denied reading");
  state = step(state, input);
}
if (state.status !== "completed") throw new Error(`The walk ended as ${state.status}`);
if (JSON.stringify(replay(workflow, first, inputs)) !== JSON.stringify(state)) throw new Error("The replay differs");
console.log(state.status);
