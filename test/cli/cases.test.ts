/**
 * What the recorded cases say of the command line, the list and the start.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { callerIn, engineIn } from "../engine/make_test_engine.ts";
import { makePlace, type Place } from "../mcp/connect.ts";
import { runCli } from "./run_cli.ts";

/** The skills of a case in a workspace's root of skills. */
function placeOf(name: string): Place {
  return makePlace({ ".agents/skills": `test/fixtures/cases/${name}` });
}

const json = async (place: Place, ...args: string[]) => {
  const { code, out, err } = await runCli([...args, "--json"], { cwd: place.workspace });
  return { code, value: JSON.parse(out), err };
};

/** Case, skill, status in the list, what the start is refused with (undefined: it isn't tried). */
const LISTED: [string, string, string, RegExp?][] = [
  ["01-colon-in-description", "harness-tidy", "ok"],
  ["01-colon-in-description", "yes-or-no", "ok"],
  ["02-colon-hides-policy", "keeps-policy", "ok"],
  ["02-colon-hides-policy", "loses-policy", "broken", /WorkflowParseError/],
  ["04-utf16-from-a-shell-redirect", "post-le", "broken", /WorkflowParseError/],
  ["04-utf16-from-a-shell-redirect", "post-be", "broken", /WorkflowParseError/],
  ["05-latin1-byte", "corner-shop", "broken", /WorkflowParseError/],
  ["05-latin1-byte", "corner-shop-ok", "ok"],
  ["08-misspelt-step-keys", "fold-laundry", "broken", /WorkflowSchemaError/],
  ["11-section-number-prefix", "pack-nothing", "broken", /SectionNotFoundError/],
];

for (const [name, skill, status, refusal] of LISTED) {
  test(`${name}: ${skill} is ${status} in the list${refusal ? " and can't be started" : ""}`, async () => {
    const place = placeOf(name);
    const engine = engineIn(place);
    try {
      const { value } = await json(place, "list");
      const listed = value.skills.find((one: { name: string }) => one.name === skill);
      assert.is(listed?.status, status);
      if (status === "broken") assert.ok(listed.reason);
      const validated = await json(place, "validate", `.agents/skills/${skill}`);
      assert.is(validated.code, status === "ok" ? 0 : 1);
      if (!refusal) return;
      const error = await engine.start({ skill }, callerIn(place.workspace, { session: "host-A" })).catch((thrown) =>
        thrown
      );
      assert.match(error.code, refusal);
      assert.not.ok(existsSync(join(place.workspace, ".skill-workflow")));
    } finally {
      engine.close();
      place.remove();
    }
  });
}

test("02-colon-hides-policy: keeps-policy starts at look, held hard", async () => {
  const place = placeOf("02-colon-hides-policy");
  const engine = engineIn(place);
  try {
    const { state } = await engine.start({ skill: "keeps-policy" }, callerIn(place.workspace, { session: "host-A" }));
    assert.equal([state.step, state.workflow.steps.look.enforce], ["look", "hard"]);
  } finally {
    engine.close();
    place.remove();
  }
});

test("05-latin1-byte: one bad file doesn't hide the other", async () => {
  const place = placeOf("05-latin1-byte");
  const { code, value } = await json(place, "validate", ".agents/skills/corner-shop", ".agents/skills/corner-shop-ok");
  assert.is(code, 1);
  assert.equal(value.files.map((file: { diagnostics: unknown[] }) => file.diagnostics.length > 0), [true, false]);
  place.remove();
});

test.run();
