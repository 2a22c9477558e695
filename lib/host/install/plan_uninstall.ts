/**
 * Works out what taking a client's installation away changes: only what is ours.
 * @module
 */

import { resolvePlace } from "../profile/places.ts";
import { setHooks } from "./edit_hooks.ts";
import { JsonText } from "./edit_json.ts";
import { takeToml } from "./edit_toml.ts";
import { type InstallPlan, type InstallRequest, OWN_NAME } from "./install_plan.ts";
import { entryBefore, planEdit } from "./plan_install.ts";
import { readConfig, serverFile } from "./read_config.ts";

/**
 * The changes that take a client's installation away. Nothing is written.
 *
 * @throws {StorageError} a file can't be read, or is written in a way that can't be edited: nothing is changed then
 */
export function planUninstall(request: Omit<InstallRequest, "server" | "hook">): InstallPlan {
  const { profile, scope, machine } = request;
  const plan: InstallPlan = { kind: "uninstall", client: profile.id, scope, changes: [], unchanged: [], notes: [] };
  const cli = profile.server.cli?.[scope];
  const config = profile.server.files[scope];
  if (cli !== undefined) {
    if (config !== undefined && entryBefore(config, machine) === undefined) {
      plan.unchanged.push(`the server in ${serverFile(config, machine)}`);
    } else {
      const argv = cli.remove.map((word) => word === "{name}" ? OWN_NAME : word);
      plan.changes.push({ kind: "run", argv, what: "the server" });
    }
  } else if (config !== undefined) {
    const path = [...config.keyPath, OWN_NAME];
    planTake(
      plan,
      serverFile(config, machine),
      "the server",
      (text) =>
        config.format === "toml"
          ? takeToml(text, path)
          : new JsonText(text, config.format === "jsonc").take(path).toString(),
    );
  }
  const hooks = profile.hooks;
  const place = hooks?.files[scope];
  if (hooks === undefined || place === undefined) return plan;
  const file = resolvePlace(place.place, machine);
  if (hooks.wholeFile) {
    const before = readConfig(file);
    if (before === null) plan.unchanged.push(`the hooks in ${file}`);
    else if (before.includes(OWN_NAME)) plan.changes.push({ kind: "delete", file, before, what: "the hooks" });
    else plan.notes.push(`${file} isn't ours any more; it was left alone.`);
    return plan;
  }
  planTake(plan, file, "the hooks", (text) => {
    const json = new JsonText(text, true);
    if (hooks.shape === "antigravity") return json.take(place.keyPath).toString();
    return setHooks(json, place.keyPath, {}).toString();
  });
  return plan;
}

function planTake(plan: InstallPlan, file: string, what: string, edit: (text: string) => string): void {
  if (readConfig(file) === null) plan.unchanged.push(`${what} in ${file}`);
  else planEdit(plan, file, what, edit);
}
