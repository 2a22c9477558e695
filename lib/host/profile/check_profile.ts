/**
 * Whether a profile is one: relative places without `..`, flags that aren't empty, legal names of variables.
 * @module
 */

import * as v from "valibot";
import { TOOL_NAMES } from "../../fence/tool_names.ts";
import type { JsonObject } from "../../json.ts";

const text = v.pipe(v.string(), v.nonEmpty("must not be empty"), v.regex(/^[^\p{Cc}]*$/u, "holds a control character"));
const argv = v.pipe(v.array(text), v.nonEmpty("needs a program"));
const variable = v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, "isn't the name of a variable"));
const flag = v.pipe(v.string(), v.regex(/^--?[a-z][a-z-]*$/, "isn't a flag"));
const path = v.pipe(
  text,
  v.check((value) => !/^[/~]|\\|^[A-Za-z]:/.test(value), "isn't relative, with /"),
  v.check((value) => !value.split("/").some((part) => part === "" || part === "." || part === ".."), "leads up"),
);
const place = v.strictObject({
  root: v.picklist(["home", "workspace", "config", "appData", "system"]),
  path,
  override: v.optional(v.strictObject({ variable, path })),
});
const places = v.union([place, v.strictObject({ linux: place, macos: place, windows: place })]);
const keyPath = v.array(text);
const byScope = <T extends v.GenericSchema>(schema: T) =>
  v.strictObject({ user: v.optional(schema), workspace: v.optional(schema) });
const entry = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check((value) => JSON.stringify(value).includes('"{command}"'), "has no {command}"),
  v.check((value) => JSON.stringify(value).includes('"{args}"'), "has no {args}"),
);
const configFile = v.strictObject({
  place: places,
  format: v.picklist(["json", "jsonc", "toml"]),
  alternatives: v.optional(v.array(path)),
  keyPath: v.pipe(keyPath, v.nonEmpty()),
  entry,
});
const registration = v.strictObject({
  transport: v.picklist(["stdio", "socket"]),
  files: byScope(configFile),
  cli: v.optional(byScope(v.strictObject({ add: argv, remove: argv }))),
  envKey: v.optional(text),
  flag: v.optional(v.strictObject({ flag, value: v.picklist(["path", "json", "toml-kv", "@file"]) })),
  env: v.optional(v.strictObject({ variable, value: v.literal("json") })),
});
const failure = v.picklist(["closed", "fixed", "wrapped", "open", "guarded", "skipped", "refused", "unknown"]);
const hooks = v.strictObject({
  shape: v.picklist(["nested", "copilot", "vscode", "cursor", "antigravity", "windsurf", "plugin"]),
  files: byScope(v.strictObject({ place: places, keyPath })),
  wholeFile: v.boolean(),
  events: v.record(text, v.picklist(["tool", "start", "prompt", "stop", "subagent_stop", "skill"])),
  timeout: v.optional(v.strictObject({ key: text, unit: v.picklist(["s", "ms"]) })),
  failClosed: v.optional(v.record(v.string(), v.unknown())),
  trust: v.optional(text),
  failures: v.strictObject({
    crash: failure,
    missing: failure,
    timeout: failure,
    malformed: failure,
    untrusted: failure,
  }),
});
const structured = v.pipe(
  v.strictObject({ protocol: v.picklist(["stream-json", "exec-json"]), argv, resume: argv }),
  v.check(({ argv }) => argv.includes("{config}"), "has no {config}"),
  v.check(({ resume }) => resume.includes("{session}"), "has no {session} to go on with"),
  v.check(
    ({ protocol, argv, resume }) => protocol !== "exec-json" || [argv, resume].every((all) => all.includes("{prompt}")),
    "has no {prompt}",
  ),
);
const gate = v.picklist(["free", "folder", "reviewed", "asked"]);
const gates = v.strictObject({ user: gate, workspace: gate });
const trust = v.strictObject({
  how: text,
  env: v.optional(v.strictObject({ variable, value: text })),
  flag: v.optional(flag),
  approvalKey: v.optional(text),
  gates: v.optional(v.strictObject({ server: gates, hooks: v.optional(gates) })),
  folders: v.optional(v.strictObject({
    place: places,
    format: v.picklist(["jsonc", "toml"]),
    keyPath: v.pipe(keyPath, v.nonEmpty()),
    value: v.optional(v.unknown()),
    below: v.optional(v.literal(true)),
  })),
});
const profile = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z][a-z-]*$/, "isn't lower-case with hyphens")),
  title: text,
  aliases: v.array(text),
  evidence: v.picklist(["measured", "documented", "secondary"]),
  version: v.optional(text),
  server: registration,
  trust,
  skills: v.strictObject({ workspace: v.array(path), user: v.array(path) }),
  hooks: v.optional(hooks),
  tools: v.optional(v.picklist(Object.keys(TOOL_NAMES))),
  headless: v.optional(v.strictObject({
    argv,
    stdin: v.picklist(["prompt", "empty"]),
    final: text,
    resume: v.optional(argv),
    permission: v.optional(argv),
  })),
  acp: v.optional(argv),
  acpMode: v.optional(text),
  acpServers: v.optional(v.literal("flag")),
  acpAsks: v.optional(v.strictObject({
    kind: text,
    title: v.pipe(
      text,
      v.check((value) => value.includes("{server}") && value.includes("{tool}"), "has no {server} or no {tool}"),
    ),
  })),
  acpEnv: v.optional(v.record(variable, text)),
  structured: v.optional(structured),
  toolSchemas: v.optional(places),
  markers: v.array(variable),
});

/** What is wrong with a profile, one line each; empty where it is one. */
export function checkProfile(value: unknown): string[] {
  const result = v.safeParse(profile, value as JsonObject);
  return (result.issues ?? []).map((issue) => `${v.getDotPath(issue) ?? "profile"}: ${issue.message}`);
}
