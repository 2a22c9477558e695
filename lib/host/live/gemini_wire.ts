/**
 * Gemini's `generateContent`.
 * @module
 */

import type { JsonObject } from "../../json.ts";
import { argsOf, type ModelWire, objects, textIn, type Written } from "./model_wire.ts";

/** What Gemini CLI's router and its check of who speaks next want, both in one. */
const ROUTED = JSON.stringify({
  reasoning: "-",
  next_speaker: "user",
  model_choice: "flash",
  complexity_reasoning: "-",
  complexity_score: 1,
});

/** `POST …:generateContent` and `…:streamGenerateContent`. */
export const geminiWire: ModelWire = {
  serves: (path) => /:(?:stream)?generateContent$/i.test(path),
  read: (body) => ({
    tools: wantsJson(body)
      ? []
      : objects(body.tools).flatMap((tool) => objects(tool.functionDeclarations)).map(({ name }) => ({
        name: String(name),
      })),
    results: objects(body.contents).flatMap(({ parts }) => objects(parts))
      .flatMap(({ functionResponse }) => functionResponse === undefined ? [] : [textIn(functionResponse)]),
  }),
  write(body, reply, id, path): Written {
    const part: JsonObject = "tool" in reply
      ? { functionCall: { name: reply.tool.name, args: argsOf(reply), id: `fc_${id}` } }
      : { text: wantsJson(body) ? ROUTED : reply.text };
    const answer = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: "scripted",
    };
    return path.endsWith(":generateContent") ? { value: answer } : { events: [answer] };
  },
};

function wantsJson(body: JsonObject): boolean {
  const config = (body.generationConfig ?? {}) as JsonObject;
  return config.responseMimeType === "application/json" || config.responseJsonSchema !== undefined;
}
