/**
 * `mcp`: other MCP servers: what they have, and calls of their tools.
 * @module
 */

import { join } from "node:path";
import type { ExecuteOptions, Manager, ManageSettings } from "../../../mcp/manage/mod.ts";
import { didYouMean } from "../../did_you_mean.ts";
import type { JsonObject } from "../../json.ts";
import { userDirs } from "../../host/user_dirs.ts";
import { type Arguments, type CliCommand, UsageError } from "../command.ts";
import { type Doors, EXIT, type Io } from "../io.ts";
import { readCall } from "../mcp/call_arguments.ts";
import { interruptible } from "../mcp/interruptible.ts";
import { ownCommand } from "../mcp/own_command.ts";
import { renderDiscovery, type Shown } from "../mcp/render_discovery.ts";
import { renderExecution } from "../mcp/render_execution.ts";
import { printJson } from "../print.ts";
import { styleOf } from "../style.ts";
import { printable } from "../../text_width.ts";

const ACTIONS = ["discover", "list-tools", "list-prompts", "list-resources", "execute"] as const;
const METHODS = ["direct-cli", "gemini-cli", "subagent"] as const;
const ERAS = ["legacy", "auto", "modern"] as const;

/** The command. */
export const mcpCommand: CliCommand = {
  name: "mcp",
  summary: "finds out what other MCP servers have, and calls their tools",
  usage: "discover | list-tools|list-prompts|list-resources [server] | list-tools <server> <tool> | " +
    "execute <server> <tool> [name=value…]",
  details: "Servers come from the workspace's .mcp.json; names match exactly. What is found is kept in a catalog.",
  options: {
    args: { type: "string", value: "JSON", description: "arguments of the call: JSON, @file, or - for stdin" },
    config: { type: "string", value: "FILE", description: "another configuration than .mcp.json" },
    from: { type: "string", value: "CLIENT", description: "the configuration of a client, such as claude-code" },
    catalog: { type: "string", value: "FILE", description: "where the catalog is; assets/tools.json by default" },
    refresh: { type: "boolean", description: "also ask servers that said how long their lists are good" },
    era: { type: "string", value: "ERA", description: "protocol era: legacy (default), auto, modern" },
    method: {
      type: "string",
      multiple: true,
      value: "METHOD",
      description: "direct-cli, gemini-cli, subagent; more than once for an order",
    },
    prompt: { type: "string", description: "the task in words, for a method that goes through an agent" },
    "save-images": { type: "string", value: "DIR", description: "write the result's images there" },
    "connect-timeout": { type: "string", value: "SECONDS", description: "for start and handshake; 5, at most 15" },
    "discovery-timeout": { type: "string", value: "SECONDS", description: "for a server's lists; 10, at most 30" },
    timeout: { type: "string", value: "SECONDS", description: "for a call, anew with each progress; 30, at most 120" },
    "total-timeout": { type: "string", value: "SECONDS", description: "for a call in all; 120, which is the most" },
  },
  examples: [
    "skill-workflow mcp discover",
    "skill-workflow mcp list-tools tally",
    "skill-workflow mcp execute tally add_note text=milk",
    'skill-workflow mcp execute tally add_note --args \'{"text": "milk"}\' --json',
    "skill-workflow mcp discover --from claude-code --json",
  ],
  run,
};

async function run(args: Arguments, io: Io, doors: Doors): Promise<number> {
  const [action, ...rest] = args.positionals;
  // What an agent starts as its server: nobody types it.
  if (action === "record" && rest.length === 1) {
    await (await doors.manage()).runRecordingProxy(rest[0]);
    return EXIT.ok;
  }
  if (!isOneOf(ACTIONS, action)) {
    const hint = action === undefined ? "" : didYouMean(action, ACTIONS);
    throw new UsageError(
      `${action === undefined ? "Name an action" : `Unknown action "${action}"`}: ${
        hint || `there are ${ACTIONS.join(", ")}`
      }`,
    );
  }
  const settings = readSettings(args, io);
  const interrupt = interruptible();
  try {
    const { createManager } = await doors.manage();
    const manager = createManager({ ...settings, ...reporting(args, io), signal: interrupt.signal });
    const failed = action === "execute"
      ? await runExecute(manager, rest, args, io)
      : await runList(manager, action, rest, args, io);
    return interrupt.exitCode() ?? (failed ? EXIT.failed : EXIT.ok);
  } finally {
    interrupt.release();
  }
}

