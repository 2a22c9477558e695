/**
 * The call straight to the server. It needs no program and no account.
 * @module
 */

import { callTool, findTool, requireArguments } from "../call_tool.ts";
import { listTools } from "../list_server.ts";
import { ManageError } from "../manage_error.ts";
import type { Method } from "./method.ts";

/** The method. */
export const directCli: Method = {
  id: "direct-cli",
  check: () => undefined,
  run: async (context) => {
    const { times, server, tool, args = {}, signal } = context;
    const connection = await context.connect();
    const left = () => Math.max(1, context.deadline - performance.now());
    context.definition ??= findTool(
      await listTools(connection, {
        timeout: Math.min(times.discovery, left()),
        ...(signal === undefined ? {} : { signal }),
      }),
      { server: server.name, tool },
    );
    requireArguments(context.definition, args);
    if (left() <= 1) throw new ManageError("ERR_SERVER_TIMEOUT", "No time was left for the call", {}, "elsewhere");
    return await callTool(connection, context.definition, { server: server.name, tool, args }, {
      times: { call: times.call, total: left() },
      traceparent: context.traceparent,
      ...(signal === undefined ? {} : { signal }),
      ...(context.onProgress === undefined ? {} : { onProgress: context.onProgress }),
    });
  },
};
