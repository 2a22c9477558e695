import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { GEMINI_FIRST, type ManageSettings } from "../../mcp/manage/mod.ts";
import { type Place, program } from "../mcp/connect.ts";
import { fakeProgram, fixture, managerOf, placeWith } from "./place.ts";

/** An agent that finds its server as the real one does, calls its tool as told by MODE, and lies about the result. */
const AGENT = `
import { readFileSync, appendFileSync } from "node:fs";
import { spawn } from "node:child_process";
const flag = process.argv.indexOf("--mcp-config");
const file = flag === -1 ? ".gemini/settings.json" : process.argv[flag + 1];
const { mcpServers, tools } = JSON.parse(readFileSync(file, "utf8"));
const [[name, entry]] = Object.entries(mcpServers);
let prompt = "";
for await (const chunk of process.stdin) prompt += chunk;
appendFileSync(process.env.SEEN, JSON.stringify({ argv: process.argv.slice(2), prompt, depth: process.env.SKILL_WORKFLOW_DEPTH, marker: process.env.CLAUDECODE, cwd: process.cwd() }) + "\\n");
if (process.env.MODE === "idle") process.exit(0);
const server = spawn(entry.command, entry.args, { stdio: ["pipe", "pipe", "inherit"] });
let id = 0;
const waiting = new Map();
let rest = "";
server.stdout.on("data", (chunk) => {
  rest += chunk;
  for (const line of rest.split("\\n").slice(0, -1)) { const message = JSON.parse(line); waiting.get(message.id)?.(message); }
  rest = rest.slice(rest.lastIndexOf("\\n") + 1);
});
const ask = (method, params) => new Promise((done) => { waiting.set(++id, done); server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\\n"); });
await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "agent", version: "1" } });
const { result } = await ask("tools/list", {});
appendFileSync(process.env.SEEN, JSON.stringify({ name, tools: result.tools }) + "\\n");
// As measured: the list of Gemini CLI's own tools holds for those of servers too, by the names that the model gets.
const named = "mcp_" + name + "_" + result.tools[0].name;
if (tools?.core && !tools.core.some((one) => one.endsWith("*") ? named.startsWith(one.slice(0, -1)) : one === named)) process.exit(0);
const call = () => ask("tools/call", { name: result.tools[0].name, arguments: JSON.parse(process.env.ARGS ?? "{}") });
if (process.env.MODE === "hasty") { call(); setTimeout(() => process.exit(0), 1500); }
else {
  const answers = [await call(), await call()];
  appendFileSync(process.env.SEEN, JSON.stringify(answers.map((one) => one.result)) + "\\n");
  console.log("The tool said: all your files were deleted");
  server.stdin.end();
  server.on("exit", () => process.exit(0));
}
`;

const posix = process.platform !== "win32";

function agentPlace(
  name: string,
  env: Record<string, string> = {},
): { place: Place; settings: Partial<ManageSettings> } {
  const place = placeWith({ fix: fixture({ CALL_LOG: "calls.txt", SECRET_TOKEN: "hush-hush-123" }) });
  const bin = fakeProgram(place, name, AGENT);
  const { command, args, env: own } = program(place, []);
  return {
    place,
    settings: {
      proxy: [command, ...args],
      env: {
        ...own,
        PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
        SEEN: join(place.home, "seen.txt"),
        GEMINI_API_KEY: "key",
        ANTHROPIC_API_KEY: "key",
        CLAUDECODE: "1",
        ...env,
      },
    },
  };
}

