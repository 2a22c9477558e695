/**
 * The same calls through several doors: the engine in this process, and the MCP server in one of its own.
 * @module
 */

import type { Engine } from "../../lib/host/engine/mod.ts";
import { currentCommand, endCommand, nextCommand, startCommand } from "../../lib/host/engine/arguments.ts";
import { makeEngine } from "../../lib/host/make_engine.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import { WorkflowError } from "../../lib/error.ts";
import type { Envelope } from "../../lib/session/envelope_type.ts";
import type { Report } from "../../lib/session/report.ts";
import process from "node:process";
import { connect, type Place } from "../mcp/connect.ts";

/** What came back, whichever door it was. */
export interface Reply {
  /** The code of the error; empty where there was none. */
  code: string;
  /** The error's message. */
  message: string;
  envelope?: Envelope | undefined;
  report?: Report | undefined;
}

/** A door that is open. */
export interface Door {
  name: string;
  call(
    tool: "start_workflow" | "next_step" | "current_step" | "end_workflow",
    args?: Record<string, unknown>,
  ): Promise<Reply>;
  /** Ends the process behind it, and opens it again. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** The doors that a case is walked through. */
export const DOORS: readonly ((place: Place) => Promise<Door>)[] = [engineDoor, mcpDoor];

/** The engine in this process. */
export function engineDoor(place: Place): Promise<Door> {
  const open = () =>
    makeEngine({ dirs: userDirs({ env: {}, home: place.home }), env: { PATH: process.env.PATH }, trustAll: true });
  let engine: Engine = open();
  let connection = { shown: new Map() };
  return Promise.resolve({
    name: "engine",
    call: async (tool, args = {}) => {
      const caller = { door: "library" as const, workspace: place.workspace, connection };
      try {
        switch (tool) {
          case "start_workflow":
            return asReply(await engine.start(startCommand({ restart: false, ...args } as never), caller));
          case "next_step":
            return asReply(await engine.next(nextCommand(args), caller));
          case "current_step":
            return asReply(await engine.current(currentCommand(args), caller));
          case "end_workflow":
            return asReply(await engine.end(endCommand({ status: "completed", ...args } as never), caller));
        }
      } catch (error) {
        if (!(error instanceof WorkflowError)) throw error;
        return { code: error.code, message: error.message };
      }
    },
    reopen: () => {
      engine.close();
      engine = open();
      connection = { shown: new Map() };
      return Promise.resolve();
    },
    close: () => Promise.resolve(engine.close()),
  });
}

/** The real server, driven by the real client. */
export async function mcpDoor(place: Place): Promise<Door> {
  let server = await connect(place, "legacy", ["--trust"]);
  return {
    name: "mcp",
    call: async (tool, args = {}) => {
      const reply = await server.call(
        tool,
        tool === "start_workflow" ? { workspace_dir: place.workspace, ...args } : args,
      );
      return {
        code: reply.error?.code ?? "",
        message: reply.error?.message ?? "",
        envelope: reply.envelope,
        report: reply.report,
      };
    },
    reopen: async () => {
      process.kill(server.pid, "SIGKILL");
      await server.close().catch(() => {});
      server = await connect(place, "legacy", ["--trust"]);
    },
    close: () => server.close(),
  };
}

function asReply(done: { envelope: Envelope } | { report: Report }): Reply {
  return { code: "", message: "", ...("report" in done ? { report: done.report } : { envelope: done.envelope }) };
}
