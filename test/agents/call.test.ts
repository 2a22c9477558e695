import { test } from "uvu";
import * as assert from "uvu/assert";
import { issueToken, TOKEN_VARIABLE } from "../../lib/host/agent/identity.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import { cli } from "../doors/cli.ts";
import { makePlace } from "../mcp/connect.ts";
import { putAgents } from "./agent_program.ts";

const place = makePlace();
putAgents(place.workspace);

const CASES: [argv: string[], input: string, exit: number, out: RegExp, err: RegExp][] = [
  [["call"], "", 2, /^$/, /Name the action: there are start_workflow, /],
  [["call", "read_skill", "tone"], "", 2, /^$/, /no JSON object: wanted such as .*, got "tone"/],
  [["call", "read_skill", "[]"], "", 2, /^$/, /no JSON object/],
  [["call", "read_skill", "{}", "{}"], "", 2, /^$/, /Too many arguments/],
  [["call", "read_skil"], "", 1, /^$/, /Unknown action "read_skil": did you mean "read_skill"\?/],
  [["call", "approve"], "", 1, /^$/, /Unknown action "approve"/],
  [["call", "read_skill", '{"name":"tone"}'], "", 0, /^Plainly\.\n$/, /^$/],
  [["call", "read_skill", "-"], '{"name":"tone"}', 0, /^Plainly\.\n$/, /^$/],
  [["call", "read_skill", '{"name":"tnoe"}'], "", 1, /^$/, /did you mean "tone"\?/],
  // Where it stands is where the session would be: it doesn't ask for a workspace.
  [["call", "start_workflow", '{"skill_name":"nowhere"}'], "", 1, /^$/, /WorkflowResolutionError: .*"nowhere"/],
  [["call", "raed_skill", "--json"], "", 1, /"door": "cli"[^]*"code": "InvalidInputError"/, /^$/],
];

for (const [argv, input, exit, out, err] of CASES) {
  test(`${argv.join(" ")} ends with ${exit}`, async () => {
    const ran = await cli(place, argv, { input });
    assert.is(ran.exit, exit, ran.err);
    assert.match(ran.out, out);
    assert.match(ran.err, err);
  });
}

test("a launched agent at its shell is the agent that it was launched as", async () => {
  const { state } = userDirs({ env: { HOME: place.home, USERPROFILE: place.home }, home: place.home });
  const token = issueToken(state, { agent: "writer", workspace: place.workspace });
  const as = (...argv: string[]) => cli(place, argv, { env: { [TOKEN_VARIABLE]: token } });
  assert.match((await as("call", "read_skill", '{"name":"secrets"}')).err, 'isn\'t one of agent "writer": it has tone');
  assert.match((await as("agents", "ask", "writer", "x")).err, "the caller itself");
});

test.after(() => place.remove());
test.run();
