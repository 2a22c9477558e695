import { readFileSync } from "node:fs";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { allowedLine } from "../../lib/fence/allowed_line.ts";
import { decide } from "../../lib/fence/decide.ts";
import type { FenceView } from "../../lib/fence/view.ts";
import type { JsonObject } from "../../lib/json.ts";
import { decideRow, rowsOf, viewOf } from "./fence_table.ts";

let rows = 0;

/** Every row of `allow` is allowed in the view, every one of `deny` denied with the step and what is allowed. */
function table(name: string, view: FenceView, { allow = "", deny = "" }: { allow?: string; deny?: string }): void {
  for (const row of rowsOf(allow)) {
    rows++;
    test(`${name}: ${row} is allowed`, () => {
      const decision = decideRow(view, row);
      assert.is(decision.reason, undefined);
      assert.ok(decision.allow);
    });
  }
  for (const row of rowsOf(deny)) {
    rows++;
    test(`${name}: ${row} is denied`, () => {
      const decision = decideRow(view, row);
      assert.not(decision.allow);
      assert.match(decision.reason!, /^[A-Z"`].*[^.]\n?/s);
      assert.ok(decision.reason!.includes(`"${view.step}"`) && decision.reason!.includes(decision.allowed));
    });
  }
}

table("a hard step that names no tools", viewOf(), {
  allow: `
    claude-code Read /w/a.txt
    claude-code Glob {"pattern": "**/*.ts"}
    claude-code Grep {"pattern": ".*", "path": "/w/src"}
    claude-code NotebookRead /w/n.ipynb
    claude-code Bash git status --short
    claude-code Bash grep -rn TODO src
    claude-code Agent {"prompt": "Look at src and read .skill-workflow docs"}
    claude-code Task {"prompt": "Look"}
    claude-code ToolSearch {"query": "next_step"}
    claude-code AskUserQuestion {"questions": []}
    claude-code ExitPlanMode {"plan": "x"}
    claude-code TodoWrite {"todos": []}
    claude-code TaskCreate {"subject": "x"}
    claude-code Skill {"skill": "look"}
    claude-code mcp__skill-workflow__start_workflow {"skill_name": "look"}
    claude-code mcp__skill-workflow__next_step {"step_output": "rm -rf /"}
    claude-code mcp__skill-workflow__current_step
    claude-code mcp__skill-workflow__end_workflow {"status": "aborted"}
    claude-code mcp__skill-workflow__read_skill {"name": "look"}
    claude-code mcp__skill-workflow__list_agents
    claude-code mcp__skill-workflow__ask_agent {"target": "a", "task": "b"}
    codex Bash cat notes.txt
    codex Bash {"command": ["bash", "-lc", "rg -n foo src | head"]}
    codex Bash {"command": ["git", "log", "-n", "1"]}
    codex exec_command {"cmd": "ls"}
    codex exec_command {"cmd": "ls", "shell": "/bin/bash", "workdir": "/w/src"}
    codex view_image {"path": "/w/a.png"}
    codex spawn_agent {"message": "look"}
    codex multi_agent_v1__spawn_agent {"message": "look"}
    codex update_plan {"plan": []}
    codex request_user_input {"questions": []}
    codex mcp__skill-workflow__next_step
    codex mcp__skill_workflow__next_step
    gemini read_file /w/a.txt
    gemini list_directory {"dir_path": "/w"}
    gemini glob {"pattern": "**/*"}
    gemini grep_search {"pattern": "x"}
    gemini run_shell_command ls -la
    gemini invoke_agent {"agent_name": "x"}
    gemini activate_skill {"name": "look"}
    gemini ask_user {"questions": []}
    gemini write_todos {"todos": []}
    gemini mcp_skill-workflow_next_step
    qwen read_file /w/a.txt
    qwen mcp__skill-workflow__next_step
    qwen mcp_skill-workflow_next_step
    qwen todo_write {"todos": []}
    copilot view {"path": "/w/a.txt"}
    copilot grep {"pattern": "x"}
    copilot bash ls
    copilot Bash ls
    copilot read_bash {"sessionId": "1"}
    copilot task {"prompt": "look"}
    copilot skill {"skill": "look"}
    copilot skill-workflow-next_step
    copilot report_intent {"intent": "x"}
    vscode read_file {"filePath": "/w/a.txt"}
    vscode list_dir {"path": "/w"}
    vscode run_in_terminal {"command": "git diff"}
    vscode runSubagent {"prompt": "look"}
    vscode manage_todo_list {"todoList": []}
    vscode mcp_skill-workflow_next_step
    vscode mcp_skill-workflo_next_step
    vscode mcp_skill_workflo_next_step
    cursor Read {"path": "/w/a.txt"}
    cursor Shell ls
    cursor Task {"prompt": "look"}
    cursor MCP:next_step
    antigravity view_file {"AbsolutePath": "/w/a.txt"}
    antigravity list_dir {"DirectoryPath": "/w"}
    antigravity run_command {"CommandLine": "ls", "Cwd": "/w"}
    antigravity notify_user {"Message": "x"}
    antigravity call_mcp_tool {"ServerName": "skill-workflow", "ToolName": "next_step", "Arguments": {}}
    opencode read {"filePath": "/w/a.txt"}
    opencode list {"path": "/w"}
    opencode bash ls
    opencode task {"prompt": "look"}
    opencode question {"questions": []}
    opencode todowrite {"todos": []}
    opencode skill-workflow_next_step
    windsurf read_code {"file_path": "/w/a.txt"}
    windsurf run_command {"command_line": "ls", "command": "ls"}
    devin Read /w/a.txt
    devin mcp__skill-workflow__next_step
    windsurf mcp__skill-workflow__next_step
    other mcp__skill-workflow__next_step
  `,
  deny: `
    claude-code Write {"file_path": "/w/a.txt", "content": "x"}
    claude-code Edit {"file_path": "/w/a.txt", "old_string": "a", "new_string": "b"}
    claude-code MultiEdit {"file_path": "/w/a.txt", "edits": []}
    claude-code NotebookEdit {"notebook_path": "/w/n.ipynb"}
    claude-code Bash rm -r build
    claude-code Bash touch ready.txt # skill-workflow next_step
    claude-code Bash cat notes.txt > copy.txt
    claude-code Bash npm test
    claude-code Bash {}
    claude-code Bash {"command": ""}
    claude-code Bash {"command": ["rm", "x"]}
    claude-code Bash {"command": "ls", "cmd": "rm x"}
    claude-code Bash {"command": {"a": "ls"}}
    claude-code PowerShell {"command": "Remove-Item x"}
    claude-code PowerShell {"command": "ls; rm x"}
    claude-code Monitor {"command": "npm run dev"}
    claude-code WebFetch {"url": "https://example.org"}
    claude-code WebSearch {"query": "x"}
    // Names that only look like one that is allowed
    claude-code read /w/a.txt
    claude-code READ /w/a.txt
    claude-code "Read " {"file_path": "/w/a.txt"}
    claude-code " Read" {"file_path": "/w/a.txt"}
    claude-code Reаd /w/a.txt
    claude-code Readd /w/a.txt
    claude-code Read.Write /w/a.txt
    claude-code "" {}
    claude-code " " {}
    claude-code __proto__ {}
    claude-code constructor {}
    claude-code toString {}
    claude-code read_file /w/a.txt
    claude-code view /w/a.txt
    claude-code start_workflow
    claude-code next_step
    claude-code MCP:next_step
    claude-code mcp_skill-workflow_next_step
    claude-code skill-workflow-next_step
    claude-code mcp__other__skill-workflow__next_step
    claude-code mcp__skill-workflow-x__next_step
    claude-code mcp__x-skill-workflow__next_step
    claude-code mcp__skill-workflow__next_step_now
    claude-code mcp__skill-workflow__next
    claude-code mcp__skill-workflow__
    claude-code mcp__skill-workflow__Next_Step
    claude-code mcp__skill_workflow__next_step
    claude-code mcp__skill-workflow__next_step__
    claude-code mcp__skill-workflow__create_skill {"name": "x"}
    claude-code mcp__skill-workflow__update_context {"target": "x"}
    claude-code mcp__skill-workflow__mcp_execute {"server": "x"}
    claude-code mcp__github__create_issue {"title": "x"}
    codex apply_patch {"command": "*** Begin Patch\\n*** Update File: a.txt\\n@@\\n-a\\n+b\\n*** End Patch"}
    codex apply_patch {"command": "*** Begin Patch\\n*** Add File: b.txt\\n+b\\n*** End Patch"}
    codex Bash echo x > b.txt
    codex Bash bash
    codex write_stdin {"session_id": 1, "chars": "ls\\n"}
    codex exec_command {"cmd": "ls", "tty": true}
    codex exec_command {"cmd": "ls", "shell": "./ls"}
    codex Bash {"command": ["./bash", "-lc", "ls"]}
    codex Bash {"command": ["bash", "-lc", "rm x"]}
    codex Bash {"command": ["cat", "a", ";", "rm", "x"], "cmd": "rm"}
    codex web_search {"query": "x"}
    codex Write /w/a.txt
    gemini write_file {"file_path": "/w/a.txt", "content": "x"}
    gemini replace {"file_path": "/w/a.txt"}
    gemini run_shell_command touch x
    gemini save_memory {"fact": "x"}
    gemini web_fetch {"prompt": "x"}
    gemini Read /w/a.txt
    gemini mcp_skill-workflow-x_next_step
    gemini mcp_other_next_step
    gemini mcp__skill-workflow__next_step
    copilot create {"path": "/w/a.txt", "file_text": "x"}
    copilot Write {"path": "/w/a.txt", "file_text": "x"}
    copilot edit {"path": "/w/a.txt"}
    copilot bash touch x
    copilot write_bash {"sessionId": "1", "input": "rm x"}
    copilot skill-workflow-x-next_step
    copilot github-mcp-server-create_issue
    copilot web_fetch {"url": "https://example.org"}
    vscode create_file {"filePath": "/w/a.txt", "content": "x"}
    vscode replace_string_in_file {"filePath": "/w/a.txt"}
    vscode run_in_terminal {"command": "touch x"}
    vscode run_in_terminal {"command": "ls # ; touch x"}
    cursor Shell ls !touch
    vscode runTests {"files": []}
    vscode fetch_webpage {"urls": []}
    vscode mcp_skill-workf_next_step
    cursor Write {"path": "/w/a.txt", "contents": "x"}
    cursor StrReplace {"path": "/w/a.txt"}
    cursor Delete {"path": "/w/a.txt"}
    cursor Shell rm x
    cursor MCP:next_steps
    cursor MCP:create_issue
    antigravity write_to_file {"TargetFile": "/w/a.txt"}
    antigravity replace_file_content {"TargetFile": "/w/a.txt"}
    antigravity multi_replace_file_content {"TargetFile": "/w/a.txt"}
    antigravity run_command {"CommandLine": "rm x"}
    antigravity send_command_input {"CommandId": "1", "Input": "rm x"}
    antigravity call_mcp_tool {"ServerName": "other", "ToolName": "next_step"}
    antigravity call_mcp_tool {"ToolName": "next_step"}
    antigravity call_mcp_tool {}
    opencode write {"filePath": "/w/a.txt", "content": "x"}
    opencode edit {"filePath": "/w/a.txt"}
    opencode patch {"patchText": "x"}
    opencode bash touch x
    opencode Read {"filePath": "/w/a.txt"}
    opencode skill-workflow_next_step_now
    windsurf write_code {"file_path": "/w/a.txt"}
    windsurf mcp__other__next_step
    devin mcp__skill-workflow-x__next_step
    other Read /w/a.txt
    other Write /w/a.txt
    hasOwnProperty Read /w/a.txt
  `,
});

table(
  "what a step mandates or allows, minus what it denies",
  viewOf({
    mandated: ["Write", "mcp__github__create_issue"],
    allowed: ["web", "Bash"],
    denied: ["WebSearch", "Agent", "search"],
  }),
  {
    allow: `
    claude-code Write {"file_path": "/w/a.txt", "content": "x"}
    claude-code WebFetch {"url": "https://example.org"}
    claude-code Bash rm -r build
    claude-code mcp__github__create_issue
    // Another client's name for the same thing
    gemini write_file {"file_path": "/w/a.txt", "content": "x"}
    gemini run_shell_command touch x
    gemini mcp_github_create_issue
    codex apply_patch {"command": "*** Begin Patch\\n*** Add File: b.txt\\n+b\\n*** End Patch"}
    codex apply_patch {"command": "*** Begin Patch\\n*** Update File: b.txt\\n+b\\n*** End Patch"}
    codex mcp__github__create_issue
    copilot create {"path": "/w/a.txt", "file_text": "x"}
    copilot github-create_issue
    opencode write {"filePath": "/w/a.txt"}
    opencode github_create_issue
    opencode bash touch x
    vscode mcp_github_create_issue
    cursor MCP:create_issue
    antigravity call_mcp_tool {"ServerName": "github", "ToolName": "create_issue"}
  `,
    deny: `
    claude-code Edit {"file_path": "/w/a.txt"}
    claude-code WebSearch {"query": "x"}
    claude-code Agent {"prompt": "x"}
    claude-code Grep {"pattern": "x"}
    claude-code mcp__github__create_issues
    claude-code mcp__github-x__create_issue
    claude-code mcp__git__hub__create_issue
    gemini google_web_search {"query": "x"}
    gemini invoke_agent {"agent_name": "x"}
    gemini grep_search {"pattern": "x"}
    gemini replace {"file_path": "/w/a.txt"}
    codex web_search {"query": "x"}
    copilot task {"prompt": "x"}
    antigravity call_mcp_tool {"ServerName": "gitlab", "ToolName": "create_issue"}
  `,
  },
);

table("classes", viewOf({ allowed: ["edit", "mcp"], denied: ["shell"] }), {
  allow: `
    claude-code Edit {"file_path": "/w/a.txt"}
    claude-code mcp__github__create_issue
    claude-code mcp__skill-workflow__mcp_execute {"server": "x"}
    codex apply_patch {"command": "*** Begin Patch\\n*** Update File: b.txt\\n+b\\n*** End Patch"}
    gemini replace {"file_path": "/w/a.txt"}
    copilot github-mcp-server-create_issue
  `,
  deny: `
    claude-code Bash ls
    codex Bash ls
    codex apply_patch {"command": "*** Begin Patch\\n*** Update File: b.txt\\n*** Add File: c.txt\\n+b\\n*** End Patch"}
    codex apply_patch {"command": "*** Begin Patch\\n*** Update File: b.txt\\n*** Move to: c.txt\\n*** End Patch"}
    codex apply_patch {"command": "nothing that can be read"}
    claude-code Write {"file_path": "/w/a.txt"}
  `,
});

table("denying shell_read leaves what is allowed by name", viewOf({ denied: ["shell_read", "read"] }), {
  allow: `
    claude-code Grep {"pattern": "x"}
    claude-code TodoWrite {"todos": []}
  `,
  deny: `
    claude-code Bash ls
    claude-code Read /w/a.txt
  `,
});

table("what is always allowed can't be denied", viewOf({ denied: ["question", "todo", "skill", "mcp"] }), {
  allow: `
    claude-code AskUserQuestion
    claude-code TodoWrite
    claude-code Skill
    claude-code mcp__skill-workflow__next_step
  `,
});

table("a dispatcher", viewOf({ kind: "dispatcher", waiting: "children" }), {
  allow: `
    claude-code Agent {"prompt": "x"}
    claude-code Read /w/a.txt
    claude-code Bash git log
    gemini invoke_agent {"agent_name": "x"}
    claude-code mcp__skill-workflow__next_step
  `,
  deny: `
    claude-code Write {"file_path": "/w/a.txt"}
    claude-code Edit {"file_path": "/w/a.txt"}
    claude-code Bash make
    gemini write_file {"file_path": "/w/a.txt"}
  `,
});

table("while the host runs a command", viewOf({ kind: "command", waiting: "effect", allowed: ["read"] }), {
  allow: `
    claude-code mcp__skill-workflow__current_step
    claude-code TodoWrite
    claude-code AskUserQuestion
    claude-code Skill
    claude-code ToolSearch
    codex update_plan
  `,
  deny: `
    claude-code Read /w/a.txt
    claude-code Bash ls
    claude-code Agent {"prompt": "x"}
    claude-code Write {"file_path": "/w/a.txt"}
    codex Bash ls
  `,
});

test("what a child allows is allowed to a subagent, not to the agent itself", () => {
  const child = { id: "a", mandated: [], allowed: ["Write"], denied: [] };
  const view = viewOf({ kind: "dispatcher", children: [child] });
  const row = `claude-code Write {"file_path": "/w/a.txt"}`;
  assert.ok(decideRow(view, row, { subagent: true }).allow);
  assert.not(decideRow(view, row).allow);
  assert.not(decideRow(view, "claude-code Edit /w/a.txt", { subagent: true }).allow);
  assert.not(decideRow(viewOf(), row, { subagent: true }).allow);
});

test("an MCP tool's server counts where the client names it", () => {
  assert.ok(decideRow(viewOf(), "gemini mcp_skill-workflow_next_step", { server: "skill-workflow" }).allow);
  assert.not(decideRow(viewOf(), "gemini mcp_skill-workflow_next_step", { server: "skill-workflow_next" }).allow);
  assert.not(decideRow(viewOf(), "claude-code mcp__skill-workflow__next_step", { server: "other" }).allow);
  assert.not(decideRow(viewOf(), "claude-code Read /w/a", { server: "other" }).allow);
  assert.ok(decideRow(viewOf(), "claude-code mcp__flow__next_step", { ownServer: "flow" }).allow);
  assert.not(decideRow(viewOf(), "claude-code mcp__skill-workflow__next_step", { ownServer: "flow" }).allow);
});

test("a shell that isn't POSIX", () => {
  assert.ok(decideRow(viewOf(), "gemini run_shell_command dir", { foreignShell: true }).allow);
  assert.not(
    decideRow(viewOf(), `gemini run_shell_command {"command": "echo 'a & del x'"}`, { foreignShell: true }).allow,
  );
  assert.ok(decideRow(viewOf(), `gemini run_shell_command {"command": "echo 'a & del x'"}`).allow);
});

test("soft: allowed, with a nudge for what the step doesn't ask for", () => {
  const view = viewOf({ enforce: "soft", mandated: ["Edit"] });
  const nudge = decideRow(view, `claude-code Write {"file_path": "/w/a.txt"}`).nudge!;
  assert.match(nudge, /^Step "look" of look doesn't ask for Write/);
  for (const row of ["claude-code Edit /w/a", "claude-code Read /w/a", "claude-code mcp__skill-workflow__next_step"]) {
    assert.equal(decideRow(view, row), { allow: true, allowed: "every tool" });
  }
  for (const row of [`claude-code "" {}`, "claude-code Reаd /w/a", "claude-code mcp__x__y", "codex Bash npm test"]) {
    assert.ok(decideRow(view, row).allow);
  }
});

test("off, or not running: allowed without a word", () => {
  const views = [viewOf({ enforce: "off" })];
  for (const status of ["paused", "completed", "aborted", "halted"] as const) views.push(viewOf({ status }));
  for (const view of views) {
    assert.equal(decideRow(view, `claude-code Write {"file_path": "/w/a.txt"}`), {
      allow: true,
      allowed: "every tool",
    });
    assert.is(allowedLine(view), "");
  }
});

test("what is allowed, in one line", () => {
  const lines: [Partial<FenceView>, string][] = [
    [{}, "read, search, shell_read, subagent"],
    [{ mandated: ["Read", "Edit"], allowed: ["web"] }, "read, search, shell_read, subagent, Read, Edit, web"],
    [{ denied: ["subagent", "Bash"] }, "read, search, shell_read; not subagent, Bash"],
    [{ kind: "command" }, "only this server's tools, question, todo and skill, until the command has ended"],
    [{ enforce: "soft", mandated: ["Read"] }, ""],
    [{ enforce: "off" }, ""],
  ];
  for (const [changes, line] of lines) assert.is(allowedLine(viewOf(changes)), line);
});

test("22-hard-step-tool-table", () => {
  const look = viewOf({ workflow: "only-look", mandated: ["Read", "Grep"] });
  const text = readFileSync(new URL("../fixtures/fence/22-hard-step-tool-table.jsonl", import.meta.url), "utf8");
  const calls = text.trim().split("\n").map((line) => JSON.parse(line.replaceAll("@WORKSPACE@", "/w")));
  assert.is(calls.length, 19);
  for (const { n, want, payload } of calls) {
    const call = { client: "claude-code", tool: payload.tool_name, input: payload.tool_input as JsonObject };
    const where = { cwd: payload.cwd, workspace: "/w", subagent: payload.agent_id !== undefined };
    const decision = decide(look, { ...call, ...where });
    assert.is(decision.allow, want === "allow", `row ${n}`);
    if (!decision.allow) {
      assert.match(decision.reason!, /"look"/);
      assert.match(decision.reason!, /read, search, shell_read/);
    }
  }
  const act = viewOf({ workflow: "only-look", step: "act", enforce: "soft" });
  assert.ok(decideRow(act, `claude-code Write {"file_path": "/w/notes.txt", "content": "x"}`).allow);
  assert.not(
    decideRow(act, `claude-code Write {"file_path": "/w/.skill-workflow/sessions/a.json", "content": "x"}`).allow,
  );
});

test("the table holds enough", () => assert.ok(rows >= 200, `${rows}`));

test.run();
