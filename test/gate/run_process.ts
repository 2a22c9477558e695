import { spawn, spawnSync } from "node:child_process";
import process from "node:process";

/** How a process that {@linkcode runProcess} started came to its end. */
export interface Finished {
  /** Exit code; `null` when a signal ended it or it could not be started. */
  code: number | null;
  /** Standard output alone. */
  stdout: string;
  /** Standard output and standard error in the order in which they arrived. */
  output: string;
  /** True when it was killed because its time was up. */
  timedOut: boolean;
  /** Wall-clock time in milliseconds. */
  milliseconds: number;
}

/** What {@linkcode runProcess} may be told beside the command. */
export interface RunProcessOptions {
  /** Working directory. */
  cwd: string;
  /** Milliseconds after which the process and its children are killed. */
  limit: number;
  /** Variables on top of the caller's; `undefined` takes one away. */
  env?: Record<string, string | undefined>;
  /** Text for standard input, which is empty otherwise. */
  input?: string;
}

const OUTPUT_BOUND = 16 * 1024 * 1024;
const PIPE_GRACE = 2000;
const running = new Set<number>();

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const pid of running) killTree(pid);
    process.exit(130);
  });
}

/**
 * Runs a command to its end and keeps what it printed. Never rejects: a command that can't be started has code `null`
 * and the reason as its output. The command leads a process group of its own, so that nothing it started outlives it.
 */
export function runProcess(command: string[], options: RunProcessOptions): Promise<Finished> {
  const began = performance.now();
  const env: Record<string, string | undefined> = {
    ...process.env,
    NO_COLOR: "1",
    FORCE_COLOR: undefined,
    ...options.env,
  };
  for (const name of Object.keys(env)) if (env[name] === undefined) delete env[name];
  const windows = process.platform === "win32";
  const child = spawn(command[0]!, command.slice(1), { cwd: options.cwd, env, detached: !windows, windowsHide: true });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);

  return new Promise((resolve) => {
    const all: string[] = [];
    const out: string[] = [];
    let length = 0;
    let timedOut = false;
    let grace: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      timedOut = true;
      if (pid !== undefined) killTree(pid);
    }, options.limit);

    const keep = (text: string, into: string[][]) => {
      length += text.length;
      if (length <= OUTPUT_BOUND) { for (const list of into) list.push(text); }
      else if (length - text.length <= OUTPUT_BOUND) all.push("\n… more than 16 MiB of output, the rest is left out\n");
    };
    const finish = (code: number | null) => {
      clearTimeout(timer);
      clearTimeout(grace);
      if (pid !== undefined) {
        killTree(pid);
        running.delete(pid);
      }
      child.stdout.destroy();
      child.stderr.destroy();
      const milliseconds = performance.now() - began;
      resolve({ code, stdout: out.join(""), output: all.join(""), timedOut, milliseconds });
    };

    child.stdout.setEncoding("utf8").on("data", (text: string) => keep(text, [all, out]));
    child.stderr.setEncoding("utf8").on("data", (text: string) => keep(text, [all]));
    child.stdin.on("error", () => {}); // the child may end without reading
    child.stdin.end(options.input ?? "");
    child.on("error", (error: Error) => {
      all.push(`${command[0]} could not be started: ${error.message}\n`);
      finish(null);
    });
    child.on("close", finish);
    // A grandchild that inherited the pipes would keep "close" away for as long as it lives.
    child.on("exit", (code) => grace = setTimeout(() => finish(code), PIPE_GRACE));
  });
}

function killTree(pid: number): void {
  try {
    if (process.platform === "win32") spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true });
    else process.kill(-pid, "SIGKILL");
  } catch {
    // Already gone, which is what was wanted.
  }
}
