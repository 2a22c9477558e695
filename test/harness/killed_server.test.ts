import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { replaySession } from "../../lib/host/replay_session.ts";
import { sha256 } from "../../lib/host/sha256.ts";
import { canonicalJson } from "../../lib/hash.ts";
import { start, step } from "../../lib/session/mod.ts";
import type { SessionState } from "../../lib/session/state.ts";
import { BUNDLE_VARIABLE } from "../gate/bundle_variable.ts";
import { root, underDeno } from "../gate/runtimes.ts";
import { type Scratch, scratch } from "../store/scratch.ts";
import { type Client, DELIVERED, putSkill, type Start, walkOn } from "./killed_server.ts";

const test = suite("killed server");
// `npm run harness` does the whole of it.
const whole = process.env.HARNESS === "whole";
const HOOK = join(root, "test", "harness", "kill_hook.mjs");

const bundle = process.env[BUNDLE_VARIABLE] ?? join(root, "dist", "cli.js");
const plain: Start = { command: [process.execPath, bundle] };

if (whole && !existsSync(bundle)) throw new Error("The harness kills the built program: run `npm run build` first");
const unbundled = underDeno || !existsSync(bundle);
const logs = mkdtempSync(join(tmpdir(), "skill-workflow-killed-"));
process.once("exit", () => rmSync(logs, { recursive: true, force: true }));

const SYSTEM_CALLS = "openat,write,pwrite64,fsync,ftruncate,rename,link,unlink,mkdir";

/** Moments that a sweep must have come across. */
const CALLS = [
  "open journal.jsonl",
  "write journal.jsonl",
  "fsync journal.jsonl",
  "close journal.jsonl",
  "write json",
  "rename json.tmp",
  "rename journal.jsonl.tmp",
  "rename effect.json.tmp",
  "write view.json",
  "write answer",
  "unlink lock",
];

/** What a walk comes to, whenever and by whomever it was walked, as a digest. */
function endOf({ status, step, turn, cycle, visits, outputs, context, iteration, gates }: SessionState): string {
  const verdicts = Object.entries(gates).map(([id, one]) => [id, one.verdict, one.exit_code, one.visit, one.iteration]);
  return sha256(canonicalJson({ status, step, turn, cycle, visits, outputs, context, iteration, verdicts }));
}

/** Nothing answered is lost, nothing is there twice, and nothing is half written. */
async function expectWhole(made: Scratch, { session, answered, done }: Client): Promise<SessionState | undefined> {
  const store = made.open();
  const [one, ...more] = await store.list(made.workspace);
  assert.equal(more, [], "one session");
  if (session === undefined && one === undefined) return undefined;
  assert.is(one.problem, undefined);
  const entries = await store.journal(one.id);
  const delivered = entries.map(({ input }) => input.type === "deliver" ? String(input.output) : "").filter((text) =>
    text
  );
  assert.ok(delivered.length >= answered, `${answered} answered, ${delivered.length} there`);
  assert.ok(delivered.length <= answered + 1, "nothing but the call in flight was added");
  assert.equal(delivered, DELIVERED.slice(0, delivered.length), "each once, in order");
  assert.is((await replaySession(store, one.id, { start, step })).matches, true, "the replay");
  const { state } = await store.load(one.id);
  if (done) assert.is(delivered.length, DELIVERED.length);
  return state;
}

async function fresh<T>(run: (made: Scratch, client: Client) => Promise<T>): Promise<T> {
  const made = scratch();
  try {
    putSkill(made);
    return await run(made, { answered: 0, ending: false, done: false });
  } finally {
    made.dispose();
  }
}

let undisturbed: Promise<string> | undefined;

/** The end of a walk that nobody disturbs. */
function wantedEnd(): Promise<string> {
  return undisturbed ??= fresh(async (made, client) => {
    assert.is(await walkOn(made, client, plain), false);
    assert.is(client.done, true);
    return endOf((await expectWhole(made, client))!);
  });
}

/** A walk whose servers are started one after the other, until one gets to the end. Returns how many were killed. */
async function walkThrough(made: Scratch, client: Client, starts: (kills: number) => Start): Promise<number> {
  for (let kills = 0;; kills++) {
    const killed = await walkOn(made, client, starts(kills));
    const state = await expectWhole(made, client);
    if (state) client.answered = Math.max(client.answered, deliveredBy(await journalOf(made)));
    if (!killed || client.done) {
      assert.is(endOf(state!), await wantedEnd(), "the end of an undisturbed walk");
      return killed ? kills + 1 : kills;
    }
    assert.ok(kills < 200, "the walk goes on");
  }
}

