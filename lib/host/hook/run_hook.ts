/**
 * One call of a hook, from what stands on stdin to what goes to stdout and stderr. Loads neither YAML nor MCP code and
 * replays nothing: it runs before every tool call. Source: spec "Fence and hooks".
 * @module
 */

import { classifyTool } from "../../fence/classify_tool.ts";
import { decide } from "../../fence/decide.ts";
import { ownToolName } from "../../fence/mcp_name.ts";
import type { ToolCall } from "../../fence/tool_call.ts";
import type { FenceView } from "../../fence/view.ts";
import { isJsonObject, type JsonObject } from "../../json.ts";
import { leaveCallerNote } from "./caller_note.ts";
import { encodeAnswer, type HookAnswer, type HookResult } from "./encode_answer.ts";
import { type CorruptSession, findViews } from "./find_views.ts";
import { type HookEvent, type HookPurpose, readHookEvent } from "./hook_event.ts";
import type { HookFiles } from "./hook_machine.ts";
import { recallHooks, rememberHooks } from "./hook_memory.ts";
import type { HookView } from "./hook_view.ts";
import { findOff, noteLetThrough } from "./off.ts";
import { stopReason } from "./stop_rule.ts";

export type { HookResult } from "./encode_answer.ts";

/** A hook's call. */
export interface HookRun {
  /** The client that the hook is registered for. */
  client: string;
  /** What it's registered for; decides where the input names no event. `tool` if not given. */
  purpose?: HookPurpose;
  /** The hook's JSON. */
  stdin: string;
  /** The environment. */
  env: Readonly<Record<string, string | undefined>>;
  /** The time. */
  now: Date;
  /** As `process.platform` has it. */
  platform: string;
  /** The files of the machine. */
  files: HookFiles;
  /** The user's folders. */
  dirs: { home: string; config: string; state: string };
}

/** Larger inputs aren't read. */
const MAX_INPUT = 16_777_216;

/**
 * Runs a hook. Never rejects: a failure denies the tool, in words, and lets everything else go on.
 *
 * @example
 * ```ts
 * import { nodeHookFiles, runHook } from "@skill-workflow/skill-workflow/host";
 * const dirs = { home: "/nowhere", config: "/nowhere", state: "/nowhere" };
 * const stdin = JSON.stringify({ hook_event_name: "Stop", session_id: "a", cwd: "/nowhere" });
 * const rest = { env: {}, now: new Date(0), platform: "linux", files: nodeHookFiles, dirs };
 * const result = await runHook({ client: "claude-code", stdin, ...rest });
 * console.assert(result.exitCode === 0 && result.stdout === "");
 * ```
 */
export async function runHook(run: HookRun): Promise<HookResult> {
  const expected = run.purpose ?? "tool";
  let event: HookEvent | undefined;
  try {
    event = readHookEvent(readInput(run.stdin), run.client, expected);
    return encodeAnswer(event.host, event.event, event.purpose, await answerTo(event, run));
  } catch (error) {
    return failedHook(event?.purpose ?? expected, error instanceof Error ? error.message : String(error));
  }
}

/** What a hook does that failed: a tool is denied, anything else goes on. */
export function failedHook(purpose: HookPurpose, why: string): HookResult {
  if (purpose !== "tool") return { stdout: "", stderr: "", exitCode: 0 };
  return {
    stdout: "",
    stderr:
      `skill-workflow's hook failed, so the tool isn't run: ${why}\nTell the user; \`skill-workflow doctor\` looks into it\n`,
    exitCode: 2,
  };
}

function readInput(stdin: string): JsonObject {
  if (stdin.length > MAX_INPUT) throw new Error("its input is too large");
  let value: unknown;
  try {
    value = JSON.parse(stdin);
  } catch {
    throw new Error("its input is no JSON");
  }
  if (!isJsonObject(value)) throw new Error("its input is no JSON object");
  return value;
}

async function answerTo(event: HookEvent, run: HookRun): Promise<HookAnswer> {
  if (event.purpose === "other") return { kind: "nothing" };
  const project = run.env.CLAUDE_PROJECT_DIR ?? run.env.GEMINI_PROJECT_DIR;
  const folders = project === undefined || project === "" ? event.folders : [...event.folders, project];
  const { views, corrupt } = findViews(run.files, folders, event);
  const view = views.find(({ fence }) => fence.status === "running") ?? views[0];
  switch (event.purpose) {
    case "tool":
      return await answerTool(event, run, view, corrupt[0]);
    case "start":
    case "prompt":
      if (view?.fence.status !== "running" || (event.invocation ?? 0) > 0) return { kind: "nothing" };
      return { kind: "context", text: contextOf(view) };
    default:
      return answerStop(event, run, view);
  }
}

