/**
 * The package's version.
 * @module
 */

/** Equal to the version in `deno.json`, `jsr.json` and `package.json`; a test compares them. */
export const VERSION = "0.1.0";
