import { test } from "uvu";
import * as assert from "uvu/assert";
import { decide } from "../../lib/fence/decide.ts";
import type { FenceView } from "../../lib/fence/view.ts";
import type { Json } from "../../lib/json.ts";
import { decideRow, rowsOf, viewOf } from "./fence_table.ts";

const hiddenFiles = ["steps/two.md", "three.md"];
const soft = viewOf({ enforce: "soft", hiddenFiles });
/** Forbidden means the same in every mode, so each row is tried in all of them. */
const MODES: FenceView[] = [
  soft,
  viewOf({ enforce: "off", hiddenFiles }),
  viewOf({ enforce: "hard", allowed: ["edit", "write", "shell", "mcp"], hiddenFiles }),
  viewOf({ status: "halted", hiddenFiles }),
];
const where = { cwd: "/w", workspace: "/w", skillFolder: "/w/.agents/skills/look" };

const FORBIDDEN = rowsOf(String.raw`
  // Session files: neither written nor read
  claude-code Write {"file_path": "/w/.skill-workflow/sessions/wf_look_0a1b2c3d.json", "content": "{}"}
  claude-code Write {"file_path": ".skill-workflow/sessions/a.json"}
  claude-code Write {"file_path": "./src/../.skill-workflow/sessions/a.json"}
  claude-code Write {"file_path": "/w//.SKILL-WORKFLOW/Sessions/a.json"}
  claude-code Write {"file_path": "/w/.skill-workflow"}
  claude-code Write {"file_path": "file:///w/.skill-workflow/sessions/a.json"}
  claude-code Write {"file_path": "file:///w/%2Eskill-workflow/sessions/a.json"}
  claude-code Write {"file_path": "C:\\w\\.skill-workflow\\sessions\\a.json"}
  claude-code Write {"file_path": "C:\\w\\SKILL-~1\\sessions\\a.json"}
  claude-code Write {"file_path": "C:\\w\\.skill-workflow. \\sessions\\a.json"}
  claude-code Write {"file_path": "C:\\w\\.skill-workflow::$INDEX_ALLOCATION\\sessions\\a.json"}
  claude-code Edit {"file_path": "/w/.skill-workflow/sessions/a.journal.jsonl"}
  claude-code Read /w/.skill-workflow/sessions/wf_look_0a1b2c3d.json
  claude-code Read /w/.skill-workflow/sessions/wf_look_0a1b2c3d.workflow.json
  claude-code Read /w/.skill-workflow/sessions/wf_other_0a1b2c3d/out.txt
  claude-code Read /w/.skill-workflow/sessions/wf_look_0a1b2c3d/../a.json
  claude-code Grep {"pattern": "x", "path": "/w/.skill-workflow"}
  claude-code Glob {"pattern": ".skill-workflow/**", "path": "/w/.skill-workflow"}
  claude-code mcp__files__read_file {"path": "/w/.skill-workflow/sessions/a.json"}
  claude-code mcp__files__read_many {"paths": [{"path": "/w/.skill-workflow/sessions/a.json"}]}
  claude-code Bash cat .skill-workflow/sessions/a.json
  claude-code Bash cat ./.skill-workflow/sessions/*.json
  claude-code Bash cat .skill-work*/sessions/*
  claude-code Bash cat .sk[i]ll-workflow/sessions/a.json
  claude-code Bash cat .skill-{workflow,x}/sessions/a.json
  claude-code Bash cat '.skill-'workflow/"sessions"/a.json
  claude-code Bash cat .skill\-workflow/sessions/a.json
  claude-code Bash cat .skill-$X/sessions/a.json
  claude-code Bash cd .skill-workflow && cat sessions/a.json
  claude-code Bash cd .skill-workflow/sessions; ls
  claude-code Bash rm -rf .skill-workflow
  claude-code Bash rm -rf .
  claude-code Bash rm -rf /w
  claude-code Bash rm -rf ../w
  claude-code Bash mv . /tmp/x
  claude-code Bash git clean -fdx
  claude-code Bash git clean -X -f
  claude-code Bash echo x >.skill-workflow/sessions/a.json
  claude-code Bash echo x > ${'"$PWD/.skill-workflow/x"'}
  claude-code Bash cp x --target-directory=.skill-workflow/sessions
  claude-code Bash python3 -c "open('.skill-workflow/sessions/a.json','w')"
  claude-code Bash node -e 'require("fs").rmSync(".skill-workflow")'
  claude-code Bash sh -c "cat .skill-workflow/sessions/a.json"
  claude-code Bash grep -rn amber .
  claude-code Bash grep -rn amber
  claude-code Bash grep -R --include='*.json' amber /w
  claude-code Bash cd src && grep -r x ..
  claude-code Bash rg -uu amber
  claude-code Bash rg --no-ignore --hidden amber .
  codex apply_patch {"command": "*** Begin Patch\n*** Update File: .skill-workflow/sessions/a.json\n@@\n-a\n+b\n*** End Patch"}
  codex apply_patch {"command": "*** Begin Patch\n*** Add File: a\n+x\n*** Update File: a\n*** Move to: .skill-workflow/x\n*** End Patch"}
  codex Bash {"command": ["bash", "-lc", "cat .skill-workflow/sessions/a.json"]}
  codex write_stdin {"session_id": 1, "chars": "cat .skill-workflow/sessions/a.json\n"}
  gemini write_file {"file_path": "/w/.skill-workflow/sessions/a.json", "content": "x"}
  gemini read_many_files {"paths": ["/w/.skill-workflow/sessions/a.json"]}
  copilot create {"path": "/w/.skill-workflow/sessions/a.json", "file_text": "x"}
  copilot view {"path": "/w/.skill-workflow/sessions/a.json"}
  vscode read_file {"filePath": "/w/.skill-workflow/sessions/a.json"}
  antigravity view_file {"AbsolutePath": "/w/.skill-workflow/sessions/a.json"}
  antigravity run_command {"CommandLine": "cat .skill-workflow/sessions/a.json"}
  antigravity run_command {"CommandLine": "cat sessions/a.json", "Cwd": "/w/.skill-workflow"}
  gemini run_shell_command {"command": "cat *", "dir_path": ".skill-workflow/sessions"}
  opencode bash {"command": "cat sessions/a.json", "workdir": "/w/.skill-workflow"}
  opencode bash {"command": "rm -rf .", "workdir": "/w"}
  opencode read {"filePath": "/w/.skill-workflow/sessions/a.json"}
  cursor Delete {"path": "/w/.skill-workflow/sessions/a.json"}
  // Files of steps that aren't entered yet
  claude-code Read /w/.agents/skills/look/steps/two.md
  claude-code Read .agents/skills/look/three.md
  claude-code Read /w/.agents/skills/look/STEPS/./two.md
  claude-code Read /w/.claude/skills/look/steps/two.md
  claude-code Write {"file_path": "/w/.agents/skills/look/steps/two.md"}
  claude-code Grep {"pattern": "x", "path": "/w/.agents/skills/look/steps"}
  claude-code Bash cat .agents/skills/look/steps/two.md
  claude-code Bash cat .agents/skills/look/steps/*
  claude-code Bash cat .agents/skills/look/*/t?o.md
  claude-code Bash cd .agents/skills/look && cat steps/two.md
  claude-code Bash cd .agents && cd skills/look/steps && cat two.md
  claude-code Bash git show HEAD:.agents/skills/look/steps/two.md
  claude-code Bash git -C .agents/skills/look show HEAD:./three.md
  claude-code Bash cat < .agents/skills/look/steps/two.md
  claude-code Bash grep -r . .agents/skills/look/steps
  claude-code Bash cp -r .agents/skills/look /tmp/x
  gemini read_file {"file_path": ".agents/skills/look/steps/two.md"}
  // The hooks' configuration: not written
  claude-code Write {"file_path": "/w/.claude/settings.json", "content": "{}"}
  claude-code Edit {"file_path": "/home/ada/.claude/settings.json"}
  claude-code Edit {"file_path": "~/.claude/settings.local.json"}
  claude-code Bash rm .claude/settings.json
  claude-code Bash echo '{}' > ~/.claude/settings.json
  claude-code Bash sed -i s/hook/x/ "$HOME/.claude/settings.json"
  claude-code Write {"file_path": "/w/.codex/hooks.json"}
  claude-code Write {"file_path": "/home/ada/.codex/config.toml"}
  claude-code Write {"file_path": "/w/.gemini/settings.json"}
  claude-code Write {"file_path": "/home/ada/.gemini/config/hooks.json"}
  claude-code Write {"file_path": "/w/.github/hooks/anything.json"}
  claude-code Write {"file_path": "/w/.cursor/hooks.json"}
  claude-code Write {"file_path": "C:\\ProgramData\\Cursor\\hooks.json"}
  claude-code Write {"file_path": "/w/.agents/hooks.json"}
  claude-code Write {"file_path": "/w/.devin/hooks.v1.json"}
  claude-code Write {"file_path": "/w/.opencode/plugin/guard.js"}
  claude-code Write {"file_path": "/home/ada/.config/opencode/plugins/x/guard.ts"}
  claude-code Write {"file_path": "/home/ada/.config/skill-workflow/trust.json"}
  claude-code Write {"file_path": "C:\\Users\\ada\\AppData\\Roaming\\skill-workflow\\trust.json"}
  claude-code Write {"file_path": "/usr/lib/node_modules/skill-workflow/dist/cli.js"}
  codex apply_patch {"command": "*** Begin Patch\n*** Delete File: .codex/hooks.json\n*** End Patch"}
  // A person's commands
  claude-code Bash skill-workflow trust look
  claude-code Bash skill-workflow approve wf_look_0a1b2c3d sign-off
  claude-code Bash skill-workflow off --for 10m
  claude-code Bash skill-workflow uninstall claude-code
  claude-code Bash skill-workflow sessions abort wf_look_0a1b2c3d
  claude-code Bash skill-workflow sessions back wf_look_0a1b2c3d look
  claude-code Bash skill-workflow --json sessions retry wf_look_0a1b2c3d
  claude-code Bash npx skill-workflow trust look
  claude-code Bash npx -y skill-workflow@0.1.0 trust look
  claude-code Bash npm exec -- skill-workflow trust look
  claude-code Bash pnpm dlx skill-workflow trust look
  claude-code Bash bunx skill-workflow trust look
  claude-code Bash node node_modules/skill-workflow/dist/cli.js trust look
  claude-code Bash ./node_modules/.bin/skill-workflow trust look
  claude-code Bash deno run -A jsr:@skill-workflow/skill-workflow/cli trust look
  claude-code Bash env X=1 skill-workflow trust look
  claude-code Bash sudo skill-workflow trust look
  claude-code Bash cd src && skill-workflow trust look
  claude-code Bash ls; skill-workflow trust look
  claude-code Bash echo y | skill-workflow trust look
  claude-code Bash script -qc 'skill-workflow trust look' /dev/null
  claude-code Bash sh -c "skill-workflow trust look"
  claude-code Bash bash <<< "skill-workflow trust look"
  claude-code Bash echo 'skill-workflow trust look' | sh
  claude-code Bash echo trust | xargs skill-workflow
  claude-code Bash S=skill-workflow; $S trust look
  claude-code Bash alias s=skill-workflow; s trust look
  claude-code Bash skill-'work'flow tr"us"t look
  claude-code Bash skill\-workflow trust look
  claude-code Bash eval "skill-workflow trust look"
  claude-code Bash git -c alias.t='!skill-workflow trust look' t
  claude-code Bash python3 -c 'import subprocess; subprocess.run(["skill-workflow", "trust", "look"])'
  claude-code Bash if true; then skill-workflow trust look; fi
  claude-code Bash skill-workflow run look --trust
  claude-code Bash SKILL_WORKFLOW_TRUST=1 skill-workflow run look
  claude-code Bash export SKILL_WORKFLOW_TRUST=1; skill-workflow run look
  claude-code PowerShell {"command": "skill-workflow.cmd trust look"}
  codex exec_command {"cmd": "skill-workflow trust look"}
  codex write_stdin {"session_id": 1, "chars": "skill-workflow trust look\n"}
  gemini run_shell_command skill-workflow trust look
  opencode bash skill-workflow trust look
  vscode run_in_terminal {"command": "ls # ; skill-workflow trust look"}
`);

