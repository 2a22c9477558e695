/**
 * Every client's tools by name, as its hooks report them. Data only: a name that isn't here is unknown.
 * @module
 */

import type { ToolClass } from "./tool_class.ts";

/** How a client writes the name of an MCP tool. `{server}` and `{tool}` stand for the two names. */
export type McpForm =
  | "mcp__{server}__{tool}"
  | "mcp_{server}_{tool}"
  | "{server}-{tool}"
  | "{server}_{tool}"
  | "MCP:{tool}";

/** One client's tools. */
export interface ClientTools {
  tools: Readonly<Partial<Record<ToolClass | "tool_search", readonly string[]>>>;
  /** In order of preference. */
  mcp: readonly McpForm[];
  /** Calls any MCP tool: the keys of its input that hold the server's and the tool's name. */
  mcpCaller?: { tool: string; server: string; name: string };
  /** A tool has two names, by the event that reports it, so a name in a list stands for its class. */
  twoNames?: true;
  /** Other characters of the server's name than letters and digits become `_` inside a tool's name. */
  underscores?: true;
  /** Only that many characters of the server's name stand in a tool's name. */
  serverLength?: number;
  /** The shell's commands are, or may be, typed into a terminal. */
  interactive?: true;
}

const CLAUDE: ClientTools["tools"] = {
  read: [
    "Read",
    "NotebookRead",
    "BashOutput",
    "TaskOutput",
    "ListMcpResourcesTool",
    "ReadMcpResourceTool",
  ],
  search: ["Glob", "Grep", "LS", "LSP"],
  shell: ["Bash", "PowerShell", "Monitor"],
  edit: ["Edit", "MultiEdit", "NotebookEdit"],
  write: ["Write"],
  subagent: ["Agent", "Task", "SendMessage", "Workflow", "TaskStop", "KillShell"],
  web: ["WebFetch", "WebSearch"],
  question: ["AskUserQuestion", "EnterPlanMode", "ExitPlanMode"],
  todo: ["TodoWrite", "TodoRead", "TaskCreate", "TaskUpdate", "TaskGet", "TaskList"],
  skill: ["Skill"],
  tool_search: ["ToolSearch"],
};

