/**
 * Scenarios: walks through a workflow that its author expects, played by the reducer alone.
 * @module
 */

export { type Coverage, coverageOf, percentOf, type Share } from "./coverage.ts";
export { type PlayedScenario, playScenario, type ScenarioProblem, type Way } from "./play_scenario.ts";
export { type ReadScenario, readScenario } from "./read_scenario.ts";
export type { Scenario, ScenarioAnswer, ScenarioStep, ScenarioVerdict } from "./scenario.ts";