const FREE = rowsOf(String.raw`
  claude-code Read /w/.skill-workflow/sessions/wf_look_0a1b2c3d/gate.txt
  claude-code Bash cat .skill-workflow/sessions/wf_look_0a1b2c3d/gate.txt
  claude-code Read /w/.agents/skills/look/steps/one.md
  claude-code Read /w/.agents/skills/look/SKILL.md
  claude-code Read /w/docs/steps/two.md
  claude-code Read /w/three.md
  claude-code Bash ls .agents/skills/look
  claude-code Bash find .agents/skills/look -name '*.md'
  claude-code Bash cat .agents/skills/look/steps/one.md
  claude-code Read /w/.claude/settings.json
  claude-code Bash cat .claude/settings.json
  claude-code Write {"file_path": "/w/.claude/agents/a.md"}
  claude-code Write {"file_path": "/w/.gitignore", "content": ".skill-workflow"}
  claude-code Edit {"file_path": "/w/.gitignore", "old_string": "x", "new_string": ".skill-workflow/sessions"}
  claude-code Grep {"pattern": "\\.skill-workflow"}
  claude-code Grep {"pattern": ".*", "path": "/w"}
  claude-code Glob {"pattern": "**/*"}
  claude-code Bash grep -rn amber src
  claude-code Bash grep -rn amber . --exclude-dir=.skill-workflow
  claude-code Bash grep -rn --exclude-dir='.*' amber .
  claude-code Bash rg amber
  claude-code Bash grep '.*' notes.txt
  claude-code Bash sed 's/.*/x/' notes.txt
  claude-code Bash rm -rf build
  claude-code Bash rm -rf *
  claude-code Bash git clean -fd
  claude-code Bash git commit -m "skill-workflow: trust the cache"
  claude-code Bash echo skill-workflow trust look
  claude-code Bash grep -rn 'skill-workflow trust' docs
  claude-code Bash cat > notes.md <<'EOF'
  claude-code Bash skill-workflow validate skills/trusted
  claude-code Bash skill-workflow list
  claude-code Bash skill-workflow sessions show wf_look_0a1b2c3d
  claude-code Bash npx skill-workflow graph look
  claude-code Bash npm run trust
  claude-code Agent {"prompt": "skill-workflow trust look"}
  claude-code WebFetch {"url": "https://example.org/.skill-workflow/x"}
  claude-code mcp__skill-workflow__next_step {"step_output": ".skill-workflow/sessions/a.json"}
  claude-code Skill {"skill": ".skill-workflow"}
`);

