/** The ways in which real agents are driven, and what each of them needs. */

import { LIVE_CLIENTS } from "../../lib/host/live/live_clients.ts";
import type { LiveClient } from "../../lib/host/live/live_client.ts";

/** One way. */
export interface AgentWay {
  /** Heads its column. */
  title: string;
  /** The client's settings; its id is the profile's. */
  client: LiveClient;
  /** The program, which is also the name under which it's pinned. */
  program: string;
  pin: string;
  /** Decides by itself what its agent may do, by what it was given on its command line. */
  decides?: true;
  /** Its turn may go on after its first result, since an agent of its own works in the background. */
  background?: true;
  /** A process for every turn. */
  comesAndGoes?: true;
  /** Why it can't go on with a session after its end. */
  forgets?: string;
}

const way = (title: string, client: string, pin: string, program: string, more: Partial<AgentWay> = {}): AgentWay => ({
  title,
  client: LIVE_CLIENTS.find(({ id }) => id === client)!,
  pin,
  program,
  ...more,
});

/** In the order of the table's columns. */
export const AGENT_WAYS: readonly AgentWay[] = [
  way("claude-agent-acp", "claude-code", "claude-agent-acp", "claude-agent-acp"),
  way("claude, stream-json", "claude-code", "claude-code", "claude", { decides: true, background: true }),
  way("codex-acp", "codex", "codex-acp", "codex-acp"),
  way("codex exec --json", "codex", "codex", "codex", { decides: true, comesAndGoes: true }),
  way("gemini --acp", "gemini", "gemini", "gemini", {
    forgets: "Gemini CLI erases a session that is loaded in the minute in which it began " +
      "(google-gemini/gemini-cli#28775): the agent begins anew",
  }),
  way("opencode acp", "opencode", "opencode", "opencode"),
  way("copilot --acp", "copilot", "copilot", "copilot"),
];
