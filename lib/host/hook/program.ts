/**
 * The hook as a program of its own, which `install` registers: `program.ts hook <client> <purpose>`. Deno reads every module
 * that a program could ever import before it starts, so the whole command line would take twice as long.
 * @module
 */

import { serveHook } from "./serve_hook.ts";

// On Deno a mere look at `process` takes longer than all the rest.
const { Deno } = globalThis as { Deno?: { args: string[] } };
const [, client = "", purpose] = Deno?.args ?? globalThis.process.argv.slice(2);
await serveHook(client, purpose as Parameters<typeof serveHook>[1]);
