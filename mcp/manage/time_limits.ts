/**
 * How long things may take, and how large they may be. Source: spec "Managing other MCP servers".
 * @module
 */

import { ManageError } from "./manage_error.ts";

/** Time-outs in milliseconds. */
export interface Times {
  /** To start a server and shake hands with it. */
  connect: number;
  /** To list what it has. */
  discovery: number;
  /** For a call, counted anew with each notice of progress. */
  call: number;
  /** For a call with all its progress, and all its methods. */
  total: number;
}

/** Where nothing is said. */
export const DEFAULT_TIMES: Readonly<Times> = Object.freeze({
  connect: 5_000,
  discovery: 10_000,
  call: 30_000,
  total: 120_000,
});

/** The longest that may be asked for. */
export const LONGEST_TIMES: Readonly<Times> = Object.freeze({
  connect: 15_000,
  discovery: 30_000,
  call: 120_000,
  total: 120_000,
});

/** Bounds on what comes back and what is kept, in bytes of JSON. */
export const SIZES: Readonly<Record<"result" | "catalog" | "message" | "config" | "stderr" | "servers", number>> =
  Object
    .freeze({
      /** A tool's result; what is over is cut. */
      result: 1_000_000,
      /** The whole catalog, for up to 100 servers. */
      catalog: 1_000_000,
      /** One message of a server. */
      message: 32 * 1_048_576,
      config: 1_048_576,
      /** What is kept of a server's stderr. */
      stderr: 4_096,
      /** Servers in one configuration. */
      servers: 500,
    });

/**
 * Every time-out, with defaults for those that aren't given.
 *
 * @throws {ManageError} one isn't a positive number or is over its maximum
 */
export function readTimes(given: Partial<Times> = {}): Times {
  const times = { ...DEFAULT_TIMES };
  for (const name of Object.keys(times) as (keyof Times)[]) {
    const value = given[name];
    if (value === undefined) continue;
    const longest = LONGEST_TIMES[name];
    if (!Number.isFinite(value) || value <= 0 || value > longest) {
      throw new ManageError(
        "ERR_REQUEST_INVALID",
        `The ${name} time-out is ${value / 1_000} s: wanted more than 0 and at most ${longest / 1_000} s`,
        { field: name, wanted: longest, actual: Number.isFinite(value) ? value : null },
      );
    }
    times[name] = value;
  }
  return times;
}
