import { test } from "uvu";
import * as assert from "uvu/assert";
import { isReadOnlyForeignCommand } from "../../lib/fence/classify_shell.ts";
import { classifyTool } from "../../lib/fence/classify_tool.ts";
import { namesMcpTool, ownTool } from "../../lib/fence/mcp_name.ts";
import { parseShell } from "../../lib/fence/parse_shell.ts";
import { findPersonCommand } from "../../lib/fence/person_command.ts";
import { makeGuard, resolveParts } from "../../lib/fence/protected_path.ts";
import { shellPaths } from "../../lib/fence/shell_paths.ts";
import type { ToolCall } from "../../lib/fence/tool_call.ts";
import { takesInSessions } from "../../lib/fence/whole_folder.ts";
import type { Json } from "../../lib/json.ts";
import { decideRow, rowsOf, viewOf } from "./fence_table.ts";

const call = (client: string, tool: string, input: Json = {}, changes: Partial<ToolCall> = {}): ToolCall => ({
  client,
  tool,
  input,
  cwd: "/w",
  workspace: "/w",
  ...changes,
});

/** Rows of `left → right`, and what a function says to each left side. */
function compare(text: string, say: (left: string) => string): void {
  const rows = rowsOf(text).map((row) => row.split(/ +→ ?/));
  const said = rows.map(([left, right]) => ({ left, right, said: say(left!) }));
  assert.equal(said.filter(({ right, said }) => said !== right), []);
}

test("what could be a path in a command line", () => {
  const say = (text: string) => shellPaths(text, ["w"], false).candidates.join(" ").replaceAll("\u0001", "¤");
  compare(
    String.raw`
    a/b c             → a/b c
    a'b c'd           → ab cd
    "a'b'c"           → a b c
    'a"b'             → a b
    a\ b              → a b
    a'\b'c            → a\bc
    a"\b"c            → abc
    a\                → a
    a$x/b             → a*/b
    a'$x'             → a$x
    "$x"              → *
    ${"a${x}b"}       → a*b
    ${"a${x b"}       → a*x b
    a$(b)c            → a* b c
    ${"a`b`c"}        → a b c
    a;b|c&d<e>f       → a b c d e f
    --a=b:c,d         → --a b c d
    a*'*'?"?"         → a*¤?¤
    [ab]c[d           → ?c[d
    '[ab]'            → [ab]
    {a,b}c{d}e        → *cde
    '{a,b}'           → {a b}
    {a..c}x           → *x
    a}b'}'            → ab}
    `,
    say,
  );
  assert.equal(shellPaths("a\\b '\\c' \"$d\"", [], true).candidates, ["a/b", "/c", "*"]);
  assert.equal(shellPaths("a\\\nb", [], false).candidates, ["ab"]);
});

test("the folders that a relative path may be meant from", () => {
  const bases = (text: string) => shellPaths(text, ["w"], false).bases.map((parts) => parts.join("/")).join(" ");
  compare(
    `
    ls a              → w
    cd a              → w w/a
    cd                → w
    cd a; cd b        → w w/a w/a/b
    pushd /a          → w a
    git -C a x        → w w/a
    chdir a           → w w/a
    Set-Location a    → w w/a
    xcd a             → w
    cdx a             → w
    `,
    bases,
  );
  assert.is(shellPaths("cd a; ".repeat(20), ["w"], false).bases.length, 8);
});

test("a bracket, a brace list and a variable end somewhere", () => {
  const paths = (text: string) => shellPaths(text, [], false).candidates;
  const long = (n: number) => "a".repeat(n);
  assert.equal(paths(`[${long(32)}]`), ["?"]);
  assert.equal(paths(`[${long(33)}]`), [`[${long(33)}]`]);
  assert.equal(paths(`{${long(199)},}`), ["*"]);
  assert.equal(paths(`{${long(200)},}`), [long(200)]);
  assert.equal(paths(`\${${long(64)}}`), ["*"]);
  assert.equal(paths(`\${${long(65)}}`), [`*${long(65)}`]);
});

