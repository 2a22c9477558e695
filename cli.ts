#!/usr/bin/env node
/**
 * The command line: `skill-workflow <command>`.
 * @module
 */

import process from "node:process";
import { main } from "./lib/cli/main.ts";
import { processIo } from "./lib/cli/process_io.ts";

// With these set the YAML library would print to stdout, which belongs to our answers.
delete process.env.LOG_STREAM;
delete process.env.LOG_TOKENS;

process.exitCode = await main(process.argv.slice(2), processIo(), {
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
