/**
 * An agent of the Agent Client Protocol, through its official SDK.
 * @module
 */

import { realpathSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import {
  client as makeClient,
  methods,
  ndJsonStream,
  type NewSessionResponse,
  type PromptResponse,
  PROTOCOL_VERSION,
  RequestError,
  type SessionModeState,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import { VERSION } from "../../../version.ts";
import { type ClientProcess, startClient } from "./client_process.ts";
import { type AgentSession, failed, introduced, type OpenOptions, unavailable } from "./driver.ts";
import type { AcpPlan } from "./launch_plan.ts";
import { answerPermission, type AskedCall } from "./permission.ts";
import { ReplyText } from "./reply_text.ts";

/** How long a client may take until a session is open, in milliseconds: adapters load for seconds. */
const HANDSHAKE_MS = 120_000;
/** The protocol's code for "log in first". */
const AUTH_REQUIRED = -32_000;

/** Starts the client and opens a session, with our servers. */
export async function openAcp(plan: AcpPlan, options: OpenOptions): Promise<AgentSession> {
  const child = await startClient(plan, plan.args, options.records);
  try {
    return await handshake(plan, options, child);
  } catch (error) {
    await child.end();
    throw error;
  }
}

async function handshake(plan: AcpPlan, { resume }: OpenOptions, child: ClientProcess): Promise<AgentSession> {
  const { asks, requests } = plan;
  const rules = {
    workspace: realpathSync(plan.cwd),
    ...(asks === undefined ? {} : { asks }),
    ...(requests === undefined ? {} : { requests: realpathSync(requests) }),
  };
  let heard = new Turn();
  const app = makeClient({ name: "skill-workflow" })
    .onRequest(methods.client.session.requestPermission, ({ params: { toolCall, options } }) => {
      const asked = heard.known(toolCall);
      const { outcome, allowed } = answerPermission({ toolCall: asked, options }, rules);
      if (!allowed) heard.reply.refuse(commandOf(toolCall.rawInput) ?? asked.title ?? toolCall.toolCallId);
      return { outcome };
    })
    .onNotification(methods.client.session.update, ({ params }) => heard.hear(params.update));
  const { agent } = app.connect(ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>,
  ));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const never = new Promise<never>((_, reject) => {
    child.ended.then((why) => reject(unavailable(plan, why)));
    timer = setTimeout(
      () => reject(unavailable(plan, `it didn't open a session within ${HANDSHAKE_MS / 1_000} s`)),
      HANDSHAKE_MS,
    );
  });
  never.catch(() => {});
  const call = <T>(what: string, answer: Promise<T>): Promise<T> =>
    Promise.race([answer, never]).catch(async (error: unknown) => {
      if (!(error instanceof RequestError)) throw await ending(plan, child, error);
      const login = error.code === AUTH_REQUIRED ? "it isn't logged in: start it once by hand and log in" : undefined;
      throw unavailable(plan, login ?? `it refused ${what}: ${error.message}`);
    });
  try {
    const { protocolVersion, agentCapabilities } = await call(
      "initialize",
      agent.request(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        // With notices, warnings don't come as what the agent says.
        clientCapabilities: {
          fs: { readTextFile: false, writeTextFile: false },
          terminal: false,
          session: { notices: {} },
        },
        clientInfo: { name: "skill-workflow", version: VERSION },
      }),
    );
    if (protocolVersion !== PROTOCOL_VERSION) {
      throw unavailable(
        plan,
        `it speaks version ${protocolVersion} of the protocol, and ${PROTOCOL_VERSION} is wanted`,
      );
    }
    const where = { cwd: plan.cwd, mcpServers: plan.servers.map(serverOf) };
    const canResume = Boolean(agentCapabilities?.sessionCapabilities?.resume);
    const canLoad = agentCapabilities?.loadSession === true;
    const goOn = (sessionId: string): Promise<{ modes?: SessionModeState | null }> =>
      canResume
        ? agent.request(methods.agent.session.resume, { ...where, sessionId })
        : agent.request(methods.agent.session.load, { ...where, sessionId });
    const again = resume === undefined || !(canResume || canLoad)
      ? undefined
      : await Promise.race([goOn(resume), never]).catch((error: unknown) => {
        // A session that the client has lost isn't worth an error: it begins anew.
        if (error instanceof RequestError) return undefined;
        throw error;
      });
    // Named with their types, since a promise's context would choose the untyped form of `request`.
    const begin = (): Promise<NewSessionResponse> => agent.request(methods.agent.session.new, where);
    const prompt = (text: string): Promise<PromptResponse> =>
      agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] });
    const opened = again === undefined ? await call("a session", begin()) : { ...again, sessionId: resume! };
    const { sessionId, modes } = opened;
    const mode = plan.sessionMode;
    if (mode !== undefined && modes && modes.currentModeId !== mode) {
      if (modes.availableModes.some(({ id }) => id === mode)) {
        await call("its mode", agent.request(methods.agent.session.setMode, { sessionId, modeId: mode }));
      }
    }
    let fresh = again === undefined;
    return {
      id: sessionId,
      resumable: canResume || canLoad,
      ended: child.ended,
      close: () => child.end(),
      turn: async (task) => {
        heard = new Turn();
        const text = fresh ? introduced(plan, task) : task;
        const gone = child.ended.then((why): never => {
          throw failed(plan, why);
        });
        gone.catch(() => {});
        const { stopReason } = await Promise.race([
          prompt(text),
          gone,
        ]).catch(async (error: unknown) => {
          if (error instanceof RequestError) throw failed(plan, error.message);
          throw await ending(plan, child, error, failed);
        });
        fresh = false;
        if (stopReason === "refusal") throw failed(plan, "it refused the task");
        // Some take a refusal for the end of the turn.
        if (stopReason === "cancelled" && !heard.reply.refused) throw failed(plan, "its turn was cancelled");
        const cut = stopReason === "end_turn" ? "" : `\n\n[The turn ended early: ${stopReason}]`;
        return heard.reply.answer() + cut;
      },
    };
  } finally {
    clearTimeout(timer);
  }
}