for (const row of FORBIDDEN) {
  test(`in every mode: ${row} is denied`, () => {
    for (const view of MODES) {
      const decision = decideRow(view, row, where);
      assert.not(decision.allow, view.enforce);
      assert.ok(decision.reason!.length > 20);
    }
  });
}

for (const row of FREE) {
  test(`${row} is free`, () => assert.is(decideRow(soft, row, where).reason, undefined));
}

test("without a session: a person's commands, and writing session files", () => {
  const denied = [
    "claude-code Bash npx skill-workflow trust look",
    `claude-code Write {"file_path": "/w/.skill-workflow/sessions/a.json"}`,
    "claude-code Bash rm -rf .skill-workflow",
  ];
  for (const row of denied) assert.not(decideRow(null, row).allow, row);
  const free = [
    "claude-code Read /w/.skill-workflow/sessions/a.json",
    "claude-code Bash rm -rf build",
    "claude-code Bash grep -rn x .",
    `claude-code Write {"file_path": "/w/.claude/settings.json"}`,
    `claude-code "" {}`,
  ];
  for (const row of free) assert.equal(decideRow(null, row), { allow: true, allowed: "every tool" }, row);
});

test("without a skill's folder the workflow's name stands for it", () => {
  assert.not(decideRow(soft, "claude-code Read /w/skills/look/steps/two.md").allow);
  assert.ok(decideRow(soft, "claude-code Read /w/skills/other/steps/two.md").allow);
});