async function journalOf(made: Scratch) {
  const store = made.open();
  const [{ id }] = await store.list(made.workspace);
  return await store.journal(id);
}

function deliveredBy(entries: Awaited<ReturnType<typeof journalOf>>): number {
  return entries.filter(({ input }) => input.type === "deliver" && input.output !== undefined).length;
}

/** Kills a walk's first server, and walks on to the end. Returns whether it was killed. */
async function killOnce(what: string, start: Start): Promise<boolean> {
  return await fresh(async (made, client) => {
    try {
      return await walkThrough(made, client, (kills) => kills === 0 ? start : plain) > 0;
    } catch (error) {
      throw new Error(`Killed ${what}: ${(error as Error).stack}`);
    }
  });
}

/** The same at one of the server's own calls; what was hit, undefined where it never came to that. */
async function killAtCall(call: number, when: string): Promise<string | undefined> {
  const log = join(logs, `${call}.${when}`);
  const env = { KILL_POINT: JSON.stringify({ call, when }), KILL_LOG: log };
  const killed = await killOnce(`${when} call ${call}`, { command: [process.execPath, "--import", HOOK, bundle], env });
  return killed ? readFileSync(log, "utf8").trim() : undefined;
}

test("killed at a call of its own: after a restart the walk comes to the same end", async () => {
  if (unbundled) return;
  const hit: string[] = [];
  if (!whole) {
    for (const call of [20, 211]) hit.push((await killAtCall(call, call % 2 === 0 ? "before" : "after"))!);
    return assert.ok(hit.every((one) => one), `${hit}`);
  }
  // What is so after a call is so before the next one.
  for (let call = 1;; call++) {
    const before = await killAtCall(call, "before");
    if (before === undefined) break;
    hit.push(before);
    if (before.startsWith("before write")) hit.push((await killAtCall(call, "half"))!);
    if (before === "before write answer") hit.push((await killAtCall(call, "after"))!);
  }
  console.log(`${hit.length} walks, each with a server that was killed once, at one call after the other`);
  for (const call of CALLS) assert.ok(hit.includes(`before ${call}`), `killed before ${call}`);
});

test("killed by the system at a system call: after a restart the walk comes to the same end", async () => {
  if (unbundled || !whole || spawnSync("strace", ["--version"]).status !== 0) return;
  const traced = (log: string, more: string[]): Start => ({
    command: ["strace", "-qq", "-y", "-o", log, "-e", `trace=${SYSTEM_CALLS}`, ...more, process.execPath, bundle],
  });
  const log = join(logs, "undisturbed");
  await fresh(async (made, client) => assert.is(await walkOn(made, client, traced(log, [])), false));
  const counts = new Map<string, number>();
  const moments: [call: string, nth: number][] = [];
  for (const line of readFileSync(log, "utf8").split("\n")) {
    const call = /^\w+/.exec(line)?.[0] ?? "";
    counts.set(call, (counts.get(call) ?? 0) + 1);
    if (/\.skill-workflow|^write\(1</.test(line) && !/O_RDONLY/.test(line)) moments.push([call, counts.get(call)!]);
  }
  const hit = new Set<string>();
  let killed = 0;
  for (const [index, [call, nth]] of moments.entries()) {
    const own = join(logs, `system.${index}`);
    // At its entry: the system call isn't made any more.
    const inject = ["-e", `inject=${call}:signal=SIGKILL:when=${nth}`];
    if (!await killOnce(`at ${call} ${nth}`, traced(own, inject))) continue;
    killed++;
    const last = readFileSync(own, "utf8").trimEnd().split("\n").filter((line) => line.startsWith(`${call}(`)).at(-1) ??
      "";
    hit.add(`${call} ${/\.(journal\.jsonl|lock|view\.json|json)\b/.exec(last)?.[1] ?? ""}`.trim());
  }
  console.log(`${killed} walks, each with a server that the system killed once; at ${[...hit].sort().join(", ")}`);
  assert.ok(killed > moments.length / 2);
});

test.run();
