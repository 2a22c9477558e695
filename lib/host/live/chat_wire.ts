/**
 * OpenAI's Chat Completions.
 * @module
 */

import type { JsonObject } from "../../json.ts";
import { argsOf, type ModelWire, objects, textIn, type Written } from "./model_wire.ts";

/** `POST …/chat/completions`. */
export const chatWire: ModelWire = {
  serves: (path) => path.endsWith("/chat/completions"),
  read: (body) => ({
    tools: objects(body.tools).map((tool) => ({ name: String((tool.function as JsonObject | undefined)?.name) })),
    results: objects(body.messages).filter(({ role }) => role === "tool").map(({ content }) => textIn(content)),
  }),
  write(body, reply, id): Written {
    const call = (args: JsonObject, name: string): JsonObject => ({
      index: 0,
      id: `call_${id}`,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    });
    const message: JsonObject = "tool" in reply
      ? { role: "assistant", content: null, tool_calls: [call(argsOf(reply), reply.tool.name)] }
      : { role: "assistant", content: reply.text };
    const finish_reason = "tool" in reply ? "tool_calls" : "stop";
    const base: JsonObject = { id: `chatcmpl_${id}`, created: 1, model: body.model ?? "scripted" };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    if (body.stream !== true) {
      return { value: { ...base, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage } };
    }
    const chunk = { ...base, object: "chat.completion.chunk" };
    return {
      done: true,
      events: [
        { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] },
        { ...chunk, choices: [], usage },
      ],
    };
  },
};