test("a relative path counts from where the call is made", () => {
  const inside = { ...where, cwd: "/w/.skill-workflow" };
  assert.not(decideRow(soft, "claude-code Bash cat sessions/a.json", inside).allow);
  assert.not(decideRow(soft, "claude-code Read sessions/a.json", inside).allow);
  assert.not(decideRow(soft, "claude-code Read two.md", { ...where, cwd: "/w/.agents/skills/look/steps" }).allow);
});

test("an input too large or too deep to be checked is denied", () => {
  const call = { client: "claude-code", tool: "mcp__x__y", cwd: "/w", workspace: "/w" };
  const many = Array.from({ length: 10_000 }, (_, n) => `${n}`);
  assert.not(decide(soft, { ...call, input: [...many, "/w/.skill-workflow/sessions/a.json"] }).allow);
  let deep: Json = "/w/.skill-workflow/sessions/a.json";
  for (let n = 0; n < 100; n++) deep = { deep };
  assert.not(decide(soft, { ...call, input: deep }).allow);
});

test("bounds: hostile texts take no time", () => {
  const started = performance.now();
  for (const piece of ["/", "../", "~", "%2e", ". ", ":", "*", "$x", "{", "[", "cd a ", "skill-workflow "]) {
    const text = piece.repeat(200_000 / piece.length);
    decideRow(soft, `claude-code Bash ${JSON.stringify({ command: text })}`, where);
    decideRow(soft, `claude-code Write ${JSON.stringify({ file_path: text.slice(0, 4_000) })}`, where);
  }
  assert.ok(performance.now() - started < 5_000, `${performance.now() - started} ms`);
});

test("the table holds enough", () => assert.ok(FORBIDDEN.length >= 120 && FREE.length >= 35));

test.run();
