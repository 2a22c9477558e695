/**
 * How long a client waits for a tool: it gets word in time, and the answer at its next call. Source: spec "Agents and the
 * one dispatch".
 * @module
 */

/** Seconds, by the beginning of the client's name. */
const LIMITS: readonly (readonly [client: string, seconds: number])[] = [
  ["claude-code", 3_600],
  ["gemini-cli", 570],
  ["qwen", 570],
];

/** What most SDKs grant a call without progress is 60 s. */
const OTHERS = 50;

/** The most seconds that a call of this client may take. */
export function askLimit(client: string | undefined): number {
  return LIMITS.find(([name]) => client?.startsWith(name))?.[1] ?? OTHERS;
}
