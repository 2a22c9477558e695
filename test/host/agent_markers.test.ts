import { test } from "uvu";
import * as assert from "uvu/assert";
import { AGENT_MARKERS, findAgentMarker, withoutAgentMarkers } from "../../lib/host/agent_markers.ts";

const names = AGENT_MARKERS.flatMap(({ telling, others }) => [...telling, ...others]);

test("every name is a variable's, and stands once", () => {
  for (const name of names) assert.match(name, /^[A-Z][A-Z0-9_]+$/);
  assert.is(new Set(names).size, names.length);
});

for (const { client, telling, others } of AGENT_MARKERS) {
  for (const name of telling) {
    test(`${name} says that this is the shell of ${client}`, () => {
      assert.equal(findAgentMarker({ PATH: "/bin", [name]: "1" }), { client, name });
      assert.is(findAgentMarker({ [name]: "" }), undefined, "an empty value is how one takes it away");
    });
  }
  for (const name of others) {
    test(`${name} doesn't say that an agent is typing`, () => assert.is(findAgentMarker({ [name]: "1" }), undefined));
  }
}

for (
  const name of [
    "CODEX_HOME",
    "GEMINI_CLI_TRUST_WORKSPACE",
    "GEMINI_CLI_HOME",
    "OPENCODE_CONFIG",
    "OPENCODE_CONFIG_CONTENT",
    "COPILOT_HOME",
    "COPILOT_MODEL",
    "CLAUDE_CODE_USE_BEDROCK",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CURSOR_TRACE_ID",
    "claudecode",
  ]
) {
  test(`${name} is a setting of the user's, kept and no sign`, () => {
    assert.is(findAgentMarker({ [name]: "1" }), undefined);
    assert.equal(withoutAgentMarkers({ [name]: "1" }), { [name]: "1" });
  });
}

test("every mark is taken away, and only marks", () => {
  const env = Object.fromEntries(names.map((name) => [name, "1"]));
  assert.equal(withoutAgentMarkers({ ...env, PATH: "/bin", EMPTY: "", UNSET: undefined }), { PATH: "/bin", EMPTY: "" });
});

test.run();
