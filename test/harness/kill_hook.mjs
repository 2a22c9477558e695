// Loaded into the server with `--import`: kills the process at one of its own file operations below `.skill-workflow`, or at
// an answer that it gives. `KILL_POINT` is `{"call": 7, "when": "before" | "half" | "after"}`; what was hit goes to `KILL_LOG`.
import fs, { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";

const { call, when } = JSON.parse(process.env.KILL_POINT);
const log = process.env.KILL_LOG;
const note = appendFileSync;
const ours = new Map();
let calls = 0;
let noting = false;

function die(what) {
  noting = true;
  note(log, `${what}\n`);
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

/** Which of the session's files a path is. */
function kindOf(path) {
  if (typeof path !== "string" || !path.includes(".skill-workflow")) return undefined;
  const name = path.slice(path.indexOf(".skill-workflow"));
  if (/[\\/]locks[\\/]/.test(name)) return "token";
  return /\.(journal\.jsonl|workflow\.json|effect\.json|view\.json|lock|json)(\.\w*tmp|\.removal)?$/.exec(name)?.[0]
    .slice(1) ?? "folder";
}

function guarded(name, kind, run, half) {
  calls++;
  const due = calls === call;
  const what = `${name.replace("Sync", "")} ${kind}`;
  if (due && when === "before") die(`before ${what}`);
  if (due && when === "half" && half) {
    half();
    die(`in ${what}`);
  }
  const result = run();
  if (due) die(`after ${what}`);
  return result;
}

for (const name of ["openSync", "renameSync", "linkSync", "unlinkSync", "mkdirSync", "rmSync"]) {
  const real = fs[name];
  fs[name] = (...args) => {
    const kind = noting ? undefined : kindOf(args.find((arg) => kindOf(arg) !== undefined));
    if (kind === undefined) return real(...args);
    const result = guarded(name, kind, () => real(...args));
    if (name === "openSync") ours.set(result, kind);
    return result;
  };
}
for (const name of ["writeSync", "fsyncSync", "ftruncateSync", "closeSync"]) {
  const real = fs[name];
  fs[name] = (fd, ...args) => {
    const kind = noting ? undefined : ours.get(fd);
    if (kind === undefined) return real(fd, ...args);
    const half = name === "writeSync" ? () => real(fd, args[0], args[1] ?? 0, args[2] >> 1, args[3]) : undefined;
    try {
      return guarded(name, kind, () => real(fd, ...args), half);
    } finally {
      if (name === "closeSync") ours.delete(fd);
    }
  };
}
syncBuiltinESMExports();

const { write } = process.stdout;
process.stdout.write = (...args) => guarded("write", "answer", () => write.apply(process.stdout, args));
