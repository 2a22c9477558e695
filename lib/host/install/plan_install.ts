/**
 * Works out what an installation changes: one key for the server, our hooks beside those of others, and nothing else.
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import { StorageError } from "../../error.ts";
import { isJsonObject, type JsonObject } from "../../json.ts";
import { type Machine, resolvePlace } from "../profile/places.ts";
import { type CliRegistration, type ConfigFile, fillTemplate, type HookPurpose } from "../profile/profile_type.ts";
import { EditError } from "./edit_error.ts";
import { setHooks } from "./edit_hooks.ts";
import { JsonText } from "./edit_json.ts";
import { getToml, setToml } from "./edit_toml.ts";
import { hookEntry } from "./hook_entry.ts";
import { type InstallPlan, type InstallRequest, OWN_NAME } from "./install_plan.ts";
import { opencodePlugin } from "./opencode_plugin.ts";
import { readConfig, registeredServer, serverFile } from "./read_config.ts";

/**
 * The changes that install a client. Nothing is written.
 *
 * @throws {StorageError} a file can't be read, or is written in a way that can't be edited: nothing is changed then
 */
export function planInstall(request: InstallRequest): InstallPlan {
  const { profile, scope } = request;
  const plan: InstallPlan = { kind: "install", client: profile.id, scope, changes: [], unchanged: [], notes: [] };
  planServer(request, plan);
  planHooks(request, plan);
  plan.notes.push(...notesFor(request));
  return plan;
}

/** Puts what an edit of a file comes to into a plan; several edits of one file become one change. */
export function planEdit(
  plan: InstallPlan,
  file: string,
  what: string,
  edit: (text: string) => string,
): void {
  const earlier = plan.changes.find((change) => change.kind === "write" && change.file === file);
  const before = earlier?.kind === "write" ? earlier.after : readConfig(file);
  const after = understood(file, () => edit(before ?? ""));
  if (after === (before ?? "")) plan.unchanged.push(`${what} in ${file}`);
  else if (earlier?.kind === "write") Object.assign(earlier, { after, what: `${earlier.what}, ${what}` });
  else plan.changes.push({ kind: "write", file, before, after, what });
}

/**
 * What is made of a file's text.
 *
 * @throws {StorageError} it isn't what it should be
 */
function understood<T>(file: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw new StorageError(
      `"${file}" can't be edited: ${error.message}\nMend it by hand, then try again; nothing was changed`,
      { path: file },
    );
  }
}

/**
 * Our server's entry as a file has it, where the client's own commands edit that file.
 *
 * @throws {StorageError} the file can't be read
 */
export function entryBefore(config: ConfigFile | undefined, machine: Machine): unknown {
  return config && understood(serverFile(config, machine), () => registeredServer(config, machine));
}

function planServer({ profile, scope, machine, server }: InstallRequest, plan: InstallPlan): void {
  const cli = profile.server.cli?.[scope];
  const config = profile.server.files[scope];
  if (cli !== undefined) {
    planCommands(cli, config, { machine, server }, plan);
    return;
  }
  if (config === undefined) {
    plan.notes.push(
      `${profile.title} has no configuration of servers for ${scope === "user" ? "the user" : "a workspace"}.`,
    );
    return;
  }
  const entry = fillTemplate(config.entry, server) as JsonObject;
  const path = [...config.keyPath, OWN_NAME];
  planEdit(plan, serverFile(config, machine), "the server", (text) => {
    if (config.format === "toml") return setToml(text, path, merged(getToml(text, path), entry));
    const json = new JsonText(text, config.format === "jsonc");
    const wanted = merged(json.get(path), entry);
    return isDeepStrictEqual(json.get(path), wanted) ? text : json.set(path, wanted).toString();
  });
}

/** By the client's own commands, which refuse to add what is there: then it's removed before. */
function planCommands(
  cli: CliRegistration,
  config: ConfigFile | undefined,
  { machine, server }: Pick<InstallRequest, "machine" | "server">,
  plan: InstallPlan,
): void {
  const there = entryBefore(config, machine);
  const entry = merged(there, { type: "stdio", command: server.command, args: [...server.args] });
  if (isDeepStrictEqual(there, entry)) {
    plan.unchanged.push(`the server in ${serverFile(config!, machine)}`);
    return;
  }
  const values: Record<string, string> = { "{name}": OWN_NAME, "{entry}": JSON.stringify(entry) };
  for (const words of there === undefined ? [cli.add] : [cli.remove, cli.add]) {
    plan.changes.push({ kind: "run", argv: words.map((word) => values[word] ?? word), what: "the server" });
  }
}

/** Our keys over those that somebody added to our entry (an environment, a time limit). */
function merged(existing: unknown, entry: JsonObject): JsonObject {
  return isJsonObject(existing) ? { ...existing, ...entry } : entry;
}

function planHooks({ profile, scope, machine, hook }: InstallRequest, plan: InstallPlan): void {
  const registration = profile.hooks;
  const place = registration?.files[scope];
  if (registration === undefined || place === undefined) return;
  const file = resolvePlace(place.place, machine);
  if (registration.shape === "plugin") {
    planEdit(plan, file, "the plugin", () => opencodePlugin(hook));
    return;
  }
  const entries = Object.fromEntries(
    Object.entries(registration.events).map(([event, purpose]) => [
      event,
      hookEntry(registration, profile.id, event, purpose as HookPurpose, hook, machine.os),
    ]),
  );
  planEdit(plan, file, "the hooks", (text) => {
    let json = new JsonText(text, true);
    if (registration.shape === "antigravity" && json.get([...place.keyPath, "enabled"]) === undefined) {
      json = json.set([...place.keyPath, "enabled"], true);
    }
    const versioned = registration.shape === "copilot" || registration.shape === "cursor" ||
      registration.shape === "vscode";
    if (versioned && json.get(["version"]) === undefined) json = json.set(["version"], 1);
    return setHooks(json, place.keyPath, entries).toString();
  });
}

function notesFor({ profile, scope }: InstallRequest): string[] {
  const folders = profile.skills[scope].map((folder) => scope === "user" ? `~/${folder}` : folder);
  return [
    profile.trust.how,
    ...(profile.hooks?.trust === undefined ? [] : [profile.hooks.trust]),
    ...(profile.hooks === undefined
      ? [`${profile.title} has no hooks that are known: there the fence is advice.`]
      : profile.hooks.files[scope] === undefined
      ? [`Hooks of ${profile.title} are installed for ${scope === "user" ? "a workspace" : "the user"} only.`]
      : []),
    ...(folders.length === 0 ? [] : [`Skills are read from ${folders.join(", ")}.`]),
  ];
}
