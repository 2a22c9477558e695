/**
 * An engine that is put together at its first call: a server answers `tools/list` long before.
 * @module
 */

import type { Engine } from "./engine.ts";

/** What a door may call on an engine. */
export type EngineApi = Pick<Engine, keyof Engine>;

/**
 * An engine that loads when it's needed.
 *
 * @example
 * ```ts
 * import { lazyEngine, makeEngine } from "@skill-workflow/skill-workflow/host";
 * const engine = lazyEngine(() => Promise.resolve(makeEngine()));
 * console.assert(Array.isArray(await engine.list(".")));
 * ```
 */
export function lazyEngine(load: () => Promise<EngineApi>): EngineApi {
  let loading: Promise<EngineApi> | undefined;
  const engine = () => loading ??= load();
  return {
    start: async (...args) => await (await engine()).start(...args),
    next: async (...args) => await (await engine()).next(...args),
    current: async (...args) => await (await engine()).current(...args),
    end: async (...args) => await (await engine()).end(...args),
    approve: async (...args) => await (await engine()).approve(...args),
    control: async (...args) => await (await engine()).control(...args),
    report: async (...args) => await (await engine()).report(...args),
    replay: async (...args) => await (await engine()).replay(...args),
    salvage: async (...args) => await (await engine()).salvage(...args),
    list: async (...args) => await (await engine()).list(...args),
    loadSkill: async (...args) => await (await engine()).loadSkill(...args),
    close: () => void loading?.then((one) => one.close(), () => {}),
  };
}