test("the parts of a path", () => {
  const say = (path: string) => resolveParts(path, ["w"]).join("|");
  compare(
    String.raw`
    a/b               → w|a|b
    ./a//b/.          → w|a|b
    ../a              → a
    ../../../a        → a
    /a/../b           → b
    \a\b              → a|b
    c:/a              → c:|a
    C:\A\B            → c:|a|b
    xc:/a             → w|xc|a
    ~/a               → ~|a
    a~/b              → w|a~|b
    file:///a/b%20c   → a|b c
    FILE:///a         → a
    xfile:///a        → w|xfile|a
    file:///a%zz      → a%zz
    a%20b             → w|a%20b
    A.B               → w|a.b
    a. .              → w|a
    ab::$DATA         → w|ab
    a:b               → w|a:b
    skill-~1/x        → w|.skill-workflow|x
    skill-~12         → w|skill-~12
    xskill-~1         → w|xskill-~1
    ...               → w|...
    `,
    say,
  );
});

test("a part with wildcards", () => {
  const guard = makeGuard(call("x", "y", {}, { skillFolder: "/k/look" }), viewOf({ hiddenFiles: ["steps/two.md"] }));
  const meant = (part: string) => guard.protection(["look", "steps", part], "read") !== undefined ? "yes" : "no";
  compare(
    `
    two.md            → yes
    *                 → yes
    **                → yes
    t*                → yes
    *d                → yes
    *o*               → yes
    t*o*d             → yes
    t??.md            → yes
    ???????           → no
    ??????            → yes
    ?????             → no
    *.md*             → yes
    *.md?             → no
    t*x*d             → no
    *two.md*          → yes
    two.m             → no
    two.mdx           → no
    *w*o*.*m*d        → yes
    *m*md             → no
    *md.md            → no
    *to.md            → no
    `,
    meant,
  );
  const sessions = (part: string) => guard.protection([part, "x"], "write") === undefined ? "no" : "yes";
  compare(".* → yes\n.s* → yes\n* → no\n?skill-workflow → no\n.skill-workflow? → no\n.skill-workflo? → yes", sessions);
});

test("a step's file and the hooks' files are found at a path's end", () => {
  const guard = makeGuard(call("x", "y", {}, { skillFolder: "/k/look" }), viewOf({ hiddenFiles: ["steps/two.md"] }));
  const say = (path: string) => {
    const parts = resolveParts(path, []);
    const hidden = guard.holdsHiddenFiles(parts) ? " holds" : "";
    return `${guard.protection(parts, "read") ? "read" : ""}${
      guard.protection(parts, "write") ? " write" : ""
    }${hidden}`;
  };
  compare(
    `
    /k/look/steps/two.md          → read write
    /x/look/steps/two.md          → read write
    /look/steps/two.md            → read write
    /steps/two.md                 →${" "}
    /k/look/two.md                →${" "}
    /k/look/steps/two.md/x        →${" "}
    /k/look                       →  holds
    /k/look/steps                 →  holds
    /k/look/step                  →${" "}
    /k/other                      →${" "}
    /k                            →${" "}
    /j/look                       →${" "}
    /j/skills/look                →  holds
    /j/skills/look/steps          →  holds
    /a/.claude/settings.json      →  write
    /.claude/settings.json        →  write
    /.claude/settings.json/x      →${" "}
    /settings.json                →${" "}
    /a/.github/hooks              →  write
    /a/.github/hooks/x/y          →  write
    /a/.github/hook               →${" "}
    /a/.github                    →${" "}
    /hooks/x                      →${" "}
    /.skill-workflow/x            → read write
    `,
    say,
  );
});

test("this session's own outputs may be read", () => {
  const guard = makeGuard(call("x", "y"), viewOf());
  const may = (path: string) => guard.protection(resolveParts(path, []), "read") === undefined ? "yes" : "no";
  compare(
    `
    /w/.skill-workflow/sessions/wf_look_0a1b2c3d/a   → yes
    /w/.skill-workflow/sessions/WF_look_0a1b2c3d/a   → yes
    /w/.skill-workflow/sessions/wf_look_0a1b2c3d     → no
    /w/.skill-workflow/sessions/wf_look_0a1b2c3e/a   → no
    /w/.skill-workflow/session/wf_look_0a1b2c3d/a    → no
    /w/.skill-workflow                               → no
    `,
    may,
  );
});

