/**
 * `doctor`: what of ours the clients' files hold; with `--live`, whether a client keeps to it.
 * @module
 */

import { inspectClient } from "../../host/install/mod.ts";
import { findProfile, PROFILES } from "../../host/profile/mod.ts";
import { clientMachine } from "../client_machine.ts";
import type { Arguments, CliCommand } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson, table } from "../print.ts";
import { styleOf } from "../style.ts";

/** The command. */
export const doctorCommand: CliCommand = {
  name: "doctor",
  summary: "tells where server and hooks are registered",
  usage: "[client]",
  details:
    "It reads the clients' files and starts nothing. Whether a client runs a hook that is installed depends on its trust: see the notes. " +
    "--live drives the client on the path in a home of its own, against a scripted model on the loopback, through a step that denies " +
    "every tool, and says of each class: enforced, advisory (it ran all the same) or unknown.",
  options: {
    all: { type: "boolean", description: "clients without anything of ours too" },
    live: { type: "boolean", description: "drives the named client, without an account and without a network" },
  },
  examples: ["skill-workflow doctor", "skill-workflow doctor codex --json", "skill-workflow doctor --live claude-code"],
  run,
};

async function run(args: Arguments, io: Io): Promise<number> {
  const named = args.positionals[0];
  if (args.flag("live")) return await (await import("../doctor_live.ts")).doctorLive(named, args.flag("json"), io);
  const machine = clientMachine(io);
  const profiles = named === undefined ? PROFILES : [findProfile(named)];
  const clients = profiles.map((profile) => ({
    client: profile.id,
    scopes: inspectClient(profile, machine),
    notes: [profile.trust.how, ...(profile.hooks?.trust === undefined ? [] : [profile.hooks.trust])],
  }));
  const problems = clients.flatMap(({ scopes }) => scopes.flatMap((scope) => scope.problems));
  if (args.flag("json")) printJson(io, { clients });
  else print(clients, named !== undefined || args.flag("all"), io);
  return problems.length === 0 ? EXIT.ok : EXIT.failed;
}

function print(
  clients: { client: string; scopes: ReturnType<typeof inspectClient>; notes: string[] }[],
  all: boolean,
  io: Io,
): void {
  const style = styleOf(io.colour);
  const rows = clients.flatMap(({ client, scopes }) =>
    scopes.filter((one) => all || one.server === "registered" || one.hooks === "installed" || one.problems.length > 0)
      .map((one) => [
        client,
        one.scope,
        one.server === "registered" ? style.green("server registered") : `server ${one.server}`,
        one.hooks === "installed" ? style.green("hooks installed") : `hooks ${one.hooks}`,
        one.problems.length > 0 ? style.red(one.problems.join("; ")) : "",
      ])
  );
  io.out(
    rows.length === 0 ? "Nothing of ours is registered: see `skill-workflow install --help`\n" : `${table(rows)}\n`,
  );
  if (clients.length === 1) { for (const note of clients[0].notes) io.out(`Note: ${note}\n`); }
}