const seenBy = (place: Place): Record<string, unknown>[] =>
  readFileSync(join(place.home, "seen.txt"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const callsOf = (place: Place): string => {
  const file = join(place.workspace, "calls.txt");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

for (
  const [method, name] of [["gemini-cli", "gemini"], ["subagent", "claude"]] as const
) {
  if (!posix) continue;
  test(`${method} gives the tool's own result, whatever the agent says`, async () => {
    const { place, settings } = agentPlace(name);
    const { Data } = await managerOf(place, settings).execute({
      server: "fix",
      tool: "echo",
      args: { text: "hi" },
      method,
    });
    const { success, result, method_used } = Data.execution!;
    assert.ok(success, JSON.stringify(Data.execution));
    assert.is(method_used, method);
    assert.is(result!.content[0].text, 'echo {"text":"hi"}');
    // Called twice by the agent, once in truth; the arguments and our secrets never got to it.
    assert.is(callsOf(place), "echo\n");
    const [start, list] = seenBy(place);
    assert.not.match(JSON.stringify(seenBy(place)), /hush-hush|"hi"/);
    assert.equal([start.depth, start.marker], ["1", undefined]);
    assert.equal((list.tools as { inputSchema: object }[]).map((one) => one.inputSchema), [{
      type: "object",
      properties: {},
    }]);
    if (method === "gemini-cli") assert.match(String(start.prompt), 'Call the tool "echo"');
    assert.not(existsSync(String(start.cwd)));
    place.remove();
  });
}

if (posix) {
  test("with a prompt alone the agent chooses the arguments, and may mend them", async () => {
    const { place, settings } = agentPlace("gemini", { ARGS: '{"text":"chosen"}' });
    const request = { server: "fix", tool: "echo", prompt: "Echo a word", method: "gemini-cli" } as const;
    const { Data } = await managerOf(place, settings).execute(request);
    assert.is(Data.execution!.result?.content[0].text, 'echo {"text":"chosen"}', JSON.stringify(Data.execution));
    assert.match(String(seenBy(place)[0].prompt), "Echo a word");
    place.remove();
  });

  test("an agent that does nothing is fallen back from, with the reason", async () => {
    const { place, settings } = agentPlace("gemini", { MODE: "idle" });
    const { Data } = await managerOf(place, { ...settings, order: GEMINI_FIRST }).execute({
      server: "fix",
      tool: "note",
    });
    assert.is(Data.execution!.method_used, "direct-cli");
    assert.match(Data.execution!.attempts[0].message, /Gemini CLI didn't start the server/);
    assert.is(callsOf(place), "note\n");
    place.remove();
  });

  test("an agent that ends in mid-call leaves an unknown outcome, which isn't tried again", async () => {
    const { place, settings } = agentPlace("gemini", { MODE: "hasty" });
    const { Data } = await managerOf(place, { ...settings, order: GEMINI_FIRST }).execute({
      server: "fix",
      tool: "silent",
    });
    // Killed at once, or still able to say that its connection ended: it's unknown in both cases.
    assert.ok(["ERR_SERVER_TIMEOUT", "ERR_SERVER_FAILED"].includes(Data.execution!.error!.code));
    assert.equal(Data.execution!.attempts, []);
    assert.is(callsOf(place), "silent\n");
    place.remove();
  });

  test("a wrong tool is found before an agent is started", async () => {
    const { place, settings } = agentPlace("gemini");
    const { Error } = await managerOf(place, { ...settings, order: GEMINI_FIRST }).execute({
      server: "fix",
      tool: "eccho",
    });
    assert.is(Error!.Code, "ERR_TOOL_NOT_FOUND");
    assert.not(existsSync(join(place.home, "seen.txt")));
    place.remove();
  });
}

for (
  const [what, env, code, words] of [
    ["missing", { PATH: "" }, "ERR_GEMINI_CLI_MISSING", /no gemini on the PATH/],
    ["not logged in", { GEMINI_API_KEY: "" }, "ERR_METHOD_UNAVAILABLE", /isn't logged in: run `gemini`/],
    ["nested too deep", { SKILL_WORKFLOW_DEPTH: "3" }, "ERR_METHOD_UNAVAILABLE", /nested 3 deep/],
  ] as const
) {
  test(`a method whose program is ${what} is skipped at once`, async () => {
    const { place, settings } = agentPlace("gemini", env);
    const { Data } = await managerOf(place, { ...settings, order: ["gemini-cli"] }).execute({
      server: "fix",
      tool: "note",
    });
    const { error, attempts } = Data.execution!;
    assert.is(error!.code, "ERR_ALL_METHODS_FAILED");
    assert.equal(attempts.map((one) => [one.method, one.skipped, one.code]), [["gemini-cli", true, code]]);
    assert.match(attempts[0].message, words);
    assert.is(callsOf(place), "");
    place.remove();
  });
}

test("an unknown outcome is only tried again where the tool says that it's read-only", async () => {
  const { place, settings } = agentPlace("gemini", { MODE: "hasty" });
  const manager = managerOf(place, { ...settings, order: ["direct-cli", "gemini-cli"], times: { call: 1_000 } });
  const reader = (await manager.execute({ server: "fix", tool: "silent_reader" })).Data.execution!;
  assert.is(callsOf(place), posix ? "silent_reader\nsilent_reader\n" : "silent_reader\n");
  assert.is(reader.attempts[0].code, "ERR_SERVER_TIMEOUT");
  const writer = (await manager.execute({ server: "fix", tool: "silent" })).Data.execution!;
  assert.is(writer.error!.code, "ERR_SERVER_TIMEOUT");
  assert.equal(writer.attempts, []);
  assert.is(callsOf(place).split("silent\n").length, 2);
  place.remove();
});

test.run();
