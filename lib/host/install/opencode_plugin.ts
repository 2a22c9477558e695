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
  async function ask(purpose, id) {
    return await run(purpose, await payloadOf(id)).catch(() => ({}));
  }
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
    event: async ({ event }) => {
      if (event.type !== "session.idle") return;
      const id = event.properties.sessionID;
      if (await rootOf(id) !== id) return;
      const { followup } = await ask("stop", id);
      if (followup) await client.session.prompt({ path: { id }, body: { parts: [{ type: "text", text: followup }] } });
    },
  };
};
`;
}
