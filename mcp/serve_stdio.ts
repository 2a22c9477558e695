/**
 * Serves MCP over stdin and stdout. Nothing but JSON-RPC ever reaches stdout.
 * @module
 */

import process from "node:process";
import { Writable } from "node:stream";
import { serveStdio as serve, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { makeServer } from "./make_server.ts";
import type { ServerSetup } from "./server_setup.ts";

/** How often the parent is looked for, in milliseconds. */
const PARENT_MS = 3_000;

/**
 * Serves until stdin ends or the parent is gone.
 *
 * @returns resolves when the connection is over
 */
export async function serveStdio(setup: ServerSetup): Promise<void> {
  const out = claimStdout();
  const handle = serve(({ era }) => makeServer(setup, era), {
    transport: new StdioServerTransport(process.stdin, out),
    onerror: (error) => process.stderr.write(`skill-workflow: ${error.message}\n`),
  });
  await ended();
  setup.engine.close();
  await Promise.all([handle.close(), setup.agents?.close()]);
}

/** Takes stdout for the protocol; whatever else writes there goes to stderr from now on. */
function claimStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write =
    ((chunk: string | Uint8Array, ...rest: never[]) => process.stderr.write(chunk, ...rest)) as typeof write;
  console.log = console.info = console.debug = console.error;
  const out = new Writable({
    write: (chunk: Uint8Array, _encoding, done) => {
      write(chunk, (error) => done(error));
    },
  });
  // A client that is gone is no failure: stdin ends as well.
  process.stdout.on("error", () => {});
  return out;
}

function ended(): Promise<void> {
  return new Promise((resolve) => {
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid !== parent) done();
    }, PARENT_MS);
    watch.unref();
    const done = () => {
      clearInterval(watch);
      resolve();
    };
    process.stdin.once("end", done);
    process.stdin.once("close", done);
  });
}
