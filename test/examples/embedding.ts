/** Examples with packages of their own; `npm run examples` installs and runs them. */
export const DEPENDENT: readonly string[] = Object.freeze(["embedding-ai-sdk", "embedding-langgraph"]);
