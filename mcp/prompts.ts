/**
 * Prompts and completions on a server; what reads skills is loaded with the first request for one.
 * @module
 */

import type { McpServer } from "@modelcontextprotocol/server";
import type { SkillShelf } from "./served_skills.ts";

const skills = () => import("./skill_prompts.ts");

/** Serves every skill that a person may start as a prompt, read anew for every request. */
export function registerPrompts({ server }: McpServer, shelf: SkillShelf): void {
  server.registerCapabilities({ prompts: {} });
  server.setRequestHandler("prompts/list", async () => ({ prompts: (await skills()).listPrompts(shelf) }));
  server.setRequestHandler(
    "prompts/get",
    async ({ params }) => (await skills()).getPrompt(shelf, params.name, params.arguments ?? {}),
  );
}

/** Completes arguments of prompts, where there is a shelf, and ids of sessions in the addresses of resources. */
export function registerCompletions(
  { server }: McpServer,
  from: { sessionIds(): Promise<string[]>; shelf?: SkillShelf },
): void {
  server.registerCapabilities({ completions: {} });
  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }) => {
    const { name, value } = argument;
    const values = ref.type === "ref/resource"
      ? name === "id" ? (await from.sessionIds()).filter((id) => id.startsWith(value)) : []
      : from.shelf === undefined
      ? []
      : (await skills()).completeArgument(from.shelf, ref.name, name, value);
    return { completion: { values: values.slice(0, 100), total: values.length, hasMore: values.length > 100 } };
  });
}
