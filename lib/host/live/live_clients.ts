/**
 * The clients that can be driven without an account: where they look for the model, and what their tools are called.
 * @module
 */

import { type LiveClient, WRITTEN } from "./live_client.ts";

/** Our tools; the ends of their names are the same in every client. */
export const OWN_TOOLS: readonly string[] = [
  "start_workflow",
  "next_step",
  "current_step",
  "end_workflow",
  "read_skill",
];

const PROMPT = "Go on.";

/** The clients, in the order of their profiles. */
export const LIVE_CLIENTS: readonly LiveClient[] = Object.freeze([
  {
    id: "claude-code",
    program: "claude",
    files: () => ({}),
    env: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "sk-ant-none", DISABLE_AUTOUPDATER: "1" }),
    run: {
      args: [
        ...["-p", PROMPT, "--output-format", "stream-json", "--verbose", "--permission-mode", "acceptEdits"],
        ...["--allowedTools", "mcp__skill-workflow,Bash,Read,Edit,Write,WebFetch"],
      ],
    },
    // Tools of servers are hidden behind a search here, all but their names.
    before: [{
      tool: "ToolSearch",
      args: { query: `select:${OWN_TOOLS.map((name) => `mcp__skill-workflow__${name}`)},WebFetch` },
    }],
    moves: {
      read: ({ file }) => ({ tool: "Read", args: { file_path: file } }),
      shell_read: ({ file }) => ({ tool: "Bash", args: { command: `cat ${file}` } }),
      shell: ({ file }) => ({ tool: "Bash", args: { command: `echo ${WRITTEN} > ${file}` } }),
      edit: ({ file }) => ({ tool: "Edit", args: { file_path: file, old_string: "before", new_string: WRITTEN } }),
      write: ({ file }) => ({ tool: "Write", args: { file_path: file, content: WRITTEN } }),
      subagent: () => ({
        tool: "Agent",
        args: { description: "look", prompt: "Look.", subagent_type: "general-purpose" },
      }),
    },
  },
  {
    id: "codex",
    program: "codex",
    files: (url) => ({
      "~/.codex/config.toml": 'model = "scripted"\nmodel_provider = "scripted"\n\n[model_providers.scripted]\n' +
        `name = "scripted"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`,
    }),
    env: () => ({}),
    run: {
      args: [
        "exec",
        "--json",
        "-s",
        "danger-full-access",
        "--skip-git-repo-check",
        "--dangerously-bypass-hook-trust",
        PROMPT,
      ],
    },
    moves: {
      shell_read: ({ file }) => ({ tool: "exec_command", args: { cmd: `cat ${file}` } }),
      shell: ({ file }) => ({ tool: "exec_command", args: { cmd: `echo ${WRITTEN} > ${file}` } }),
      write: ({ file }) => ({
        tool: "apply_patch",
        input: `*** Begin Patch\n*** Add File: ${file}\n+${WRITTEN}\n*** End Patch`,
      }),
    },
  },
  {
    id: "gemini",
    program: "gemini",
    files: () => ({
      "~/.gemini/settings.json": {
        security: { auth: { selectedType: "gemini-api-key" } },
        general: { disableAutoUpdate: true },
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
      },
    }),
    env: (url) => ({ GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: "true" }),
    run: { args: ["-y", "-o", "stream-json"], input: PROMPT },
    moves: {
      read: ({ file }) => ({ tool: "read_file", args: { file_path: file } }),
      search: ({ workspace }) => ({ tool: "list_directory", args: { dir_path: workspace } }),
      shell_read: ({ file }) => ({ tool: "run_shell_command", args: { command: `cat ${file}` } }),
      shell: ({ file }) => ({ tool: "run_shell_command", args: { command: `echo ${WRITTEN} > ${file}` } }),
      edit: ({ file }) => ({
        tool: "replace",
        args: { file_path: file, old_string: "before", new_string: WRITTEN, instruction: "Change the word." },
      }),
      write: ({ file }) => ({ tool: "write_file", args: { file_path: file, content: WRITTEN } }),
    },
  },
  {
    id: "copilot",
    program: "copilot",
    files: () => ({}),
    env: (url) => ({
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      // A short key would be blacked out wherever it stands in the output.
      COPILOT_PROVIDER_API_KEY: "sk-none-0123456789",
      COPILOT_MODEL: "scripted",
      COPILOT_AUTO_UPDATE: "false",
    }),
    run: { args: ["-p", PROMPT, "--output-format", "json", "--allow-all", "--trust-folder"] },
    moves: {
      read: ({ file }) => ({ tool: "view", args: { path: file } }),
      search: ({ workspace }) => ({ tool: "glob", args: { pattern: "*.txt", path: workspace } }),
      shell_read: ({ file }) => ({ tool: "bash", args: { command: `cat ${file}`, description: "read it" } }),
      shell: ({ file }) => ({ tool: "bash", args: { command: `echo ${WRITTEN} > ${file}`, description: "write it" } }),
      edit: ({ file }) => ({ tool: "edit", args: { path: file, old_str: "before", new_str: WRITTEN } }),
      write: ({ file }) => ({ tool: "create", args: { path: file, file_text: WRITTEN } }),
    },
  },
  {
    id: "opencode",
    program: "opencode",
    files: (url) => ({
      "~/.config/opencode/opencode.json": {
        provider: {
          scripted: {
            npm: "@ai-sdk/openai-compatible",
            name: "scripted",
            options: { baseURL: `${url}/v1`, apiKey: "none" },
            models: { m: { name: "m", tool_call: true, limit: { context: 100_000, output: 8_000 } } },
          },
        },
        model: "scripted/m",
        small_model: "scripted/m",
        autoupdate: false,
        share: "disabled",
      },
    }),
    env: () => ({}),
    run: { args: ["run", "--format", "json", PROMPT] },
    moves: {
      read: ({ file }) => ({ tool: "read", args: { filePath: file } }),
      search: ({ workspace }) => ({ tool: "glob", args: { pattern: "*.txt", path: workspace } }),
      shell_read: ({ file }) => ({ tool: "bash", args: { command: `cat ${file}`, description: "read it" } }),
      shell: ({ file }) => ({ tool: "bash", args: { command: `echo ${WRITTEN} > ${file}`, description: "write it" } }),
      edit: ({ file }) => ({ tool: "edit", args: { filePath: file, oldString: "before", newString: WRITTEN } }),
      write: ({ file }) => ({ tool: "write", args: { filePath: file, content: WRITTEN } }),
    },
  },
]);
