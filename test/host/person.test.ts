import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { checkPerson, type PersonCheck, type PersonTerminal } from "../../lib/host/person.ts";
import { root } from "../gate/runtimes.ts";
import { env, runtime } from "./processes.ts";

/** A terminal on which somebody answers; `shown` collects the questions. */
function terminal(answer: (code: string, turn: number) => string | undefined, more: Partial<PersonTerminal> = {}) {
  const shown: string[] = [];
  const made: PersonTerminal = {
    interactive: true,
    env: { PATH: "/bin" },
    random: (limit) => Math.floor(Math.random() * limit),
    ask(question) {
      shown.push(question);
      return Promise.resolve(answer(/type (\S+) and/.exec(question)![1], shown.length));
    },
    ...more,
  };
  return { made, shown };
}

test("who types the code that is shown is a person", async () => {
  const { made, shown } = terminal((code) => code);
  assert.equal(await checkPerson("approve the release", made), { person: true });
  assert.is(shown.length, 1);
  assert.match(shown[0], /^To approve the release, type [a-z2-9]{4} and press Enter: $/);
});

test("blanks around it and capital letters do no harm", async () => {
  assert.equal(await checkPerson("x", terminal((code) => ` ${code.toUpperCase()}\t`).made), { person: true });
});

test("a wrong code gets another one, three times at most", async () => {
  const { made, shown } = terminal((code, turn) => turn === 3 ? code : "nope");
  assert.equal(await checkPerson("x", made), { person: true });
  assert.is(new Set(shown).size, 3, "the code is another one each time");
  const wrong = terminal(() => "");
  const check = await checkPerson("x", wrong.made) as Extract<PersonCheck, { person: false }>;
  assert.is(check.person, false);
  assert.match(check.reason, "wrong 3 times");
  assert.is(wrong.shown.length, 3);
});

test("a yes isn't enough", async () => {
  assert.is((await checkPerson("x", terminal(() => "yes").made)).person, false);
});

test("the end of the input is a no", async () => {
  const { made, shown } = terminal(() => undefined);
  const check = await checkPerson("x", made) as Extract<PersonCheck, { person: false }>;
  assert.match(check.reason, "nothing was typed");
  assert.is(shown.length, 1);
});

test("without a terminal nothing is asked", async () => {
  const { made, shown } = terminal((code) => code, { interactive: false });
  const check = await checkPerson("trust it", made) as Extract<PersonCheck, { person: false }>;
  assert.match(check.reason, "Only a person may trust it: that needs a terminal");
  assert.equal(shown, []);
});

for (const [name, client] of [["CLAUDECODE", "Claude Code"], ["CODEX_THREAD_ID", "Codex"], ["OPENCODE", "opencode"]]) {
  test(`in the shell of ${client} nothing is asked, and ${name} is named`, async () => {
    const { made, shown } = terminal((code) => code, { env: { [name]: "1" } });
    const check = await checkPerson("trust it", made) as Extract<PersonCheck, { person: false }>;
    assert.is(check.person, false);
    assert.is(check.marker, name);
    assert.match(check.reason, `the shell of ${client} (${name} is set)`);
    assert.equal(shown, []);
  });
}

const fixture = join(root, "test/fixtures/processes/person.ts");

/** The program of util-linux that gives another one a terminal of its own; a BSD has one with other arguments. */
const terminalMaker = process.platform === "linux" ? "script" : undefined;
const hasTerminals = terminalMaker !== undefined && spawnSync(terminalMaker, ["--version"]).status === 0;

/** Runs the fixture on a real terminal; `type` gets what was shown so far and answers what to type. */
function onTerminal(
  type: (shown: string) => string | undefined,
  more: Record<string, string> = {},
): Promise<PersonCheck> {
  const command = [...runtime, fixture].map((word) => `'${word}'`).join(" ");
  const child = spawn(terminalMaker!, ["-qec", command, "/dev/null"], {
    cwd: root,
    env: { ...env, SHELL: "/bin/sh", TERM: "dumb", ...more },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let shown = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
    child.stdout.on("data", (chunk) => {
      shown += chunk;
      const typed = type(shown);
      if (typed !== undefined) child.stdin.write(typed);
    });
    child.once("close", () => {
      clearTimeout(timer);
      const result = /result (.+?)\r?$/m.exec(shown);
      if (result === null) reject(new Error(`No result in ${JSON.stringify(shown)}`));
      else resolve(JSON.parse(result[1]));
    });
  });
}

if (hasTerminals) {
  test("on a real terminal a person who types the code is accepted", async () => {
    let typed = false;
    const check = await onTerminal((shown) => {
      const code = /type (\S+) and press Enter: /.exec(shown)?.[1];
      if (code === undefined || typed) return undefined;
      typed = true;
      return `${code}\n`;
    });
    assert.equal(check, { person: true });
  });

  test("on a real terminal the end of the input is a no", async () => {
    const check = await onTerminal((shown) => shown.endsWith("press Enter: ") ? "\x04" : undefined);
    assert.is(check.person, false);
  });

  test("on a real terminal an agent that would type the code is refused before it sees one", async () => {
    let asked = false;
    const check = await onTerminal((shown) => {
      asked ||= shown.includes("type ");
      return undefined;
    }, { CLAUDECODE: "1" }) as Extract<PersonCheck, { person: false }>;
    assert.is(check.person, false);
    assert.is(check.marker, "CLAUDECODE");
    assert.is(asked, false);
  });
}

test("a program whose stdin and stdout are pipes has no terminal, whatever it's fed", () => {
  const [command, ...args] = runtime;
  const ran = spawnSync(command, [...args, fixture], {
    cwd: root,
    env,
    input: "y\nyes\n",
    encoding: "utf8",
    timeout: 30_000,
  });
  const check = JSON.parse(/^result (.+)$/m.exec(ran.stdout)![1]) as Extract<PersonCheck, { person: false }>;
  assert.is(check.person, false);
  assert.match(check.reason, "that needs a terminal");
});

test.run();
