/** Talks JSON-RPC with a client over its stdin and stdout, one message a line. */

import type { LiveSandbox } from "../../lib/host/live/live_sandbox.ts";
import type { Json, JsonObject } from "../../lib/json.ts";

/** One side of the talk. */
export interface JsonRpcTalk {
  /** Resolves to the result; rejects with the error. */
  request(method: string, params: JsonObject): Promise<Json>;
  notify(method: string): void;
  /** Resolves at the next notification of that name. */
  heard(method: string): Promise<void>;
}

/** Runs the client for as long as `script` lasts. Resolves to what the client said last. */
export async function talkJsonRpc(
  sandbox: LiveSandbox,
  args: readonly string[],
  script: (talk: JsonRpcTalk) => Promise<void>,
): Promise<string> {
  let failure = "";
  const ran = await sandbox.client(args, {
    talk(stdin) {
      const answers = new Map<number, (message: JsonObject) => void>();
      const listeners = new Map<string, () => void>();
      const send = (message: JsonObject) => stdin.write(`${JSON.stringify(message)}\n`);
      script({
        request(method, params) {
          const id = answers.size + 1;
          return new Promise((resolve, reject) => {
            answers.set(id, ({ result, error }) => error ? reject(new Error(JSON.stringify(error))) : resolve(result));
            send({ id, method, params });
          });
        },
        notify: (method) => send({ method }),
        heard: (method) => new Promise((resolve) => listeners.set(method, resolve)),
      }).catch((error) => failure = String(error)).finally(() => stdin.end());
      return (line) => {
        const message = JSON.parse(line) as JsonObject;
        if (message.method === undefined) answers.get(Number(message.id))?.(message);
        else listeners.get(String(message.method))?.();
      };
    },
  });
  return failure + ran.stdout.slice(-300) + ran.stderr.slice(-300);
}
