/**
 * `install` and `uninstall`: our server and hooks in a client's configuration.
 * @module
 */

import { spawn } from "node:child_process";
import {
  applyPlan,
  type InstallPlan,
  planInstall,
  planUninstall,
  renderPlan,
  type RunClient,
} from "../../host/install/mod.ts";
import { findProfile, PROFILES } from "../../host/profile/mod.ts";
import { clientMachine, scopeOf } from "../client_machine.ts";
import { type Arguments, type CliCommand, type OptionSpec, UsageError } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { ownHook, ownProgram } from "../own_program.ts";
import { requirePerson } from "../person.ts";
import { printJson } from "../print.ts";

const OPTIONS: Record<string, OptionSpec> = {
  scope: { type: "string", value: "SCOPE", description: "user (default) or workspace" },
  "dry-run": { type: "boolean", description: "shows every change as a diff and makes none" },
};

/** `install`. */
export const installCommand: CliCommand = {
  name: "install",
  summary: "registers server and hooks with a client",
  usage: "<client>",
  details: `Clients: ${PROFILES.map((profile) => profile.id).join(", ")}. ` +
    "One key is inserted, everything else stays as it is; a file that can't be parsed is left alone; each file is kept once as a backup.",
  options: OPTIONS,
  examples: ["skill-workflow install claude-code", "skill-workflow install codex --scope workspace --dry-run"],
  run: (args, io) => {
    const { profile, scope, machine } = requestOf(args, io);
    const server = ownProgram("serve");
    return carryOut(planInstall({ profile, scope, machine, server, hook: ownHook() }), args, io);
  },
};

/** `uninstall`: a person's, since it takes the fence away. */
export const uninstallCommand: CliCommand = {
  name: "uninstall",
  summary: "takes server and hooks out of a client again",
  usage: "<client>",
  details: "Only what `install` put there is taken away. It wants a terminal and a typed code.",
  options: OPTIONS,
  examples: ["skill-workflow uninstall claude-code", "skill-workflow uninstall codex --dry-run"],
  run: async (args, io) => {
    const request = requestOf(args, io);
    if (!args.flag("dry-run")) await requirePerson(`uninstall skill-workflow from ${request.profile.title}`, io);
    return await carryOut(planUninstall(request), args, io);
  },
};

function requestOf(args: Arguments, io: Io): Parameters<typeof planUninstall>[0] {
  const [client] = args.positionals;
  if (client === undefined) {
    throw new UsageError(`Name the client: ${PROFILES.map((profile) => profile.id).join(", ")}`);
  }
  return { profile: findProfile(client), scope: scopeOf(args.text("scope")), machine: clientMachine(io) };
}

async function carryOut(plan: InstallPlan, args: Arguments, io: Io): Promise<number> {
  if (args.flag("dry-run")) {
    if (args.flag("json")) printJson(io, plan);
    else io.out(renderPlan(plan));
    return EXIT.ok;
  }
  const done = await applyPlan(plan, runClient(io));
  if (args.flag("json")) printJson(io, { done, unchanged: plan.unchanged, notes: plan.notes });
  else {
    for (const line of done) io.out(`${line}\n`);
    for (const line of plan.unchanged) io.out(`Unchanged: ${line}\n`);
    for (const note of plan.notes) io.out(`Note: ${note}\n`);
  }
  return EXIT.ok;
}

/** Runs a client's own command; one that isn't there is an exit code of 127. */
function runClient(io: Io): RunClient {
  return ([command, ...args]) =>
    new Promise((resolve) => {
      const child = spawn(command, args, {
        cwd: io.cwd,
        env: io.env as NodeJS.ProcessEnv,
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      child.stdout.on("data", (chunk) => output += chunk);
      child.stderr.on("data", (chunk) => output += chunk);
      child.once("error", (error) => resolve({ exitCode: 127, output: error.message }));
      child.once("close", (code) => resolve({ exitCode: code ?? 1, output }));
    });
}
