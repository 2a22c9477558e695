/**
 * The engine behind every door.
 * @module
 */

export { EFFECT_WAIT_MS, Engine, type Replayed, type Reported } from "./engine.ts";
export { type EngineApi, lazyEngine } from "./lazy_engine.ts";
export type { Outcome } from "./outcome.ts";
export type * from "./command.ts";
export type * from "./ports.ts";
