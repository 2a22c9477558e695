/**
 * `doctor`: what of ours the clients' files hold; with `--live`, whether a client keeps to it.
 * @module
 */

import {
  askCodex,
  type Enforcement,
  hooksFile,
  inspectClient,
  overallEnforcement,
  type ScopeReport,
  type TrustState,
} from "../../host/install/mod.ts";
import { findProfile, type Machine, PROFILES } from "../../host/profile/mod.ts";
import type { ClientProfile } from "../../host/profile/profile_type.ts";
import type { Json } from "../../json.ts";
import { clientMachine } from "../client_machine.ts";
import type { Arguments, CliCommand } from "../command.ts";
import { EXIT, type Io } from "../io.ts";
import { printJson, table } from "../print.ts";
import { styleOf } from "../style.ts";

/** The command. */
export const doctorCommand: CliCommand = {
  name: "doctor",
  summary: "tells where server and hooks are registered, trusted and enforced",
  usage: "[client]",
  details:
    "It reads the clients' files, and asks Codex whether hooks of ours are trusted. Enforced: the hooks are there and trusted, in a " +
    "client that was seen to keep to them; advisory: the agent is told, not held; unknown: no record tells. " +
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
  const clients: ClientReport[] = [];
  for (const profile of named === undefined ? PROFILES : [findProfile(named)]) {
    const scopes = await inspect(profile, machine);
    const notes = [profile.trust.how, ...(profile.hooks?.trust === undefined ? [] : [profile.hooks.trust])];
    clients.push({ client: profile.id, enforcement: overallEnforcement(scopes), scopes, notes });
  }
  const problems = clients.flatMap(({ scopes }) => scopes.flatMap((scope) => scope.problems));
  if (args.flag("json")) printJson(io, { clients: clients as unknown as Json });
  else print(clients, named !== undefined || args.flag("all"), io);
  return problems.length === 0 ? EXIT.ok : EXIT.failed;
}

interface ClientReport {
  client: string;
  enforcement: Enforcement;
  scopes: ScopeReport[];
  notes: string[];
}

async function inspect(profile: ClientProfile, machine: Machine): Promise<ScopeReport[]> {
  const scopes = inspectClient(profile, machine);
  const reviewed = scopes.filter(({ scope, hooks }) =>
    hooks === "installed" && profile.trust.gates?.hooks?.[scope] === "reviewed"
  );
  if (reviewed.length === 0) return scopes;
  const files = reviewed.flatMap(({ scope }) => hooksFile(profile, scope, machine) ?? []);
  return inspectClient(profile, machine, await askCodex(files, machine));
}

function print(clients: readonly ClientReport[], all: boolean, io: Io): void {
  const { green, red } = styleOf(io.colour);
  const isOurs = (one: ScopeReport) =>
    one.server === "registered" || one.hooks === "installed" || one.problems.length > 0;
  const trusted = (state: TrustState) =>
    state === "trusted" ? "trusted" : state === "untrusted" ? red("not trusted") : "trust unknown";
  const rows = clients.flatMap(({ client, scopes }) =>
    scopes.filter((one) => all || isOurs(one)).map((one) => [
      client,
      one.scope,
      one.server === "registered"
        ? `${green("server registered")}, ${trusted(one.serverTrust)}`
        : `server ${one.server}`,
      one.hooks === "installed" ? `${green("hooks installed")}, ${trusted(one.hooksTrust)}` : `hooks ${one.hooks}`,
      one.enforcement === "enforced" ? green(one.enforcement) : one.enforcement,
      one.problems.length > 0 ? red(one.problems.join("; ")) : "",
    ])
  );
  io.out(
    rows.length === 0 ? "Nothing of ours is registered: see `skill-workflow install --help`\n" : `${table(rows)}\n`,
  );
  if (clients.length === 1) { for (const note of clients[0].notes) io.out(`Note: ${note}\n`); }
}
