/**
 * The plugin that stands for hooks in opencode.
 * @module
 */

import { OWN_NAME, type Program } from "./install_plan.ts";

/**
 * The plugin's text. It starts the hook as other clients do, maps a subagent's session to its parent's, and turns every
 * failure into an exception, which blocks the tool.
 */
export function opencodePlugin(hook: Program): string {
  return `// Written by \`${OWN_NAME} install opencode\`; \`${OWN_NAME} uninstall opencode\` takes it away.
import { spawn } from "node:child_process";

const argv = ${JSON.stringify([hook.command, ...hook.args, "hook", "opencode"])};

function run(purpose, payload) {
  return new Promise((resolve, reject) => {
    const child = spawn(argv[0], [...argv.slice(1), purpose], { stdio: ["pipe", "pipe", "pipe"] });
    let out = "";
    let err = "";
    const timer = setTimeout(() => child.kill(), 10_000);
    child.stdout.on("data", (chunk) => out += chunk);
    child.stderr.on("data", (chunk) => err += chunk);
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code !== 0) reject(new Error(err.trim() || "${OWN_NAME}: the hook failed, so the tool isn't run"));
      try {
        resolve(out.trim() === "" ? {} : JSON.parse(out));
      } catch (error) {
        reject(error);
      }
    });
    child.stdin.end(JSON.stringify({ opencode: true, ...payload }));
  });
}

export const SkillWorkflow = async ({ client, directory }) => {
  const roots = new Map();
  // A subagent has a session of its own; the workflow belongs to the one at the root.
  async function rootOf(id) {
    const seen = [];
    let at = id;
    while (at && !roots.has(at) && seen.length < 16) {
      seen.push(at);
      const found = await client.session.get({ path: { id: at } }).catch(() => undefined);
      const parent = found?.data?.parentID;
      if (!parent) break;
      at = parent;
    }
    const root = roots.get(at) ?? at;
    for (const one of seen) roots.set(one, root);
    return root;
  }
  async function payloadOf(id) {
    const root = id ? await rootOf(id) : "";
    return { session_id: root, ...(root === id ? {} : { agent_id: id }), cwd: directory, directory };
  }
  async function ask(purpose, id, more = {}) {
    return await run(purpose, { ...await payloadOf(id), ...more }).catch(() => ({}));
  }
  // What opencode answers now, by session; and the answers that call a tool, so they don't end a turn.
  const prompts = new Map();
  const calling = new Set();
  const counted = new Set();
  const failed = new Set();
  const isOurs = ({ parts }) => parts.some(({ metadata }) => metadata?.["${OWN_NAME}"] === "stop");
  return {
    "tool.execute.before": async (input, output) => {
      const call = { tool_name: input.tool, tool_input: output.args, tool_use_id: input.callID };
      const answer = await run("tool", { ...await payloadOf(input.sessionID), ...call });
      if (answer.allow !== true) throw new Error(answer.reason ?? "${OWN_NAME}: not allowed in this step");
    },
    "experimental.chat.system.transform": async (input, output) => {
      const { context } = await ask("start", input.sessionID);
      if (context) output.system.push(context);
    },
    "experimental.session.compacting": async (input, output) => {
      const { context } = await ask("prompt", input.sessionID);
      if (context) output.context.push(context);
    },
    // opencode ends a turn unless a message has come in since the answer began. So where the agent may not stop, one comes in
    // behind its text: hidden from model and person for as long as it's open whether a tool call follows.
    "experimental.text.complete": async ({ sessionID: id, messageID }) => {
      if (!prompts.has(id) || calling.has(messageID) || await rootOf(id) !== id) return;
      const { followup } = await ask("stop", id, { peek: true });
      if (!followup) return;
      const part = { type: "text", text: followup, synthetic: true, ignored: true, metadata: { "${OWN_NAME}": "stop" } };
      await client.session.prompt({ path: { id }, body: { ...prompts.get(id), noReply: true, parts: [part] } }).catch(() => {});
    },
    "experimental.chat.messages.transform": async (_, { messages }) => {
      const prompt = messages.findLast(({ info }) => info.role === "user");
      if (!prompt) return;
      const { sessionID, agent, model } = prompt.info;
      prompts.set(sessionID, { agent, model });
      const stopped = messages.filter((message, at) =>
        isOurs(message) && !messages[at - 1]?.parts.some(({ type }) => type === "tool")
      );
      for (const { parts } of stopped) for (const part of parts) part.ignored = false;
      const last = stopped.at(-1)?.info.id;
      if (last === undefined || counted.has(last)) return;
      counted.add(last);
      await ask("stop", sessionID);
    },
    event: async ({ event: { type, properties } }) => {
      if (type === "message.part.updated" && properties.part.type === "tool") calling.add(properties.part.messageID);
      if (type === "session.error") failed.add(properties.sessionID);
      if (type !== "session.idle") return;
      calling.clear();
      const id = properties.sessionID;
      // What a person broke off, or the model's provider, isn't begun again.
      if (failed.delete(id) || await rootOf(id) !== id) return;
      // An answer without a text.
      const { followup } = await ask("stop", id);
      const body = { ...prompts.get(id), parts: [{ type: "text", text: followup }] };
      if (followup) await client.session.prompt({ path: { id }, body });
    },
  };
};
`;
}
