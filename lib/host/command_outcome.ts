/**
 * What became of a command, and what that means for a gate. Source: spec "Commands", and "Gate" of the reducer.
 * @module
 */

import type { Verdict } from "../session/input.ts";

/**
 * How a command ended.
 *
 * | kind | |
 * |---|---|
 * | `exited` | it ran and ended by itself |
 * | `timeout` | its time was up; its group was ended |
 * | `killed` | a signal from outside ended it |
 * | `not_found` | the shell didn't find a program |
 * | `not_permitted` | the shell may not run a program |
 * | `not_started` | the system didn't start the shell (no such folder, too many processes) |
 * | `cancelled` | the caller called it off; its group was ended |
 */
export type OutcomeKind =
  | "exited"
  | "timeout"
  | "killed"
  | "not_found"
  | "not_permitted"
  | "not_started"
  | "cancelled";

/** A finished command. */
export interface CommandOutcome {
  /** How the command ended. */
  kind: OutcomeKind;
  /** Null where a signal or the time limit ended it. */
  exitCode: number | null;
  /** The signal that ended it. */
  signal: string | null;
  /** What it printed on both streams, in the order in which it came; head and tail where it was too much. */
  output: string;
  /** Bytes that it printed, kept or not. */
  outputBytes: number;
  /** File with the whole output, where it was cut. */
  outputFile?: string;
  /** Of `not_found` and `not_permitted`: the program, where the shell named it. */
  program?: string;
  /** In words, for everything but an exit code. */
  why?: string;
  /** How long it ran, in milliseconds. */
  durationMs: number;
}

/** What is known when a shell has ended by itself. */
export interface ShellExit {
  command: string;
  code: number | null;
  signal: string | null;
  /** The end of what stood on stderr. */
  stderr: string;
  platform: string;
}

/** Signals that say that somebody ended a program, where others say that it crashed, which is its own fault. */
const FROM_OUTSIDE: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGKILL: 9, SIGTERM: 15 };

/**
 * The verdict of a gate: exit code 0 passes, any other fails, and what says nothing about the work (a program that
 * isn't there, a time-out) is neither.
 *
 * @example
 * ```ts
 * import { verdictOf } from "./command_outcome.ts";
 * const outcome = { kind: "exited", exitCode: 1, signal: null, output: "", outputBytes: 0, durationMs: 3 } as const;
 * console.assert(verdictOf(outcome) === "fail");
 * ```
 */
export function verdictOf(outcome: CommandOutcome): Verdict {
  if (outcome.kind !== "exited") return "unevaluable";
  return outcome.exitCode === 0 ? "pass" : "fail";
}

/** Tells a program that ran from one that couldn't, which a shell reports by an exit code that a program may use as well. */
export function judgeExit(exit: ShellExit): Pick<CommandOutcome, "kind" | "program" | "why"> {
  const signal = exit.signal ?? signalOf(exit.code);
  if (signal !== undefined) {
    const ended = Object.hasOwn(FROM_OUTSIDE, signal);
    return ended ? { kind: "killed", why: `Killed by ${signal}` } : { kind: "exited", why: `Crashed with ${signal}` };
  }
  if (exit.platform === "win32") return judgeWindows(exit);
  if (exit.code !== 126 && exit.code !== 127) return { kind: "exited" };
  const complaint = lastComplaint(exit.stderr, exit.code);
  // Without the shell's message the program itself chose that code, unless the message went elsewhere.
  if (complaint === undefined && !mayHideStderr(exit.command)) return { kind: "exited" };
  const named = complaint === undefined ? {} : { program: complaint };
  const what = complaint === undefined ? "A program" : JSON.stringify(complaint);
  return exit.code === 127
    ? { kind: "not_found", ...named, why: `${what} was not found; install it, or correct the command` }
    : {
      kind: "not_permitted",
      ...named,
      why: `${what} may not be run: permission denied; make it executable, or correct the command`,
    };
}

/** A shell reports a program that a signal ended as 128 plus the signal. */
function signalOf(code: number | null): string | undefined {
  return Object.keys(FROM_OUTSIDE).find((name) => code === 128 + FROM_OUTSIDE[name]);
}

/**
 * The program of the last line that has the shape of a shell's complaint: `sh: 1: name: not found`,
 * `/bin/sh: line 1: name: command not found`, `zsh:1: command not found: name`, `env: 'name': No such file or directory`.
 */
function lastComplaint(stderr: string, code: 126 | 127): string | undefined {
  for (const line of stderr.split("\n").reverse()) {
    const parts = line.slice(0, 2_000).split(":").map((part) => part.trim());
    if (parts.length < 3 || !SPEAKERS.test(lastSegment(parts[0]))) continue;
    const said = parts.slice(1).filter((part) => part !== "" && !LINE_NUMBER.test(part) && part !== "exec");
    if (said.length < 2) continue;
    const swapped = code === 127 && said[0] === "command not found";
    return (swapped ? said[1] : said[said.length - 2]).replace(/^['"‘`]|['"’`]$/g, "");
  }
  return undefined;
}

const SPEAKERS = /^(?:(?:ba|da|a|k|mk|lk|pdk|z|ya)?sh|busybox|env|exec|nice|nohup|timeout|xargs|sudo)$/;
const LINE_NUMBER = /^(?:\S{1,20} )?\d{1,6} ?$/;

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether the command sends stderr away, so that the shell's message can't be expected. */
function mayHideStderr(command: string): boolean {
  return /2>|&>|>&/.test(command);
}

/** `cmd` says it in the user's language; 9009 is its code inside batch files. */
function judgeWindows(exit: ShellExit): Pick<CommandOutcome, "kind" | "program" | "why"> {
  const match = /'([^'\n]{1,300})' is not recognized as an internal or external command/.exec(exit.stderr);
  if (exit.code !== 9009 && (exit.code !== 1 || match === null)) return { kind: "exited" };
  const program = match?.[1];
  return {
    kind: "not_found",
    ...(program !== undefined && { program }),
    why: `${
      program === undefined ? "A program" : JSON.stringify(program)
    } was not found; install it, or correct the command`,
  };
}