async function runExecute(manager: Manager, words: string[], args: Arguments, io: Io): Promise<boolean> {
  const [server, tool, ...pairs] = words;
  if (server === undefined || tool === undefined) throw new UsageError("Name the server and the tool");
  const call = await readCall(pairs, args.text("args"), io, () => manager.describe(server, tool));
  const { Data } = await manager.execute(executeOptions(server, tool, call, args));
  const execution = Data.execution!;
  if (args.flag("json")) printJson(io, execution);
  else {
    const { out, err } = renderExecution(execution, styleOf(io.colour));
    io.out(out);
    io.err(err);
  }
  return !execution.success;
}

function executeOptions(server: string, tool: string, call: JsonObject | undefined, args: Arguments): ExecuteOptions {
  const [prompt, saveImages] = [args.text("prompt"), args.text("save-images")];
  return {
    server,
    tool,
    ...(call === undefined ? {} : { args: call }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(saveImages === undefined ? {} : { saveImages }),
  };
}

async function runList(
  manager: Manager,
  action: Exclude<(typeof ACTIONS)[number], "execute">,
  words: string[],
  args: Arguments,
  io: Io,
): Promise<boolean> {
  const [server, tool, ...more] = words;
  if (more.length > 0 || (tool !== undefined && action !== "list-tools")) {
    throw new UsageError(`Unexpected argument "${more[0] ?? tool}"`);
  }
  if (tool !== undefined) {
    printJson(io, await manager.describe(server, tool));
    return false;
  }
  const only = server === undefined ? {} : { servers: [server] };
  const answer = await manager.discover({ refresh: args.flag("refresh"), ...only });
  if (args.flag("json")) printJson(io, answer);
  else {
    const shown: Shown = action === "discover"
      ? "everything"
      : action === "list-tools"
      ? "tools"
      : action === "list-prompts"
      ? "prompts"
      : "resources";
    const { out, err } = renderDiscovery(answer, shown, styleOf(io.colour));
    io.out(out);
    io.err(err);
  }
  return answer.Status === "error";
}

function readSettings(args: Arguments, io: Io): ManageSettings {
  const [config, from, catalog, era] = ["config", "from", "catalog", "era"].map((name) => args.text(name));
  const methods = args.texts("method");
  for (const method of methods) if (!isOneOf(METHODS, method)) throw unknown("method", method, METHODS);
  if (era !== undefined && !isOneOf(ERAS, era)) throw unknown("era", era, ERAS);
  if (config !== undefined && from !== undefined) throw new UsageError("--config and --from can't be used together");
  const times = Object.fromEntries(
    [["connect-timeout", "connect"], ["discovery-timeout", "discovery"], ["timeout", "call"], [
      "total-timeout",
      "total",
    ]]
      .flatMap(([option, name]) => {
        const seconds = args.text(option);
        return seconds === undefined ? [] : [[name, readSeconds(option, seconds)]];
      }),
  );
  return {
    workspace: io.cwd,
    env: io.env,
    times,
    proxy: ownCommand(),
    records: join(userDirs({ env: io.env }).state, "groups"),
    ...(config === undefined ? {} : { config }),
    ...(from === undefined ? {} : { from }),
    ...(catalog === undefined ? {} : { catalog }),
    ...(era === undefined ? {} : { era }),
    ...(methods.length === 0 ? {} : { order: methods as (typeof METHODS)[number][] }),
  };
}

/** For programs, log entries on stderr; for a person at a terminal, what is going on. */
function reporting(args: Arguments, io: Io): Partial<ManageSettings> {
  if (args.flag("json")) return { log: (entry) => io.err(`${JSON.stringify(entry)}\n`) };
  if (!io.terminal) return {};
  const style = styleOf(io.colour);
  const say = (text: string) => io.err(`${style.dim(printable(text))}\n`);
  return {
    onState: (state, server) => {
      if (state === "DISCOVERING") say(`asking ${server}`);
      else if (state === "EXECUTING") say(`calling ${server}`);
      else if (state === "METHOD_FALLBACK") say(`trying the next method for ${server}`);
    },
    onLine: (server, line) => say(`${server}: ${line}`),
  };
}

function readSeconds(option: string, text: string): number {
  const seconds = Number(text);
  if (text.trim() === "" || !Number.isFinite(seconds)) throw new UsageError(`--${option} wants seconds, got "${text}"`);
  return seconds * 1_000;
}

function unknown(what: string, text: string, known: readonly string[]): UsageError {
  return new UsageError(`Unknown ${what} "${text}": ${didYouMean(text, known) || `there are ${known.join(", ")}`}`);
}

function isOneOf<T extends string>(known: readonly T[], text: string | undefined): text is T {
  return (known as readonly (string | undefined)[]).includes(text);
}
