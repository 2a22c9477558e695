/**
 * A server on this machine, in a process group of its own: nothing of it outlives us. Source: spec "No process survives an
 * orderly end".
 * @module
 */

import process from "node:process";
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from "@modelcontextprotocol/client";
import { endGroup, type ProcessGroup, spawnGroup } from "../../lib/host/process_group.ts";
import { SIZES } from "./time_limits.ts";
import { windowsCommand } from "../../lib/host/windows_command.ts";

/** What to start. */
export interface GroupTransportOptions {
  command: string;
  args: readonly string[];
  /** All of it. */
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Folder in which the group is on record until it has ended. */
  records?: string;
  /** A line that the server wrote to stderr. */
  onLine?(line: string): void;
}

/** How long a server may take to end by itself, and after TERM, in milliseconds. */
const EOF_MS = 1_000;
const GRACE_MS = 1_000;
/** How long what a server has written is still read after its end. */
const DRAIN_MS = 250;

/** Speaks over the stdin and stdout of a process group. */
export class GroupTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  /** With `pid` it tells the SDK that this is a local pipe, where silence means an older server. */
  readonly stderr: null = null;
  /** The last of what the server wrote to stderr. */
  lastWords = "";
  /** Lines on stdout that were no messages. */
  strayLines = 0;

  readonly #options: GroupTransportOptions;
  readonly #buffer = new ReadBuffer({ maxBufferSize: SIZES.message });
  #group: ProcessGroup | undefined;
  #closing: Promise<void> | undefined;
  #closed = false;

  /** A transport that hasn't started anything yet. */
  constructor(options: GroupTransportOptions) {
    this.#options = options;
  }

  /** The server's process; null while there is none. */
  get pid(): number | null {
    return this.#group?.pid ?? null;
  }

  /** Starts the server. */
  async start(): Promise<void> {
    const { env, cwd, records } = this.#options;
    const { command, args, verbatim } = process.platform === "win32"
      ? windowsCommand(this.#options.command, this.#options.args, env)
      : { command: this.#options.command, args: this.#options.args, verbatim: false };
    const group = await spawnGroup(command, args, {
      env,
      cwd,
      stdin: "pipe",
      verbatim,
      ...(records === undefined ? {} : { records }),
    });
    this.#group = group;
    const { stdin, stdout, stderr } = group.child;
    stdin?.on("error", (error) => this.onerror?.(error));
    stdout?.on("data", (chunk) => this.#read(chunk));
    stdout?.on("end", () => this.#over());
    stderr?.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
    // What it said last may still be in the pipe, which a child of its own may keep open for ever.
    group.exited.then(() => setTimeout(() => this.#over(), DRAIN_MS).unref());
    if (this.#closing !== undefined) await endGroup(group, { grace: GRACE_MS });
  }

  /** Sends a message; resolves when it's on its way. */
  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#group?.child.stdin;
    if (!stdin || stdin.writableEnded || stdin.destroyed) return Promise.reject(new Error("The server has ended"));
    return new Promise((resolve, reject) => {
      stdin.write(serializeMessage(message), (error) => error ? reject(error) : resolve());
    });
  }

  /** Ends the server with everything that it has started. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    if (this.#group !== undefined) await endGroup(this.#group, { eof: EOF_MS, grace: GRACE_MS });
    this.#group?.child.stdout?.destroy();
    this.#group?.child.stderr?.destroy();
    this.#buffer.clear();
    this.#over();
  }

  #read(chunk: Uint8Array): void {
    try {
      this.#buffer.append(chunk as never);
      for (;;) {
        const message = this.#next();
        if (message === null) return;
        if (message !== undefined) this.onmessage?.(message);
      }
    } catch (error) {
      // Too long a line: there's no telling where the next message begins.
      this.onerror?.(error as Error);
      this.close();
    }
  }

  /** Undefined for JSON that is no message. */
  #next(): JSONRPCMessage | null | undefined {
    try {
      return this.#buffer.readMessage();
    } catch (error) {
      this.strayLines++;
      this.onerror?.(error as Error);
      return undefined;
    }
  }

  #hear(text: string): void {
    this.lastWords = (this.lastWords + text).slice(-SIZES.stderr);
    if (this.#options.onLine === undefined) return;
    for (const line of text.split("\n")) if (line.trim() !== "") this.#options.onLine(line.trimEnd());
  }

  /** The connection is over once; what comes later says nothing new. */
  #over(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}
