import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { type Answer, connect, makePlace } from "./connect.ts";
import { type Bench, type Era, ERAS, type Form, makeBench, type Person } from "./in_process.ts";

const skill = (name: string, steps: string) => ({
  [`skills/${name}/SKILL.md`]:
    `---\nname: ${name}\ndescription: Asks.\nworkflow:\n  steps:\n${steps}\n---\nCall start_workflow.\n`,
});

const BUILD = `    - {id: make, command: "echo made"}\n    - {id: use, prompt: Use it., end: true}`;
const FILES = {
  ...skill(
    "sign",
    `    - {id: draft, title: Draft, prompt: Write., approval: {question: "Does it go out?", choices: {yes: ship, no: draft}}}
    - {id: ship, prompt: Ship., end: true}`,
  ),
  ...skill(
    "talk",
    `    - {id: colour, title: Colour, prompt: Ask for a colour., step_type: interactive, require: {contains: [blue]}}
    - {id: paint, prompt: Paint., end: true}`,
  ),
  ...skill(
    "fields",
    `    - id: form
      title: Size
      prompt: Ask for a size.
      step_type: interactive
      schema: {type: object, properties: {size: {type: integer, minimum: 1}, unit: {type: string, enum: [cm, in]}}, required: [size]}
    - {id: cut, prompt: Cut., end: true}`,
  ),
  ...skill(
    "nested",
    `    - id: form
      prompt: Ask.
      step_type: interactive
      schema: {type: object, properties: {parts: {type: array, items: {type: string}}}}
    - {id: cut, prompt: Cut., end: true}`,
  ),
  ...skill(
    "fork",
    `    - {id: look, title: Look, prompt: Look., transitions: [{target: left}, {target: right}]}
    - {id: left, title: Left, prompt: Left., end: true}
    - {id: right, title: Right, prompt: Right., end: true}`,
  ),
  ...skill("build", BUILD),
  ...skill(
    "outside",
    `    - {id: a, prompt: A., approval: {question: Go?, assurance: out_of_band, choices: {yes: b}}}
    - {id: b, prompt: B., end: true}`,
  ),
};

/** One client of one era, and the forms that its user saw. */
async function during(
  era: Era,
  person: Person | undefined,
  run: (
    on: Awaited<ReturnType<Bench["open"]>> & { forms: Form[]; bench: Bench; start(name: string): Promise<unknown> },
  ) => Promise<void>,
  more: Parameters<typeof makeBench>[1] = {},
): Promise<void> {
  const bench = makeBench(FILES, more);
  const forms: Form[] = [];
  try {
    const open = await bench.open(
      era,
      person && ((form) => {
        forms.push(form);
        return person(form);
      }),
    );
    try {
      const start = (skill_name: string) =>
        open.call("start_workflow", { skill_name, workspace_dir: bench.place.workspace });
      await run({ ...open, forms, bench, start });
    } finally {
      await open.close();
    }
  } finally {
    bench.remove();
  }
}

const idOf = (answer: unknown) => ({ session_id: (answer as Answer).envelope.session_id });
const accept = (content: Record<string, unknown>) => ({ action: "accept", content });

