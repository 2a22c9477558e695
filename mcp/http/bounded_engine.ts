/**
 * An engine that keeps to some folders: the door of HTTP serves callers that aren't its own child. Source: spec "MCP
 * server" (`--root`).
 * @module
 */

import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { InvalidInputError, SessionNotFoundError } from "../../lib/error.ts";
import type { Caller, EngineApi } from "../../lib/host/engine/mod.ts";
import { isInside } from "../../lib/host/inside.ts";

/**
 * Refuses a workspace outside the roots.
 *
 * @throws {InvalidInputError} with the roots in its text
 */
export function requireInside(roots: readonly string[], path: string, field: string): void {
  if (roots.some((root) => isInside(root, path))) return;
  throw new InvalidInputError(
    `${field} "${path}" is outside the folders that this server may touch: ${roots.join(", ")}`,
    { field, wanted: `a path in ${roots.join(" or ")}`, actual: path },
  );
}

/**
 * The engine for workspaces in the roots (real paths): calls from elsewhere, sessions of elsewhere and skills by a path
 * that leads elsewhere are refused. Skills by name stay as they are, the user's own ones too.
 */
export function boundedEngine(engine: EngineApi, roots: readonly string[], home: string): EngineApi {
  const within = (path: string) => roots.some((root) => isInside(root, path));
  const known = new Set<string>();

  const here = (caller: Caller): void => requireInside(roots, caller.workspace, "workspace_dir");

  const checkedId = async (named: string | undefined, caller: Caller): Promise<string | undefined> => {
    here(caller);
    if (named === undefined || known.has(named)) return named;
    const same = (await engine.list()).filter((one) => one.id.startsWith(named));
    const inside = same.filter((one) => within(one.workspace));
    const one = inside.find((each) => each.id === named) ?? (inside.length === 1 ? inside[0] : undefined);
    if (one !== undefined) {
      known.add(one.id);
      return one.id;
    }
    // Unknown everywhere, or ambiguous among those that may be named: the engine says it best.
    if (same.length === inside.length) return named;
    throw new SessionNotFoundError(
      `There is no session "${named}" in the folders that this server may touch: ${roots.join(", ")}`,
      { session: named, live: inside.map((each) => each.id) },
    );
  };

  const checked = async <C extends { session?: string }>(command: C, caller: Caller): Promise<C> => {
    const session = await checkedId(command.session, caller);
    return session === undefined ? command : { ...command, session };
  };

  const loadSkill: EngineApi["loadSkill"] = async (name, workspace) => {
    const path = isPath(name);
    if (path) requireInside(roots, resolve(workspace, name.replace(/^~(?=[/\\]|$)/, () => home)), "skill_name");
    const loaded = await engine.loadSkill(name, workspace);
    // A link on the way may still lead out.
    if (path) requireInside(roots, realpathSync(loaded.file), "skill_name");
    return loaded;
  };

  return {
    start: async (command, caller) => {
      here(caller);
      if (isPath(command.skill)) await loadSkill(command.skill, caller.workspace);
      return await engine.start(command, caller);
    },
    next: async (command, caller) => await engine.next(await checked(command, caller), caller),
    current: async (command, caller) => await engine.current(await checked(command, caller), caller),
    end: async (command, caller) => await engine.end(await checked(command, caller), caller),
    approve: async (command, caller) => await engine.approve(await checked(command, caller), caller),
    control: async (command, caller) => await engine.control(await checked(command, caller), caller),
    report: async (named, caller) => await engine.report(await checkedId(named, caller), caller),
    replay: async (named, caller) => await engine.replay(await checkedId(named, caller), caller),
    salvage: async (named, caller) => await engine.salvage(await checkedId(named, caller), caller),
    list: async (workspace) => (await engine.list(workspace)).filter((one) => within(one.workspace)),
    loadSkill,
    close: () => engine.close(),
  };
}

/** Whether a skill may be meant by its path; a file's ending makes a path of a bare name. */
function isPath(name: string): boolean {
  return !/^(workspace|user):/.test(name) && /[/\\.~]/.test(name);
}
