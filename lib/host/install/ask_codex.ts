/**
 * Asks Codex whether a person has trusted our hooks: it keeps a digest of each, which only it can compare.
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../../json.ts";
import { runClient } from "../live/run_client.ts";
import type { Machine } from "../profile/places.ts";

/** It answers within a second; one that doesn't is left alone. Milliseconds. */
const LIMIT = 15_000;

/**
 * Whether Codex runs every hook in each of these files, by what `codex app-server` says of their trust. It says nothing of the
 * files in a folder that isn't trusted. Where it can't be started, nothing is known of any.
 */
export async function askCodex(files: readonly string[], machine: Machine): Promise<Map<string, boolean>> {
  let listed: JsonObject[] | undefined;
  const env = Object.fromEntries(Object.entries(machine.env).filter((pair): pair is [string, string] => !!pair[1]));
  await runClient("codex", ["app-server"], {
    cwd: machine.workspace,
    env: { ...env, HOME: machine.home },
    limit: LIMIT,
    talk(stdin) {
      const send = (message: JsonObject) => stdin.write(`${JSON.stringify(message)}\n`);
      const clientInfo = { name: "skill-workflow", title: "skill-workflow", version: "1" };
      send({ id: 1, method: "initialize", params: { clientInfo } });
      return (line) => {
        const message = parse(line);
        if (message.method !== undefined) return;
        if (message.id === 1) {
          send({ method: "initialized" });
          send({ id: 2, method: "hooks/list", params: { cwds: [machine.workspace] } });
        } else if (message.id === 2) {
          listed = hooksIn(message.result);
          stdin.end();
        }
      };
    },
  });
  const found = new Map<string, boolean>();
  for (const file of listed === undefined ? [] : files) {
    const own = (listed as JsonObject[]).filter(({ sourcePath }) => sourcePath === file);
    const runs = own.every(({ trustStatus, enabled }) => trustStatus === "trusted" && enabled === true);
    found.set(file, own.length > 0 && runs);
  }
  return found;
}

function hooksIn(result: Json | undefined): JsonObject[] | undefined {
  if (!isJsonObject(result) || !Array.isArray(result.data)) return undefined;
  return result.data.flatMap((one) => isJsonObject(one) && Array.isArray(one.hooks) ? one.hooks : []).filter(
    isJsonObject,
  );
}

function parse(line: string): JsonObject {
  try {
    const value: Json = JSON.parse(line);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
