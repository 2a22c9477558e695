/** A workspace with a session's view in it, and a hook that is called there. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HookView } from "../../lib/host/hook/hook_view.ts";
import { nodeHookFiles } from "../../lib/host/hook/node_machine.ts";
import { type HookResult, type HookRun, runHook } from "../../lib/host/hook/run_hook.ts";
import { viewOf } from "../fence/fence_table.ts";

/** A scratch folder with a workspace and a home. */
export interface HookScratch {
  workspace: string;
  sessions: string;
  dirs: HookRun["dirs"];
  /** Writes a view with the files it vouches for; returns it. */
  put(changes?: Partial<HookView>): HookView;
  /** Calls the hook; `payload` over what Claude Code would send from the workspace. */
  call(payload: Record<string, unknown>, run?: Partial<HookRun>): Promise<HookResult>;
  remove(): void;
}

/** Makes one. */
export function makeHookScratch(): HookScratch {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hook-")));
  const workspace = join(root, "work");
  const sessions = join(workspace, ".skill-workflow", "sessions");
  mkdirSync(sessions, { recursive: true });
  const dirs = { home: join(root, "home"), config: join(root, "home", "config"), state: join(root, "home", "state") };
  return {
    workspace,
    sessions,
    dirs,
    put(changes = {}) {
      const session = changes.session ?? "wf_look_0a1b2c3d";
      const view: HookView = {
        format: 1,
        session,
        owner: { session: "host-A" },
        revision: 1,
        updated_at: "2026-01-01T00:00:00.000Z",
        workspace,
        skillFolder: null,
        sizes: { journal: 10, definition: 10 },
        fence: viewOf({ session }),
        visit: 1,
        finish: `next_step {"session_id":"${session}","turn":0,"step_output":"…"}`,
        tickets: [],
        envelope: "# Look (step 1 of 2)\n\nLook at the notes.",
        ...changes,
      };
      writeFileSync(join(sessions, `${session}.view.json`), JSON.stringify(view));
      writeFileSync(join(sessions, `${session}.journal.jsonl`), "x".repeat(10));
      writeFileSync(join(sessions, `${session}.workflow.json`), "x".repeat(10));
      return view;
    },
    call(payload, run = {}) {
      const base = { session_id: "host-A", cwd: workspace, hook_event_name: "PreToolUse" };
      const stdin = JSON.stringify({ ...base, ...payload });
      const rest = {
        env: {},
        now: new Date("2026-01-01T00:00:00.000Z"),
        platform: "linux",
        files: nodeHookFiles,
        dirs,
      };
      return runHook({ client: "claude-code", stdin, ...rest, ...run });
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