/** A connection that breaks off says less than the process that ended. */
async function ending(
  plan: AcpPlan,
  child: ClientProcess,
  error: unknown,
  make: typeof failed | typeof unavailable = unavailable,
): Promise<Error> {
  if (error instanceof Error && "code" in error && "data" in error && error.name.startsWith("Agent")) return error;
  const why = await Promise.race([
    child.ended,
    new Promise<undefined>((done) => setTimeout(() => done(undefined), 500).unref()),
  ]);
  return make(plan, why ?? (error instanceof Error ? error.message : String(error)));
}

/** A shell's command line says more than a title, which the model may have chosen. */
function commandOf(input: unknown): string | undefined {
  const command = (input as { command?: unknown } | null | undefined)?.command;
  return typeof command === "string" ? command : undefined;
}

/** Tool calls of one turn that are kept. */
const CALLS_MAX = 1_000;

/** What was heard in one turn. */
class Turn {
  readonly reply = new ReplyText();
  readonly #calls = new Map<string, AskedCall>();

  hear(update: SessionUpdate): void {
    if (update.sessionUpdate === "tool_call") this.reply.useTool();
    if (update.sessionUpdate === "tool_call" || update.sessionUpdate === "tool_call_update") {
      if (this.#calls.size < CALLS_MAX) this.#calls.set(update.toolCallId, this.known(update));
    }
    if (update.sessionUpdate === "agent_message_chunk" && update.content.type === "text") {
      this.reply.say(update.content.text);
    }
  }

  /** A call with what was said of it before: a question may hold no more than its id. */
  known({ toolCallId, kind, title, locations }: AskedCall & { toolCallId: string }): AskedCall {
    const before = this.#calls.get(toolCallId);
    return {
      kind: kind ?? before?.kind,
      title: title ?? before?.title,
      locations: locations ?? before?.locations,
    };
  }
}

function serverOf({ name, command, args, env }: AcpPlan["servers"][number]) {
  return { name, command, args: [...args], env: Object.entries(env).map(([name, value]) => ({ name, value })) };
}
