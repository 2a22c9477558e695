/**
 * Does the commands about agents. Source: spec "Agents and the one dispatch".
 * @module
 */

import { type Agent, checkAssignments, MAIN_AGENT, renderCapabilities, resolveCapabilities } from "../../capability.ts";
import { InvalidInputError, WorkflowError } from "../../error.ts";
import type { Caller } from "../engine/mod.ts";
import type { UserDirs } from "../user_dirs.ts";
import { writeAgentJournal } from "./agent_journal.ts";
import type { AgentCommand, AgentDetail, AgentResult, AgentsApi, ListedAgent } from "./agents_type.ts";
import { ASK_TIMEOUT_MS } from "./ask_timeout.ts";
import { capabilitySources, findAgent } from "./capabilities.ts";
import { createSkill } from "./create_skill.ts";
import { findAgents } from "./find_agents.ts";
import type { LiveAgents } from "./live_port.ts";
import { updateContext } from "./update_context.ts";

/** What the commands are done with. */
export interface AgentsOptions {
  dirs: UserDirs;
  /** The caller's name; the main agent's if not given. */
  by?: string;
  /** Starts and asks agents. */
  live: LiveAgents;
}

/** The commands about agents, for one caller. */
export class Agents implements AgentsApi {
  readonly #options: AgentsOptions;

  /** For one caller. */
  constructor(options: AgentsOptions) {
    this.#options = options;
  }

  /** Does a command, and writes into the journal of agents what became of it. */
  async run(command: AgentCommand, caller: Caller): Promise<AgentResult> {
    const { args } = command;
    const by = this.#options.by ?? MAIN_AGENT.name;
    const began = performance.now();
    const note = (ok: boolean, error: string | null) =>
      writeAgentJournal(this.#options.dirs.state, caller.workspace, {
        at: new Date().toISOString(),
        door: caller.door,
        action: command.action,
        target: "target" in args ? args.target : "name" in args ? args.name : null,
        by,
        ok,
        error,
        ms: Math.round(performance.now() - began),
      });
    try {
      const result = await this.#do(command, caller, by);
      note(true, null);
      return result;
    } catch (error) {
      note(false, error instanceof WorkflowError ? error.code : "InternalError");
      throw error;
    }
  }

  /** Whether an agent runs, here or in another process. */
  isLive(target: string, workspace: string): Promise<boolean> {
    return Promise.resolve(this.#options.live.state(findAgent(target, workspace), workspace) === "live");
  }

  /** Ends every agent that was started here. */
  close(): Promise<void> {
    return this.#options.live.close();
  }

  async #do(command: AgentCommand, caller: Caller, by: string): Promise<AgentResult> {
    const { live, dirs } = this.#options;
    const { workspace } = caller;
    switch (command.action) {
      case "list_agents":
        return this.#list(workspace);
      case "create_skill": {
        const skill = createSkill(command.args, { workspace, home: dirs.home });
        return {
          detail: { skill },
          reply:
            `The skill "${skill.name}" is in ${skill.file}. An agent that names its skills gets it once its file does`,
        };
      }
      case "update_context": {
        const agent = described(command.args.target, workspace);
        const file = updateContext(agent, command.args.content, workspace);
        return {
          detail: { context: { agent: agent.name, file } },
          reply: `The context of "${agent.name}" is in ${file}, and shown to it from its next launch on`,
        };
      }
      case "launch_agent": {
        const agent = another(command.args.target, workspace, by);
        await live.launch(agent, workspace, command.args.task);
        const working = command.args.task === undefined
          ? ""
          : ", and works: ask_agent with the same task gets its answer";
        return { detail: this.#about(agent, workspace, null), reply: `Agent "${agent.name}" is live${working}` };
      }
      case "stop_agent": {
        const agent = another(command.args.target, workspace, by);
        const did = await live.stop(agent, workspace);
        const reply = did ? `Agent "${agent.name}" is stopped` : `Agent "${agent.name}" wasn't running`;
        return { detail: this.#about(agent, workspace, null), reply };
      }
      case "ask_agent": {
        const agent = another(command.args.target, workspace, by);
        const { task, timeout } = command.args;
        const answer = await live.ask(agent, workspace, task, {
          timeout: timeout === undefined ? ASK_TIMEOUT_MS : timeout * 1_000,
          ...(caller.signal === undefined ? {} : { signal: caller.signal }),
        });
        return { detail: this.#about(agent, workspace, answer), reply: answer };
      }
    }
  }

  #about(agent: Agent, workspace: string, answer: string | null): AgentDetail {
    return { agent: { agent: agent.name, state: this.#options.live.state(agent, workspace), answer } };
  }

  #list(workspace: string): AgentResult {
    const { live, dirs } = this.#options;
    const sources = capabilitySources({ workspace, home: dirs.home });
    const { agents, diagnostics } = findAgents(workspace);
    const all: Agent[] = agents.some(({ name }) => name === MAIN_AGENT.name) ? agents : [MAIN_AGENT, ...agents];
    const listed = all.map((agent): ListedAgent => ({
      name: agent.name,
      description: agent.description,
      state: agent === MAIN_AGENT ? "live" : live.state(agent, workspace),
      profile: agent.profile ?? null,
      capabilities: resolveCapabilities(agent, sources),
    }));
    const found = [...diagnostics, ...all.flatMap((agent) => checkAssignments(agent, sources))];
    const problems = found.map(({ severity, file, message, help }) =>
      `${severity}: ${file === undefined ? "" : `${file}: `}${message}${help ? ` (${help})` : ""}`
    );
    return { detail: { agents: listed, diagnostics: found }, reply: [...listed.map(shown), ...problems].join("\n") };
  }
}

function shown({ name, description, state, profile, capabilities }: ListedAgent): string {
  const where = profile === null ? state : `${state}, ${profile}`;
  return `${name} (${where}): ${description}\n${renderCapabilities(capabilities) || "- no skills"}\n`;
}

/** An agent that a file describes. */
function described(name: string, workspace: string): Agent {
  const agent = findAgent(name, workspace);
  if (agent !== MAIN_AGENT) return agent;
  throw new InvalidInputError(
    `"${name}" is the agent that the user talks to, and no file of the workspace describes it: name another one`,
    { field: "target", wanted: findAgents(workspace).agents.map((one) => one.name), actual: name },
  );
}

/** An agent that isn't the caller. */
function another(name: string, workspace: string, by: string): Agent {
  const agent = described(name, workspace);
  if (agent.name !== by) return agent;
  throw new InvalidInputError(`Agent "${name}" is the caller itself: do the task, or name another agent`, {
    field: "target",
    wanted: findAgents(workspace).agents.map((one) => one.name).filter((one) => one !== by),
    actual: name,
  });
}
