/**
 * One golden file as tests: what `validate` finds, and every run through the reducer, the engine, the MCP server and the
 * command line, which must all come to the very same trace.
 * @module
 */

import process from "node:process";
import { test } from "uvu";
import * as assert from "uvu/assert";
import { resolveSkill } from "../../lib/host/resolve_skill.ts";
import { validateFile } from "../../lib/host/validate_file.ts";
import { type Door, mcpDoor } from "../doors/door.ts";
import { makePlace, type Place } from "../mcp/connect.ts";
import { type Golden, type GoldenRun, readGolden } from "./golden_file.ts";
import { byCli, byDoor, byEngine, byReducer, prepare, type Walked, type Walker } from "./walkers.ts";

/** One skill with its golden file. */
export interface GoldenSkill {
  /** Name under which it is found. */
  skill: string;
  /** The golden file, relative to the repository. */
  golden: string;
  /** What is copied into a fresh workspace: where to, and from where in the repository. */
  copy: { [to: string]: string };
}

/** Declares the tests of these skills; one MCP server serves them all. */
export function checkGolden(skills: readonly GoldenSkill[], root: string): void {
  let served: { place: Place; door: Door } | undefined;
  const byMcp: Walker = async (skill, run, place) => {
    if (!served) {
      const own = makePlace();
      served = { place: own, door: await mcpDoor(own) };
    }
    return await byDoor(served.door, skill, run, place);
  };
  test.after(async () => {
    await served?.door.close();
    served?.place.remove();
  });

  for (const { skill, golden: path, copy } of skills) {
    const golden = readGolden(`${root}/${path}`);
    test(`${skill}: what validate finds`, () => {
      inPlace(copy, (place) => assert.equal(findingsOf(skill, place), golden.findings));
    });
    for (const run of golden.runs) {
      if (process.platform === "win32" && run.verdicts.some((one) => one.kind !== "files")) continue;
      const walkers = { reducer: byReducer, engine: byEngine, mcp: byMcp, cli: byCli };
      test(`${skill}: ${run.name}`, async () => {
        // At once, since most of the time goes by waiting for disks and processes.
        const walked = await Promise.all(
          Object.entries(walkers).map(([door, walk]) => walkIn(copy, door, (place) => walk(skill, run, place), run)),
        );
        for (const { door, trace, shown } of walked) {
          assert.equal({ door, ...trace }, { door, ...run.want });
          if (door === "cli") continue;
          for (const [step, text] of Object.entries(run.shown)) assert.is(shown[step], text, `${door} at ${step}`);
        }
      });
    }
  }
}

async function walkIn(
  copy: GoldenSkill["copy"],
  door: string,
  walk: (place: Place) => Promise<Walked>,
  run: GoldenRun,
): Promise<Walked & { door: string }> {
  const place = makePlace(copy);
  try {
    prepare(run, place);
    return { door, ...await walk(place) };
  } finally {
    place.remove();
  }
}

function inPlace(copy: GoldenSkill["copy"], use: (place: Place) => void): void {
  const place = makePlace(copy);
  try {
    use(place);
  } finally {
    place.remove();
  }
}

function findingsOf(skill: string, { workspace, home }: Place): Golden["findings"] {
  return validateFile(resolveSkill(skill, { workspace, home })).diagnostics.map((one) => one.code).sort();
}
