/**
 * OpenAI's Responses.
 * @module
 */

import type { JsonObject } from "../../json.ts";
import { type ModelWire, objects, type OfferedTool, textIn, type Written } from "./model_wire.ts";

/** `POST …/responses`. */
export const responsesWire: ModelWire = {
  serves: (path) => path.endsWith("/responses"),
  read: (body) => ({
    tools: objects(body.tools).flatMap(offered),
    results: objects(body.input).filter(({ type }) => String(type).endsWith("_call_output")).map(({ output }) =>
      textIn(output)
    ),
  }),
  write(body, reply, id): Written {
    const item: JsonObject = "tool" in reply
      ? {
        ...("input" in reply
          ? { type: "custom_tool_call", id: `ctc_${id}`, input: reply.input }
          : { type: "function_call", id: `fc_${id}`, arguments: JSON.stringify(reply.args) }),
        call_id: `call_${id}`,
        name: reply.tool.name,
        ...(reply.tool.namespace === undefined ? {} : { namespace: reply.tool.namespace }),
        status: "completed",
      }
      : {
        type: "message",
        id: `msg_${id}`,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: reply.text, annotations: [] }],
      };
    const response: JsonObject = {
      id: `resp_${id}`,
      object: "response",
      created_at: 1,
      status: "completed",
      model: body.model ?? "scripted",
      output: [item],
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 15,
      },
    };
    if (body.stream === false) return { value: response };
    const text: JsonObject[] = "text" in reply
      ? [{
        type: "response.output_text.delta",
        item_id: item.id as string,
        output_index: 0,
        content_index: 0,
        delta: reply.text,
      }]
      : [];
    return {
      named: true,
      events: [
        { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
        { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress" } },
        ...text,
        { type: "response.output_item.done", output_index: 0, item },
        { type: "response.completed", response },
      ],
    };
  },
};

/** A tool, or those of a namespace. */
function offered(tool: JsonObject): OfferedTool[] {
  if (tool.type !== "namespace") return [{ name: String(tool.name ?? tool.type) }];
  return objects(tool.tools).map(({ name }) => ({ name: String(name), namespace: String(tool.name) }));
}
