/**
 * The library as it's published: what runs through `tsx` has a name set on every function that it makes, which alone slows
 * parsing by a quarter.
 * @module
 */

import { existsSync } from "node:fs";

/** The core of the package that `npm run build` made. */
export async function built(): Promise<typeof import("../mod.ts")> {
  const url = new URL("../dist/mod.js", import.meta.url);
  if (!existsSync(url)) throw new Error("There is no dist/mod.js: run `npm run build` first");
  return await import(url.href);
}