test("commands that take in a whole folder", () => {
  const guard = makeGuard(call("x", "y"), viewOf());
  const say = (command: string) =>
    takesInSessions(parseShell(command)!, ["w"], guard)?.replace(/^`([^`]+)`.*/, "$1") ?? "-";
  compare(
    String.raw`
    grep -r x             → grep -r
    grep -R x .           → grep -r
    grep -rn x /w a       → grep -r
    grep x -nr            → grep -r
    egrep -r x            → egrep -r
    fgrep --recursive x   → fgrep -r
    grep --dereference-recursive x → grep -r
    /bin/grep -r x        → grep -r
    grep -r x a b         → -
    grep -r x a ..        → grep -r
    grep -r x "$A"        → grep -r
    grep -r x "$A/b" a    → -
    grep x .              → -
    grep --r x            → -
    grep -r --exclude-dir='.*' x  → -
    grep -r --exclude-dir=.* x    → grep -r
    grep -r --exclude-dir=.skill-workflow x → -
    grep -r --exclude-dir=a x     → grep -r
    grep -r x --exclude-dir=.a    → grep -r
    grep -r x - .         → grep -r
    cd a; grep -r x       → -
    cd a; cd ..; grep -r x        → grep -r
    cd /; grep -r x       → grep -r
    cd; grep -r x         → grep -r
    cd -; grep -r x       → grep -r
    grep -r --exclude-dir='.*' x; rm -r . → rm
    rg x                  → -
    rg -u x               → rg
    rg -uu x              → rg
    rg --no-ignore x      → rg
    rg --unrestricted x   → rg
    rg --no-ignore-vcs x  → rg
    rg -u x a             → -
    rg -r u x             → -
    rg x --hidden         → -
    rm -r .               → rm
    rm -r a               → -
    rm -r a ..            → rm
    rm -r /               → rm
    rmdir .               → rmdir
    mv /w b               → mv
    rm "$A"               → -
    cp -r . a             → -
    git clean -x          → git clean
    git clean -fdX        → git clean
    git clean -fd         → -
    git clean             → -
    git clean --xx        → -
    git status -x         → -
    ls clean -x           → -
    X=1                   → -
    `,
    say,
  );
});

test("a person's commands", () => {
  compare(
    String.raw`
    skill-workflow trust a                → trust
    skill-workflow a trust                → trust
    skill-workflow TRUST                  → trust
    skill-workflow list                   → -
    trust skill-workflow                  → -
    skill-workflow sessions back a        → sessions back
    skill-workflow sessions list          → -
    skill-workflow back                   → -
    skill-workflow back sessions          → -
    skill-workflow sessions abort         → sessions abort
    cat skill-workflow trust              → -
    cat skill-workflow; skill-workflow off → off
    cat a; echo skill-workflow trust      → -
    cat a; x skill-workflow trust         → trust
    X=1 cat skill-workflow trust          → trust
    X=1 cat skill-workflow list           → -
    sh skill-workflow list                → -
    sh a; cat skill-workflow trust        → trust
    y a; cat skill-workflow trust         → -
    $Y a; cat skill-workflow trust        → trust
    ./y a; cat skill-workflow trust       → trust
    git add skill-workflow trust          → -
    git skill-workflow trust              → trust
    git "$X" skill-workflow trust         → trust
    git x skill-workflow trust            → trust
    git                                   → -
    a; git commit -m skill-workflow,trust → -
    echo trust | xargs skill-workflow     → trust
    echo trust | x skill-workflow         → -
    SKILL_WORKFLOW_TRUST=1 x              → SKILL_WORKFLOW_TRUST
    $env:SKILL_WORKFLOW_TRUST=1           → SKILL_WORKFLOW_TRUST
    env:SKILL_WORKFLOW_TRUST=1            → SKILL_WORKFLOW_TRUST
    XSKILL_WORKFLOW_TRUST=1 x             → -
    SKILL_WORKFLOW_TRUSTX=1 x             → -
    if x; then skill-workflow off; fi     → off
    skill-'workflow' "trust"              → trust
    skill^-workflow trust                 → trust
    skillworkflow trust                   → -
    x skill-workflow,trust                → trust
    `,
    (text) => findPersonCommand(text) ?? "-",
  );
});

test("a command line in an input", () => {
  const say = (input: string) => {
    const { kind, command } = classifyTool(call("codex", "shell", JSON.parse(input) as Json));
    return `${kind}${command === undefined ? "" : ` ${command}`}`;
  };
  compare(
    `
    "ls"                                      → shell_read ls
    5                                         → shell
    null                                      → shell
    {}                                        → shell
    {"command": "ls"}                         → shell_read ls
    {"command": "rm x"}                       → shell rm x
    {"command": 5}                            → shell
    {"command": []}                           → shell
    {"command": ["ls", 5]}                    → shell
    {"command": "ls", "cmd": "ls"}            → shell
    {"toString": "ls"}                        → shell
    {"script": "ls"}                          → shell_read ls
    {"command": ["ls", "a b"]}                → shell_read 'ls' 'a b'
    {"command": ["ls", "it's"]}               → shell_read 'ls' 'it'"'"'s'
    {"command": ["bash", "-c", "ls"]}         → shell_read ls
    {"command": ["/bin/sh", "-lc", "ls"]}     → shell_read ls
    {"command": ["bash", "-cl", "ls"]}        → shell 'bash' '-cl' 'ls'
    {"command": ["bash", "x-c", "ls"]}        → shell 'bash' 'x-c' 'ls'
    {"command": ["bash", "-cx", "ls"]}        → shell 'bash' '-cx' 'ls'
    {"command": ["cat", "-c", "ls"]}          → shell_read 'cat' '-c' 'ls'
    {"command": ["bash", "-c", "ls", "a"]}    → shell 'bash' '-c' 'ls' 'a'
    {"command": ["xbash", "-c", "ls"]}        → shell 'xbash' '-c' 'ls'
    {"command": ["bashx", "-c", "ls"]}        → shell 'bashx' '-c' 'ls'
    {"cmd": "ls", "tty": true}                → shell ls
    {"cmd": "ls", "tty": false}               → shell_read ls
    {"cmd": "ls", "shell": "/bin/bash"}       → shell_read ls
    {"cmd": "ls", "shell": "/bin/vi"}         → shell ls
    {"cmd": "ls", "shell": null}              → shell ls
    `,
    say,
  );
  assert.is(classifyTool(call("codex", "write_stdin", { chars: "ls" })).kind, "shell");
});

test("a patch, and a shell that isn't POSIX", () => {
  const patch = (text: string) => classifyTool(call("codex", "apply_patch", text));
  assert.is(patch("*** Update File: a").kind, "edit");
  assert.equal(patch("*** Update File: a").allowedBy, ["edit", "write"]);
  for (const other of ["Add File", "Delete File", "Move to"]) {
    assert.is(patch(`*** Update File: a\n*** ${other}: b`).kind, "write", other);
  }
  assert.is(patch("").kind, "write");
  const foreign = (command: string, changes: Partial<ToolCall>, tool = "Bash") =>
    classifyTool(call("claude-code", tool, { command }, changes)).kind;
  assert.is(foreign("Get-Content a", {}, "PowerShell"), "shell_read");
  assert.is(foreign("Get-Content a", {}), "shell");
  assert.is(foreign("Get-Content a", { foreignShell: true }), "shell_read");
  assert.is(foreign("head a", { foreignShell: true }), "shell");
  compare(
    String.raw`
    dir             → yes
    dir a           → yes
    dirx            → no
    xdir            → no
    dir 'a'         → no
    dir $a          → no
    dir a;b         → no
    git log         → yes
    git push        → no
    rg x a\b        → yes
    rg --pre x      → no
    type a:\b,c     → yes
    `,
    (command) => isReadOnlyForeignCommand(command) ? "yes" : "no",
  );
});

test("names of MCP tools, in each client's spelling", () => {
  const say = (row: string) => {
    const [client, tool, input] = row.split(" ");
    const { kind } = classifyTool(call(client!, tool!, input ? JSON.parse(input) as Json : {}));
    return kind;
  };
  compare(
    `
    claude-code mcp__skill-workflow__next_step         → own
    claude-code mcp__skill-workflow__update_context    → write
    claude-code mcp__skill-workflow__ask_agent         → subagent
    claude-code mcp__skill-workflow__other             → mcp
    claude-code mcp__skill_workflow__next_step         → mcp
    claude-code mcp__a                                 → unknown
    claude-code mcp__a__b                              → mcp
    claude-code mcp____b                               → unknown
    claude-code mcp__a__                               → unknown
    claude-code xmcp__a__b                             → unknown
    codex mcp__skill_workflow__next_step               → own
    codex mcp__skill-workflow__next_step               → own
    vscode mcp_skill-workflo_next_step                 → own
    vscode mcp_skill_workflo_next_step                 → own
    vscode mcp_skill-workfl_next_step                  → mcp
    copilot skill-workflow-next_step                   → own
    copilot a-b                                        → mcp
    copilot -b                                         → unknown
    cursor MCP:next_step                               → own
    cursor MCP:                                        → unknown
    cursor MCP:x                                       → mcp
    cursor CallMcpTool {"server":"skill-workflow","toolName":"next_step"} → own
    cursor CallMcpTool {"server":"skill-workflow","toolName":"x"}         → mcp
    cursor CallMcpTool {"server":"x","toolName":"next_step"}              → mcp
    cursor CallMcpTool 5                               → mcp
    unheard mcp__skill-workflow__next_step             → own
    unheard Read                                       → unknown
    toString Read                                      → unknown
    `,
    say,
  );
  const named = (changes: Partial<ToolCall>) => call("claude-code", "mcp__a__next_step", {}, changes);
  assert.is(ownTool(named({ ownServer: "a" })), "own");
  assert.is(ownTool(named({ ownServer: "a", server: "a" })), "own");
  assert.is(ownTool(named({ ownServer: "a", server: "b" })), undefined);
  assert.not(namesMcpTool(named({}), "a", "next"));
});

test("bounds of what an input may hold", () => {
  const soft = viewOf({ enforce: "soft" });
  const denied = (tool: string, input: Json) =>
    !decideRow(soft, `claude-code ${tool} ${JSON.stringify({ input })}`).allow;
  const deep = (depth: number): Json => depth === 0 ? "a" : { a: deep(depth - 1) };
  assert.equal([11, 12].map((depth) => denied("mcp__x__y", deep(depth))), [false, true]);
  const many = (length: number) => Array.from({ length }, () => "a");
  assert.equal([5_000, 5_002].map((length) => denied("mcp__x__y", many(length))), [false, true]);
  const long = (length: number) => decideRow(soft, `claude-code Bash ${"a".repeat(length)}`).reason;
  assert.is(long(65_536), undefined);
  assert.is(long(65_537), "Bash has a command that is too long to be checked: do it in smaller parts");
  const path = (length: number) => denied("Write", `${"a/".repeat(length)}../.skill-workflow/a`);
  assert.equal([2_038, 2_039].map(path), [true, false]);
});

test("what is denied is named, and cut where it's long", () => {
  const hard = viewOf({ mandated: ["edit"], hiddenFiles: ["two.md"] });
  const reason = (row: string, changes: Partial<ToolCall> = {}) => decideRow(hard, row, changes).reason?.split("\n")[0];
  const step = 'Step "look" of look doesn\'t allow';
  assert.is(reason("claude-code Bash make"), `${step} Bash with a command that isn't sure to only read`);
  assert.is(reason("claude-code Write /w/a"), `${step} Write (write)`);
  assert.is(reason("claude-code Nothing"), `${step} "Nothing", which is no tool that is known of claude-code`);
  assert.is(reason(`claude-code mcp__a__${"b".repeat(72)}`), `${step} mcp__a__${"b".repeat(72)} (mcp)`);
  assert.is(reason(`claude-code mcp__a__${"b".repeat(73)}`), `${step} mcp__a__${"b".repeat(72)}… (mcp)`);
  assert.is(reason('claude-code "" {}'), `${step} a call without a tool name`);
  assert.is(reason("claude-code Edit /w/a"), undefined);
  // An assignment is no listing.
  const skill = { skillFolder: "/w/.agents/skills/look" };
  assert.is(reason("claude-code Bash ls .agents/skills/look", skill), undefined);
  assert.match(reason("claude-code Bash X=1; ls .agents/skills/look", skill)!, "may not touch");
});

test("a patch's headers are its paths", () => {
  const soft = viewOf({ enforce: "soft" });
  const denied = (patch: string) =>
    decideRow(soft, `codex apply_patch ${JSON.stringify({ patch })}`).allow ? "no" : "yes";
  compare(
    `
    *** Begin Patch⏎*** Add File: .skill-workflow/a       → yes
    *** Begin Patch⏎ *** Update File: .skill-workflow/a   → yes
    *** Begin Patch⏎*** Delete File: .skill-workflow/a    → yes
    *** Begin Patch⏎*** Move to: .skill-workflow/a        → yes
    *** Begin Patch⏎*** Add File: a⏎+.skill-workflow/a    → no
    *** Begin Patch⏎+*** Add File: .skill-workflow/a      → no
    *** Begin⏎*** Add File: .skill-workflow/a             → no
    `,
    (text) => denied(text.replaceAll("⏎", "\n")),
  );
});

test.run();
