/**
 * Anthropic's Messages.
 * @module
 */

import type { JsonObject } from "../../json.ts";
import { argsOf, type ModelWire, objects, textIn, type Written } from "./model_wire.ts";

/** `POST …/messages`. */
export const anthropicWire: ModelWire = {
  serves: (path) => path.endsWith("/messages"),
  read: (body) => ({
    tools: objects(body.tools).map(({ name }) => ({ name: String(name) })),
    results: objects(body.messages).flatMap(({ content }) => objects(content))
      .filter(({ type }) => type === "tool_result").map(({ content }) => textIn(content)),
  }),
  write(body, reply, id): Written {
    const block: JsonObject = "tool" in reply
      ? { type: "tool_use", id: `toolu_${id}`, name: reply.tool.name, input: argsOf(reply) }
      : { type: "text", text: reply.text };
    const stop_reason = "tool" in reply ? "tool_use" : "end_turn";
    const message: JsonObject = {
      id: `msg_${id}`,
      type: "message",
      role: "assistant",
      model: body.model ?? "scripted",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    };
    if (body.stream !== true) return { value: { ...message, content: [block], stop_reason } };
    const empty: JsonObject = "tool" in reply ? { ...block, input: {} } : { type: "text", text: "" };
    const delta: JsonObject = "tool" in reply
      ? { type: "input_json_delta", partial_json: JSON.stringify(argsOf(reply)) }
      : { type: "text_delta", text: reply.text };
    return {
      named: true,
      events: [
        { type: "message_start", message },
        { type: "content_block_start", index: 0, content_block: empty },
        { type: "content_block_delta", index: 0, delta },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
        { type: "message_stop" },
      ],
    };
  },
};
