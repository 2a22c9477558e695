/**
 * Engines over one store: each stands for a process of its own.
 * @module
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import type { Caller, Engine } from "../../lib/host/engine/mod.ts";
import { type MachineOptions, makeEngine } from "../../lib/host/make_engine.ts";
import { userDirs } from "../../lib/host/user_dirs.ts";
import type { Owner } from "../../lib/session/state.ts";
import { makePlace, type Place } from "../mcp/connect.ts";

/** A workspace with skills, given as texts by path. */
export function placeWith(files: { [path: string]: string }): Place {
  const place = makePlace();
  write(place, files);
  return place;
}

/** Writes files into the workspace. */
export function write(place: Place, files: { [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(place.workspace, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** An engine of this machine, with the place's home. */
export function engineIn(place: Place, options: MachineOptions = {}): Engine {
  return makeEngine({
    dirs: userDirs({ env: {}, home: place.home }),
    env: { PATH: process.env.PATH },
    trustAll: true,
    ...options,
  });
}

/** A caller in a workspace, as one window of one client. */
export function callerIn(workspace: string, owner?: Owner): Caller {
  return { door: "library", workspace, connection: { shown: new Map() }, ...(owner ? { owner } : {}) };
}

/** A skill of three steps. */
export const THREE = `---
name: three
description: Walks three steps.
workflow:
  steps:
    - {id: one, prompt: Do one.}
    - {id: two, prompt: Do two.}
    - {id: three, prompt: Do three.}
---
Call start_workflow.
`;