function contextOf(view: HookView): string {
  return `You are in the middle of a workflow (session ${view.session}); go on with its current step:\n\n${view.envelope}`;
}

async function answerTool(
  event: HookEvent,
  run: HookRun,
  view: HookView | undefined,
  corrupt: CorruptSession | undefined,
): Promise<HookAnswer> {
  const call = callOf(event, run, view, corrupt);
  noteCaller(event, run, call);
  const workspace = view?.workspace ?? corrupt?.workspace;
  const isOff = workspace !== undefined && findOff(run.files, run.dirs.config, workspace, run.now) !== undefined;
  if (corrupt !== undefined && !isOff) {
    const decision = decide(damagedView(corrupt), call);
    return decision.allow ? { kind: "allow" } : { kind: "deny", reason: damagedReason(corrupt) };
  }
  const fence = view === undefined ? null : isOff ? { ...view.fence, enforce: "off" as const } : view.fence;
  const decision = decide(fence, call);
  if (!decision.allow) return { kind: "deny", reason: decision.reason! };
  if (isOff && view !== undefined && !decide(view.fence, call).allow) {
    const { session, fence: { step } } = view;
    noteLetThrough(run.files, run.dirs.config, { workspace, session, step: step ?? "", tool: call.tool }, run.now);
  }
  if (classifyTool(call).kind === "skill") {
    // Seldom needed, and not there on a fast start.
    const { skillHint } = await import("./skill_hint.ts");
    const hint = skillHint(run.files, call.input, workspace ?? event.cwd, run.dirs.home);
    if (hint !== undefined) return { kind: "allow", context: hint };
  }
  if (decision.nudge === undefined || view === undefined) return { kind: "allow" };
  const memory = recallHooks(run.files, view);
  if (memory.nudged || !rememberHooks(run.files, view, { ...memory, nudged: true })) return { kind: "allow" };
  return { kind: "allow", context: decision.nudge };
}

function callOf(event: HookEvent, run: HookRun, view?: HookView, corrupt?: CorruptSession): ToolCall {
  const { name, server, input } = event.tool!;
  return {
    client: event.host === "copilot-pascal" ? "copilot" : event.host,
    tool: name,
    ...(server === undefined ? {} : { server }),
    input,
    cwd: event.cwd,
    workspace: view?.workspace ?? corrupt?.workspace ?? event.cwd,
    ...(view?.skillFolder ? { skillFolder: view.skillFolder } : {}),
    subagent: event.agent !== undefined,
    // On Windows only Claude Code brings a POSIX shell along.
    foreignShell: run.platform === "win32" && event.host !== "claude-code",
  };
}

/** Tells the server whose the call is that comes next. */
function noteCaller(event: HookEvent, run: HookRun, call: ToolCall): void {
  const tool = event.session === "" ? undefined : ownToolName(call);
  if (tool === undefined) return;
  const nested = isJsonObject(call.input) && isJsonObject(call.input.Arguments) ? call.input.Arguments : call.input;
  const owner = {
    session: event.session,
    ...(event.agent === undefined ? {} : { agent: event.agent }),
    client: call.client,
  };
  const useId = event.tool?.useId;
  leaveCallerNote(run.files, run.dirs.state, { tool, input: nested, ...(useId ? { useId } : {}) }, owner, run.now);
}

/** A damaged session holds back what writes, and lets the rest go on. */
function damagedView({ session }: CorruptSession): FenceView {
  return {
    session,
    workflow: "a damaged session",
    status: "running",
    step: session,
    title: "",
    waiting: "delivery",
    kind: "agent",
    type: "standard",
    enforce: "hard",
    mandated: [],
    allowed: [],
    denied: [],
    hiddenFiles: [],
    turn: 0,
  };
}

function damagedReason({ session, problem }: CorruptSession): string {
  return `Session ${session} is damaged, so nothing may be changed: ${problem}\n` +
    `Salvage it with \`skill-workflow sessions salvage ${session}\`, or ask the user; reading is allowed`;
}

function answerStop(event: HookEvent, run: HookRun, view: HookView | undefined): HookAnswer {
  if (view === undefined || findOff(run.files, run.dirs.config, view.workspace, run.now) !== undefined) {
    return { kind: "nothing" };
  }
  const memory = recallHooks(run.files, view);
  const reason = stopReason(run.files, view, event, memory);
  if (reason === undefined) return { kind: "nothing" };
  if (event.peek) return { kind: "block", reason };
  const counted = { ...memory, blocks: memory.blocks + 1, blockedTurn: view.fence.turn };
  return rememberHooks(run.files, view, counted) ? { kind: "block", reason } : { kind: "nothing" };
}
