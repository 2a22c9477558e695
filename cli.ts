#!/usr/bin/env node
/**
 * The command line: `skill-workflow <command>`.
 * @module
 */

import process from "node:process";

// With these set the YAML library would print to stdout, which belongs to our answers.
delete process.env.LOG_STREAM;
delete process.env.LOG_TOKENS;

if (process.argv[2] === "hook" && process.argv[3] !== undefined && !process.argv[3].startsWith("-")) {
  // Before every tool call of an agent: nothing else is loaded.
  await import("./lib/host/hook/program.ts");
} else {
  const { main } = await import("./lib/cli/main.ts");
  const { processIo } = await import("./lib/cli/process_io.ts");
  process.exitCode = await main(process.argv.slice(2), processIo(), {
    scenarioThread: scenarioThread(),
    serve: async (options) => {
      const { serve } = await import("./mcp/serve.ts");
      await serve(options);
    },
    manage: async () => {
      const { createManager } = await import("./mcp/manage/mod.ts");
      const runRecordingProxy = async (file: string) =>
        await (await import("./mcp/manage/recording_proxy.ts")).runRecordingProxy(file);
      return { createManager, runRecordingProxy };
    },
  });
}

/** Where this program's threads are found; `tsx` reads TypeScript in no thread but its own, and nothing is fetched for one. */
function scenarioThread(): URL | undefined {
  if (!import.meta.url.startsWith("file:")) return undefined;
  if (!import.meta.url.endsWith(".ts")) return new URL("./cli/scenario_thread.js", import.meta.url);
  return "Deno" in globalThis ? new URL("./lib/cli/test/scenario_thread.ts", import.meta.url) : undefined;
}