for (const era of ERAS) {
  test(`${era}: an approval is asked in a form, and its answer is the person's`, () =>
    during(era, () => accept({ choice: "yes", note: "good" }), async ({ call, start, forms, bench }) => {
      await start("sign");
      const reply = await call("next_step", { step_output: "The text\u001b[2J" });
      assert.is(reply.envelope.step?.id, "ship", reply.text);
      assert.is(forms.length, 1);
      assert.match(forms[0].message, /Does it go out\?[\s\S]*"Draft" delivered:\s+The text␛\[2J/);
      assert.equal(forms[0].requestedSchema.properties.choice.enum, ["yes", "no"]);
      const { state } = await bench.setup.engine.report(reply.envelope.session_id, {
        door: "mcp",
        workspace: bench.place.workspace,
      });
      const { at: _, ...approval } = state.approvals.draft;
      assert.equal(approval, {
        visit: 1,
        choice: "yes",
        by: "a person at test",
        assurance: "elicited",
        note: "good",
      });
    }));

  for (const action of ["decline", "cancel"]) {
    test(`${era}: a form that gets a ${action} decides nothing, and only a new delivery asks again`, () => {
      let answer: unknown = { action };
      return during(era, () => answer, async ({ call, start, forms }) => {
        await start("sign");
        const reply = await call("next_step", { step_output: "The text" });
        assert.is(reply.envelope.step?.id, "draft");
        assert.ok(reply.envelope.approval);
        assert.match(reply.text, action === "decline" ? /the person declined/ : /the person closed the form/);
        await call("current_step");
        await start("sign");
        assert.is(forms.length, 1);
        // The agent can't answer in the person's place.
        const tried = await call("next_step", { transition_choice: "yes" });
        assert.is(forms.length, 2);
        assert.is(tried.envelope.step?.id, "draft");
        answer = accept({ choice: "no" });
        const back = await call("next_step", { transition_choice: "yes" });
        assert.is(back.envelope.step?.id, "draft");
        assert.not.ok(back.envelope.approval);
        assert.is(back.envelope.cycle, 2);
      });
    });
  }

  test(`${era}: an answer that fits no label moves nothing`, () =>
    during(era, () => accept({ choice: "maybe" }), async ({ call, start }) => {
      await start("sign");
      const reply = await call("next_step", { step_output: "The text" });
      assert.match(reply.text, /"maybe" is no answer|couldn't show the form/);
      assert.is((await call("current_step")).envelope.approval?.question, "Does it go out?");
    }));

  test(`${era}: an interactive step asks in the agent's words, until the contract is kept`, () => {
    const answers = ["red", "blue, please"];
    return during(era, () => accept({ answer: answers.shift()! }), async ({ call, start, forms }) => {
      const first = await start("talk") as { text: string };
      assert.match(first.text, /the user is asked in a form/);
      assert.is(forms.length, 0);
      const reply = await call("next_step", { step_output: "Which colour: red or blue?" });
      assert.is(reply.envelope.step?.id, "colour");
      assert.match(forms[0].message, /Colour\s+Which colour: red or blue\?/);
      const again = await call("next_step");
      assert.is(again.envelope.step?.id, "paint", again.text);
      assert.match(forms[1].message, /Ask for a colour\.[\s\S]*The last answer didn't do/);
      const { envelope } = await call("current_step", { outputs: ["colour"] });
      assert.is(envelope.outputs?.colour, "blue, please");
    });
  });

  test(`${era}: an answer that the agent already has is taken as ever`, () =>
    during(era, () => accept({ answer: "no" }), async ({ call, start, forms }) => {
      await start("talk");
      const reply = await call("next_step", { user_response: "blue" });
      assert.is(reply.envelope.step?.id, "paint");
      assert.is(forms.length, 0);
    }));

  test(`${era}: a form that is left alone leaves the answer to the conversation`, () =>
    during(era, () => ({ action: "cancel" }), async ({ call, start, forms }) => {
      await start("talk");
      const left = await call("next_step", { step_output: "Which colour?" });
      assert.is(left.envelope.step?.id, "colour");
      assert.match(left.text, "ask in the conversation");
      assert.not.match(left.text, "the user is asked in a form");
      assert.is((await call("next_step", { step_output: "blue" })).envelope.step?.id, "paint");
      assert.is(forms.length, 1);
    }));

  test(`${era}: the fields of a step's schema are the form's`, () =>
    during(era, () => accept({ size: 3, unit: "cm" }), async ({ call, start, forms }) => {
      await start("fields");
      const reply = await call("next_step", { step_output: "How large?" });
      assert.is(reply.envelope.step?.id, "cut", reply.text);
      assert.equal(forms[0].requestedSchema, {
        type: "object",
        properties: { size: { type: "integer", minimum: 1 }, unit: { type: "string", enum: ["cm", "in"] } },
        required: ["size"],
      });
      assert.equal((await call("current_step", { outputs: ["form"] })).envelope.outputs?.form, { size: 3, unit: "cm" });
    }));

  test(`${era}: a way that nobody has chosen is the person's to choose`, () =>
    during(era, () => accept({ choice: "right" }), async ({ call, start, forms }) => {
      await start("fork");
      assert.is((await call("next_step", { step_output: "seen" })).envelope.step?.id, "right");
      assert.match(forms[0].message, /- left: Left\n- right: Right/);
    }));

  test(`${era}: a person trusts commands in a form that shows them all`, () => {
    let decision = "no";
    return during(era, () => accept({ decision }), async ({ start, forms }) => {
      const refused = await start("build") as { error: { code: string } };
      assert.is(refused.error.code, "NotTrustedError");
      assert.match(forms[0].message, "- make, command: echo made");
      decision = "trust these commands";
      const begun = await start("build") as { envelope: { step: { id: string } }; text: string };
      assert.is(begun.envelope?.step.id, "use", begun.text);
      await start("build");
      assert.is(forms.length, 2);
    });
  });

  test(`${era}: the session is its caller's, though a hook notes that only once`, () => {
    const notes = [{ session: "host-1", client: "claude-code" }];
    return during(era, () => accept({ decision: "trust these commands" }), async ({ start, bench }) => {
      const { session_id } = idOf(await start("build"));
      const caller = { door: "mcp" as const, workspace: bench.place.workspace };
      const { state } = await bench.setup.engine.report(session_id, caller);
      assert.equal(state.owner, { session: "host-1", client: "claude-code" });
    }, { notedOwner: () => notes.shift() });
  });

  test(`${era}: what has changed while the form was open isn't trusted, and is asked again`, () => {
    let file = "";
    return during(era, ({ message }) => {
      if (message.includes("echo made")) {
        writeFileSync(file, FILES["skills/build/SKILL.md"].replace("echo made", "echo worse"));
        return accept({ decision: "trust these commands" });
      }
      return accept({ decision: "no" });
    }, async ({ start, forms, bench }) => {
      file = join(bench.place.workspace, "skills/build/SKILL.md");
      const refused = await start("build") as { error: { code: string } };
      assert.is(refused.error.code, "NotTrustedError");
      assert.is(forms.length, 2);
      assert.match(forms[1].message, "echo worse");
    });
  });

  test(`${era}: an answer to an old step asks nobody`, () =>
    during(era, () => accept({ answer: "blue" }), async ({ call, start, forms }) => {
      const { session_id } = idOf(await start("talk"));
      const late = await call("next_step", { session_id, turn: 7, step_output: "Which colour?" });
      assert.is(late.error.code, "StaleInputError");
      assert.is(forms.length, 0);
    }));

  test(`${era}: no form where only a terminal will do, nor for a client that has none`, async () => {
    await during(era, () => accept({ choice: "yes" }), async ({ call, start, forms }) => {
      const nested = await start("nested") as Answer;
      assert.not.match(nested.text, "asked in a form");
      const parts = await call("next_step", { ...idOf(nested), step_output: { parts: ["a"] } });
      assert.is(parts.envelope.step?.id, "cut");
      await call("end_workflow", { ...idOf(nested), status: "aborted" });
      await start("outside");
      assert.match((await call("next_step", { step_output: "x" })).text, "skill-workflow approve");
      assert.is(forms.length, 0);
    });
    await during(era, undefined, async ({ call, start }) => {
      const talk = await start("talk");
      const said = await call("next_step", { ...idOf(talk), step_output: "blue" });
      assert.is(said.envelope.step?.id, "paint");
      const sign = await start("sign");
      assert.match((await call("next_step", { ...idOf(sign), step_output: "x" })).text, "skill-workflow approve");
      const refused = await start("build") as { error: { code: string } };
      assert.is(refused.error.code, "NotTrustedError");
    });
  });
}

test("legacy: a form that nobody answers is left to the agent, and withdrawn", () =>
  during("legacy", () => new Promise(() => {}), async ({ call, start }) => {
    await start("sign");
    const reply = await call("next_step", { step_output: "The text" });
    assert.match(reply.text, "nobody answered the form within");
    assert.ok(reply.envelope.approval);
  }, { personWait: 50 }));

for (const mode of ["legacy", "auto"] as const) {
  test(`the process itself asks over stdin and stdout (${mode})`, async () => {
    const place = makePlace();
    for (const [path, text] of Object.entries(skill("build", BUILD))) {
      mkdirSync(dirname(join(place.workspace, path)), { recursive: true });
      writeFileSync(join(place.workspace, path), text);
    }
    const forms: string[] = [];
    const server = await connect(place, mode, [], (client) => {
      client.setRequestHandler("elicitation/create", ({ params }) => {
        forms.push(params.message);
        return Promise.resolve({ action: "accept", content: { decision: "trust these commands" } });
      });
    });
    try {
      const args = { skill_name: "build", workspace_dir: place.workspace };
      assert.is((await server.call("start_workflow", args)).envelope?.step?.id, "use");
      assert.is(forms.length, 1);
      assert.ok(existsSync(join(place.home, ".config", "skill-workflow", "trust")));
    } finally {
      await server.close();
      place.remove();
    }
  });
}

test("modern: an answer for a visit that is over moves nothing", async () => {
  const bench = makeBench(FILES);
  try {
    // The session moves while the form is open, as `skill-workflow approve` in a terminal would move it.
    const { call, close } = await bench.open("modern", async () => {
      const caller = { door: "cli" as const, workspace: bench.place.workspace };
      await bench.setup.engine.approve({ choice: "no", by: "ada", assurance: "out_of_band" }, caller);
      await bench.setup.engine.next({ output: "again" }, caller);
      return accept({ choice: "yes" });
    });
    await call("start_workflow", { skill_name: "sign", workspace_dir: bench.place.workspace });
    const reply = await call("next_step", { step_output: "The text" });
    assert.match(reply.text, "the session has moved since the person was asked");
    assert.is(reply.envelope.step?.id, "draft");
    await close();
  } finally {
    bench.remove();
  }
});

test("modern: a state that the client has changed is refused", async () => {
  const bench = makeBench(FILES);
  try {
    const { client, call, close } = await bench.open("modern", () => accept({ choice: "yes" }));
    await call("start_workflow", { skill_name: "outside", workspace_dir: bench.place.workspace });
    const forged = client.request({
      method: "tools/call",
      params: { name: "next_step", arguments: {}, requestState: "v1.eyJwIjp7fX0.AAAA", inputResponses: {} },
    } as never);
    assert.match(await forged.then(() => "taken", (error) => error.message), "Invalid or expired requestState");
    await close();
  } finally {
    bench.remove();
  }
});

test.run();