/** The tables, by client. */
export const TOOL_NAMES: Readonly<Record<string, ClientTools>> = Object.freeze({
  "claude-code": { tools: CLAUDE, mcp: ["mcp__{server}__{tool}"] },
  devin: { tools: CLAUDE, mcp: ["mcp__{server}__{tool}"] },
  codex: {
    // `write_stdin` types into a running program: whatever it is, the fence can't read what it will do.
    tools: {
      read: ["view_image", "list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"],
      shell: ["Bash", "exec_command", "write_stdin", "shell", "shell_command", "local_shell", "unified_exec", "exec"],
      edit: [],
      write: ["apply_patch"],
      subagent: [
        "spawn_agent",
        "send_input",
        "send_message",
        "wait_agent",
        "wait",
        "resume_agent",
        "close_agent",
        "list_agents",
        "followup_task",
      ].flatMap((name) => [name, `multi_agent_v1__${name}`, `multi_agent_v1.${name}`]),
      web: ["web_search"],
      question: ["request_user_input"],
      todo: ["update_plan"],
      tool_search: ["tool_search"],
    },
    mcp: ["mcp__{server}__{tool}"],
    underscores: true,
  },
  gemini: {
    tools: {
      read: [
        "read_file",
        "read_many_files",
        "get_internal_docs",
        "read_background_output",
        "list_background_processes",
      ],
      search: ["list_directory", "glob", "grep_search", "search_file_content"],
      shell: ["run_shell_command"],
      edit: ["replace"],
      write: ["write_file", "save_memory"],
      subagent: ["invoke_agent", "delegate_to_agent", "codebase_investigator"],
      web: ["web_fetch", "google_web_search"],
      question: ["ask_user", "enter_plan_mode", "exit_plan_mode"],
      todo: ["write_todos", "update_topic"],
      skill: ["activate_skill"],
      tool_search: [],
    },
    mcp: ["mcp_{server}_{tool}"],
  },
  qwen: {
    tools: {
      read: ["read_file", "read_many_files"],
      search: ["list_directory", "glob", "grep_search", "search_file_content", "lsp"],
      shell: ["run_shell_command"],
      edit: ["edit", "replace"],
      write: ["write_file", "save_memory"],
      subagent: ["task", "agent"],
      web: ["web_fetch", "web_search"],
      question: ["ask_user_question", "exit_plan_mode"],
      todo: ["todo_write"],
      skill: ["skill", "activate_skill"],
      tool_search: ["tool_search"],
    },
    mcp: ["mcp__{server}__{tool}", "mcp_{server}_{tool}"],
  },
  copilot: {
    // The camel event's names, then those of the Pascal event, which are Claude Code's where it has one.
    tools: {
      read: ["view", "fetch_copilot_cli_documentation", "Read"],
      search: ["grep", "glob", "rg", "Grep", "Glob", "LS"],
      shell_read: ["read_bash", "list_bash", "stop_bash", "read_powershell", "list_powershell", "stop_powershell"],
      shell: ["bash", "powershell", "write_bash", "write_powershell", "Bash", "PowerShell"],
      edit: ["edit", "Edit"],
      write: ["create", "apply_patch", "store_memory", "Write"],
      subagent: ["task", "read_agent", "write_agent", "list_agents", "Task", "Agent"],
      web: ["web_fetch", "web_search", "WebFetch", "WebSearch"],
      question: ["ask_user", "exit_plan_mode", "AskUserQuestion", "ExitPlanMode"],
      todo: ["update_todo", "report_intent", "sql", "TodoWrite"],
      skill: ["skill", "Skill"],
      tool_search: ["tool_search", "ToolSearch"],
    },
    mcp: ["{server}-{tool}"],
    twoNames: true,
  },
  vscode: {
    tools: {
      read: [
        "read_file",
        "readFile",
        "get_errors",
        "get_changed_files",
        "read_notebook_cell_output",
        "copilot_getNotebookSummary",
        "get_terminal_output",
        "terminal_last_command",
        "terminal_selection",
        "view_image",
      ],
      search: [
        "list_dir",
        "listDirectory",
        "file_search",
        "fileSearch",
        "grep_search",
        "textSearch",
        "semantic_search",
        "codebase",
        "list_code_usages",
        "test_search",
        "get_search_view_results",
      ],
      shell: [
        "run_in_terminal",
        "runInTerminal",
        "runTerminalCommand",
        "create_and_run_task",
        "run_task",
        "runTests",
        "run_notebook_cell",
      ],
      edit: [
        "replace_string_in_file",
        "multi_replace_string_in_file",
        "insert_edit_into_file",
        "editFiles",
        "edit_notebook_file",
      ],
      write: [
        "create_file",
        "createFile",
        "create_directory",
        "createDirectory",
        "apply_patch",
        "create_new_jupyter_notebook",
        "create_new_workspace",
        "memory",
      ],
      subagent: ["runSubagent", "run_subagent", "search_subagent"],
      web: ["fetch_webpage", "github_repo", "open_simple_browser"],
      question: ["vscode_askQuestions", "ask_questions"],
      todo: ["manage_todo_list"],
      tool_search: ["tool_search", "tool_search_tool_regex"],
    },
    mcp: ["mcp_{server}_{tool}"],
    underscores: true,
    serverLength: 13,
    interactive: true,
  },
  cursor: {
    tools: {
      read: ["Read", "ReadLints", "ListMcpResources", "FetchMcpResource"],
      search: ["Grep", "Glob", "LS", "SemanticSearch"],
      shell: ["Shell"],
      edit: ["StrReplace", "Edit", "MultiEdit", "EditNotebook"],
      write: ["Write", "Delete"],
      subagent: ["Task"],
      web: ["WebFetch", "WebSearch"],
      question: ["AskQuestion", "SwitchMode"],
      todo: ["TodoWrite"],
      skill: [],
      tool_search: [],
    },
    mcp: ["MCP:{tool}"],
    interactive: true,
    mcpCaller: { tool: "CallMcpTool", server: "server", name: "toolName" },
  },
  antigravity: {
    tools: {
      read: [
        "view_file",
        "view_file_outline",
        "view_code_item",
        "view_content_chunk",
        "read_terminal",
        "command_status",
        "list_resources",
        "read_resource",
      ],
      search: ["list_dir", "find_by_name", "grep_search", "codebase_search", "search_in_file"],
      shell: ["run_command", "send_command_input"],
      edit: ["replace_file_content", "multi_replace_file_content"],
      write: ["write_to_file", "generate_image"],
      subagent: ["browser_subagent"],
      web: ["read_url_content", "search_web"],
      question: ["notify_user", "ask_question"],
      todo: ["task_boundary"],
      tool_search: [],
    },
    mcp: ["mcp_{server}_{tool}", "mcp__{server}__{tool}"],
    mcpCaller: { tool: "call_mcp_tool", server: "ServerName", name: "ToolName" },
    interactive: true,
  },
  windsurf: {
    // Cascade's hooks name an event, not a tool; these are the names that the hook's reader gives them.
    tools: { read: ["read_code"], shell: ["run_command"], write: ["write_code"] },
    mcp: ["mcp__{server}__{tool}"],
    interactive: true,
  },
  opencode: {
    tools: {
      read: ["read", "lsp"],
      search: ["grep", "glob", "list"],
      shell: ["bash"],
      edit: ["edit", "multiedit"],
      write: ["write", "patch", "apply_patch"],
      subagent: ["task"],
      web: ["webfetch", "websearch", "codesearch"],
      question: ["question", "plan_enter", "plan_exit"],
      todo: ["todowrite", "todoread"],
      skill: ["skill"],
      tool_search: [],
    },
    mcp: ["{server}_{tool}"],
  },
});
