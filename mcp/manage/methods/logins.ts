/**
 * How to see, without starting it, whether a client has an account: variables that hold a key, files that hold a login.
 * Data only. Where nothing is known, the client is taken to need none.
 * @module
 */

/** Signs of a login. Files are below the user's home. */
export interface LoginSigns {
  variables: readonly string[];
  files: readonly string[];
  /** What to do where there's none. */
  help: string;
}

/** By the id of a client's profile. */
export const LOGINS: Readonly<Record<string, LoginSigns>> = Object.freeze({
  gemini: {
    variables: ["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA"],
    files: [".gemini/oauth_creds.json"],
    help: "run `gemini` once and log in, or set GEMINI_API_KEY",
  },
  "claude-code": {
    variables: [
      ...["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"],
      ...["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX"],
    ],
    files: [".claude/.credentials.json"],
    help: "run `claude` once and log in, or set ANTHROPIC_API_KEY",
  },
  qwen: {
    variables: ["OPENAI_API_KEY", "DASHSCOPE_API_KEY"],
    files: [".qwen/oauth_creds.json"],
    help: "run `qwen` once and log in, or set OPENAI_API_KEY",
  },
  opencode: {
    variables: ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"],
    files: [".local/share/opencode/auth.json", ".config/opencode/opencode.json"],
    help: "run `opencode auth login`",
  },
});
