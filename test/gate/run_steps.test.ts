import { test } from "uvu";
import * as assert from "uvu/assert";
import { type GateStep, runSteps } from "./run_steps.ts";

type Verdict = Awaited<ReturnType<GateStep["run"]>>["verdict"];

function step(name: string, verdict: Verdict, after?: string[]): GateStep {
  const run = () => Promise.resolve({ verdict, output: `what ${name} said\n` });
  return { name, run, ...(after !== undefined && { after }) };
}

async function gate(steps: GateStep[], workers = 1): Promise<{ failed: string[]; lines: string[] }> {
  const lines: string[] = [];
  const failed = await runSteps(steps, workers, (text) => lines.push(text.replace(/\d+\.\d s/, "0 s")));
  return { failed, lines };
}

test("goes on after a failure and prints what the failed step said", async () => {
  const { failed, lines } = await gate([step("a", "passed"), step("b", "failed"), step("c", "passed")]);
  assert.equal(failed, ["b"]);
  assert.equal(lines, ["✔ a 0 s", "✘ b 0 s\nwhat b said\n", "✔ c 0 s"]);
});

test("a step with nothing to do says why and fails nothing", async () => {
  const { failed, lines } = await gate([step("a", { skipped: "no npm" }), step("b", "passed", ["a"])]);
  assert.equal(failed, []);
  assert.equal(lines, ["– a: no npm", "✔ b 0 s"]);
});

test("a step whose need failed fails without being run", async () => {
  const { failed, lines } = await gate([step("b", "passed", ["a"]), step("a", "failed")]);
  assert.equal(failed, ["b", "a"]);
  assert.equal(lines, ["✘ a 0 s\nwhat a said\n", "✘ b needs a"]);
});

test("a need that wasn't asked for isn't waited for", async () => {
  assert.equal((await gate([step("b", "passed", ["a"])])).lines, ["✔ b 0 s"]);
});

test("refuses steps that wait for each other", async () => {
  const circle = gate([step("a", "passed", ["b"]), step("b", "passed", ["a"])]);
  await circle.then(() => assert.unreachable(), (error) => assert.match(error.message, /wait for each other/));
});

test("never runs more steps at a time than there are workers, and not fewer", async () => {
  let active = 0;
  let most = 0;
  const run: GateStep["run"] = async () => {
    most = Math.max(most, ++active);
    await new Promise((resolve) => setTimeout(resolve, 5));
    active--;
    return { verdict: "passed", output: "" };
  };
  await gate(Array.from({ length: 7 }, (_, index) => ({ name: `${index}`, run })), 3);
  assert.is(most, 3);
});

test.run();
